"""Reads `experiences/facts.yaml`: the facts that people declare for everyone, `NAME: VALUE` a line."""

from __future__ import annotations

from gitexp.adapters.yaml_strict import load, shown
from gitexp.errors import RecordError


def read(text: bytes, where: str = "experiences/facts.yaml") -> dict[str, str]:
    """Return the declared facts. Raises RecordError with file and line for what is no fact.

    A list of values is one value with commas: any of them answers a check.
    """
    document = load(text, where)
    if document.data in ("", "~", "null"):
        return {}
    if not isinstance(document.data, dict):
        raise RecordError(where, "is no list of facts", "write `NAME: VALUE`, one a line")
    facts: dict[str, str] = {}
    for name, value in document.data.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(one, str) and one.strip() for one in values):
            raise RecordError(document.at((name,)), f"`{shown(name)}` has no value", "write `NAME: VALUE`")
        facts[name] = ",".join(str(one).strip() for one in values)
    return facts
