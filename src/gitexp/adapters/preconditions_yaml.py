"""Reads preconditions: `none`, or conditions with their checks. What exp does not know makes them unread, never true."""

from __future__ import annotations

import re

from gitexp.adapters.yaml_fields import Fields, spelled
from gitexp.adapters.yaml_strict import shown
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)

CONDITIONS = ("must", "must_not", "typical_env")
CONDITION = ("text", "check")
CHECKS = ("dependency", "language", "path", "symbol", "platform", "key")
BESIDE = {"dependency": ("version",), "key": ("is",)}

_SAMPLE = "{text: …, check: {dependency: …}}"
_ECOSYSTEM = re.compile(r"([a-z][a-z0-9-]*):(.+)", re.DOTALL)
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def preconditions(fields: Fields) -> Preconditions[str]:
    """Return the experience's preconditions; they are required, and `none` is a normal answer."""
    value = fields.get("preconditions")
    if value is None:
        error = fields.missing("preconditions")
        error.mend = error.mend.replace("preconditions: …", "preconditions: none")
        raise error
    if isinstance(value, str):
        if value == "none":
            return Preconditions()
        raise fields.fault(
            "preconditions", f"can't be `{shown(value)}`", "write `preconditions: none`, or must: [...]"
        )
    inner = fields.within("preconditions", CONDITIONS)
    read = {key: inner.each(key, CONDITION, _SAMPLE) for key in CONDITIONS}
    conditions = {key: tuple(_condition(item) for item in items) for key, items in read.items()}
    unread = [
        *inner.unknown(),
        *(name for items in read.values() for item in items for name in _unread(item)),
    ]
    return Preconditions(
        conditions["must"],
        conditions["must_not"],
        conditions["typical_env"],
        tuple(name.removeprefix("preconditions.") for name in unread),
    )


_ESCAPE = re.compile(r"\\[*?\[\]!#\\]")
"""A sign of the glob taken literally, by gitignore's rules."""


def path_fault(path: str) -> str | None:
    """Return how to mend a path or glob that is not one within the repository, or None."""
    if not path.strip() or _UNFIT.search(path):
        return "write a path without control characters"
    if "\\" in _ESCAPE.sub("", path):
        return "write `/` between folders"
    if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:", path):
        return "write a path relative to the repository's root"
    return "write a path without `..`" if ".." in path.split("/") else None


def _condition(item: Fields) -> Condition[str]:
    return Condition(item.needed("text"), _check(item))


def _check(item: Fields) -> Check | None:
    """Return the condition's check; None where there is none, or none that exp knows."""
    inner = item.within("check")
    named = [kind for kind in CHECKS if inner.get(kind) is not None]
    if len(named) > 1:
        raise item.fault("check", f"asks for {' and '.join(named)}", "write one check a condition")
    if not named:
        return None
    value = inner.needed(named[0])
    match named[0]:
        case "dependency":
            ecosystem, name = _dependency(value)
            return DependencyCheck(name, ecosystem, inner.text("version"))
        case "language":
            return LanguageCheck(value)
        case "path":
            if mend := path_fault(value.removeprefix("/")):
                raise inner.fault("path", f"can't be `{shown(value)}`", mend)
            return PathCheck(value)
        case "symbol":
            return SymbolCheck(value)
        case "platform":
            return PlatformCheck(value)
        case _:
            return KeyCheck(value, _values(inner))


def _dependency(value: str) -> tuple[str | None, str]:
    """Return ecosystem and name of `pypi:httpx`. A first part with a dot is a name's own (`org.acme:lib`)."""
    found = _ECOSYSTEM.fullmatch(value)
    return (found[1], found[2]) if found else (None, value)


def _values(inner: Fields) -> tuple[str, ...]:
    """Return the values of `is`: one, or a list of them."""
    values = inner.texts("is") if isinstance(inner.get("is"), list) else (inner.needed("is"),)
    if not values:
        raise inner.missing("is")
    return values


def _unread(item: Fields) -> tuple[str, ...]:
    """Return what exp does not know in a condition: it may be what decides, so it is never read past."""
    inner = item.within("check")
    kind = next((kind for kind in CHECKS if inner.get(kind) is not None), None)
    if kind is None and inner.mapping:
        return tuple(spelled((*inner.place, key)) for key in inner.mapping)
    known = (kind, *BESIDE.get(kind, ())) if kind else ()
    return (*item.unknown(), *Fields(inner.document, inner.place, inner.mapping, known).unknown())
