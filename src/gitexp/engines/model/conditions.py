"""Conditions: the preconditions of a reply, each with a check where it is one that exp can make."""

from __future__ import annotations

import re

from gitexp.engines.model.content import Fields, fields, objects, text
from gitexp.engines.model.words import Safe
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
from gitexp.records.text import Redacted

_ECOSYSTEM = re.compile(r"([a-z][a-z0-9-]*):([^\s].*)")


def preconditions(row: Fields, safe: Safe) -> Preconditions[Redacted]:
    """Return the conditions; mostly there are none."""
    must, must_not, typical = (
        _conditions(row.get(name), safe) for name in ("must", "must_not", "typical_env")
    )
    return Preconditions(must, must_not, typical)


def _conditions(value: object, safe: Safe) -> tuple[Condition[Redacted], ...]:
    made = [
        Condition(safe(row.get("text")), _check(fields(row.get("check")), safe)) for row in objects(value)
    ]
    return tuple(one for one in made if one.text)


def _check(row: Fields, safe: Safe) -> Check | None:
    """Return the check; None where there is none, or none that exp could make: the condition's text stays."""
    name, value = str(safe(row.get("name"))), str(safe(row.get("value")))
    if not name:
        return None
    match text(row.get("kind")):
        case "dependency":
            found = _ECOSYSTEM.fullmatch(name)
            ecosystem, plain = (found[1], found[2]) if found else (None, name)
            return DependencyCheck(plain, ecosystem, value or None)
        case "language":
            return LanguageCheck(name.lower())
        case "path" if not name.startswith(("/", "~")) and "\\" not in name and ".." not in name.split("/"):
            return PathCheck(name)
        case "symbol":
            return SymbolCheck(name)
        case "platform":
            return PlatformCheck(name.lower())
        case "key" if value:
            return KeyCheck(name, (value,))
    return None
