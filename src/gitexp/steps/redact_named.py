"""Finds secrets by the name they are kept under: `password = "…"`, `api_key: …`, `TOKEN=…`, "the password is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_values import (
    APART,
    ARGUMENT,
    ASSIGNED,
    BESIDE,
    CELL,
    ELEMENT,
    OPTION,
    SAID,
    TYPED,
    Place,
    Way,
    values,
)
from gitexp.steps.secret_patterns import NAME_TAIL, NAMES, Name


@dataclass(frozen=True)
class _Searched:
    """A name with its patterns ready."""

    name: Name
    rest: re.Pattern[str]
    after: re.Pattern[str]
    not_after: re.Pattern[str] | None


def _searched(name: Name) -> _Searched:
    whole = f"(?<![A-Za-z])(?i:{name.not_after})|(?<=[a-z])(?:{name.not_after.title()})"
    return _Searched(
        name,
        re.compile(f"(?:{name.rest}){NAME_TAIL}", re.IGNORECASE),
        re.compile(f"(?:{name.after})\\Z", re.IGNORECASE),
        re.compile(f"(?:{whole})[ _.-]?(?i:key[ _.-]?)?\\Z") if name.not_after else None,
    )


_NAMES = tuple(_searched(name) for name in NAMES)
_LONGEST_BEFORE = 40
_BEGINS_A_WORD = re.compile(r"(?:\A|[^A-Za-z]|(?<![\w-])-D|%[0-9A-Fa-f]{2}|\\[nrt])\Z")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
_OPTION_BEFORE = re.compile(r"(?:\A|[\s\"'`=(\[])-{1,2}[\w-]*\Z")
_TAG_BEFORE = re.compile(r"<[\w:.-]*(?:[ \t][^<>\n]{0,60})?\Z")


def found_named(text: str) -> Iterator[Found]:
    """Yield the values of all names that a secret is kept under."""
    folded = text.replace("\u0130", "i").lower()  # the one letter whose small form is longer
    for searched in _NAMES:
        core = searched.name.core
        at = folded.find(core)
        while at != -1:
            place = _place(text, searched, at)
            if place is not None:
                yield from _first(place)
            at = folded.find(core, at + len(core))


def _place(text: str, searched: _Searched, at: int) -> Place | None:
    """Return the name found at `at` as a place that a value may follow, or None where it is part of another word."""
    name = searched.name
    before = text[max(0, at - _LONGEST_BEFORE) : at]
    camel = before[-1:].islower() and text[at].isupper()
    if name.short and not camel and not _BEGINS_A_WORD.search(before):
        return None
    if not searched.after.search(before) or (searched.not_after and searched.not_after.search(before)):
        return None
    tail = searched.rest.match(text, at + len(name.core))
    end = tail.end() if tail else at + len(name.core)
    following = text[end : end + 1]
    goes_on = following.isascii() and (following.isalnum() or following in ("_", "-"))
    if following and goes_on and not text.startswith("->", end):
        return None
    capitals = _CAPITALS.fullmatch(text, at, end) is not None and not before[-1:].islower()
    return Place(text, name, end, before, capitals)


def _first(place: Place) -> Iterator[Found]:
    """Yield what the name holds, by the first way of writing that gives something."""
    for way in _ways(place):
        sign = way.sign.match(place.text, place.end)
        found = list(values(place, way, sign)) if sign is not None else []
        if found:
            yield from found
            return


def _ways(place: Place) -> Iterator[Way]:
    yield from (BESIDE, ARGUMENT, ASSIGNED, TYPED, SAID, CELL)
    if _OPTION_BEFORE.search(place.before):
        yield OPTION
    if _TAG_BEFORE.search(place.before):
        yield ELEMENT
    if not place.name.short:
        yield APART
