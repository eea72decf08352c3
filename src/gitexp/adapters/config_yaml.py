"""Reads `experiences/.config.yaml`, the settings that a team gives everyone."""

from __future__ import annotations

import difflib

from gitexp.adapters.yaml_strict import load, shown
from gitexp.config import trust_from
from gitexp.errors import RecordError
from gitexp.records.trust import Trust

KEYS = ("trust",)


def trust_in(text: bytes, where: str) -> Trust | None:
    """Return the trust that the file sets, None where it sets none. Raises RecordError for what is no setting."""
    document = load(text, where)
    if not isinstance(document.data, dict):
        raise RecordError(where, "is no list of settings", "write `NAME: VALUE`, one a line")
    for name in document.data:
        if name not in KEYS:
            near = difflib.get_close_matches(name, KEYS, n=1)
            raise RecordError(
                document.at((name,)),
                f"unknown setting `{shown(name)}`",
                f"write `{near[0] if near else KEYS[0]}`",
            )
    value = document.data.get("trust")
    if value is None:
        return None
    return trust_from(str(value), document.at(("trust",)))
