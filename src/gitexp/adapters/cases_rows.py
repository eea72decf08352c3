"""Reads the rows of governance cases, one JSON object a line: what all of them have, and what is wrong with one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from gitexp.adapters.json_lines import CUT_OFF, json_lines
from gitexp.adapters.json_values import Value
from gitexp.adapters.source_files import printable
from gitexp.records.governance_cases import Words
from gitexp.records.skipped import Skipped
from gitexp.records.text import UNSEEN

MAX_CASES = 10_000
MAX_TEXT = 10_000
"""Characters of a text; a real one has some hundreds."""
MAX_NAME = 300
"""Characters of a name: an id, a kind, a symbol, a path."""
MAX_NAMES = 100
"""Symbols, or paths, of one text."""


class Unfit(Exception):
    """A row that does not fit, and why: it becomes a Skipped here and never leaves the readers of rows."""


_Case = TypeVar("_Case")


def rows(path: Path) -> Iterator[Value | Skipped]:
    """Yield the lines. They are written by people, not by a program at work: a line that is cut off is a fault."""
    with path.open("rb") as stream:
        for line in json_lines(stream, printable(path)):
            cut = isinstance(line, Skipped) and line.what == CUT_OFF
            yield Skipped(line.where, "is no JSON", bad=True) if isinstance(line, Skipped) and cut else line


def read_rows(
    path: Path, read: Callable[[Mapping[str, object], str], _Case]
) -> tuple[dict[str, _Case], dict[str, str], list[Skipped]]:
    """Return the cases by id, where each stands, and the rows that do not fit. `read` raises Unfit."""
    where = printable(path)
    cases: dict[str, _Case] = {}
    places: dict[str, str] = {}
    skipped: list[Skipped] = []
    for line in rows(path):
        if isinstance(line, Skipped):
            skipped.append(line)
            continue
        place = f"{where}:{line.line}"
        if len(cases) == MAX_CASES:
            skipped.append(Skipped(place, f"and what follows is left out: more than {MAX_CASES} cases"))
            break
        try:
            name, case = _case(line.content, places, read)
        except Unfit as fault:
            skipped.append(Skipped(place, str(fault)))
        else:
            cases[name], places[name] = case, place
    return cases, places, skipped


def _case(
    content: object, places: Mapping[str, str], read: Callable[[Mapping[str, object], str], _Case]
) -> tuple[str, _Case]:
    if not isinstance(content, Mapping):
        raise Unfit("is no object")
    name = name_of(content.get("id"), "id")
    if name in places:
        raise Unfit(f"`{name}` stands at {places[name]} already")
    return name, read(content, name)


def words_of(content: object, place: str) -> Words[str]:
    """Return the words at a place of a row (`a`, `new`, `history[2]`)."""
    if not isinstance(content, Mapping):
        raise Unfit(f"`{place}` is no object with `when` and `what`")
    why = content.get("why")
    return Words(
        _text(content.get("when"), f"{place}.when"),
        _text(content.get("what"), f"{place}.what"),
        None if why is None or why == "" else _text(why, f"{place}.why"),
        _names(content.get("symbols"), f"{place}.symbols"),
        _names(content.get("paths"), f"{place}.paths"),
    )


def name_of(value: object, place: str) -> str:
    """Return a name that can be shown and be told from others by the eye."""
    if not isinstance(value, str) or not value.strip():
        raise Unfit(f"has no `{place}`")
    if len(value) > MAX_NAME:
        raise Unfit(f"`{place}` is longer than {MAX_NAME} characters")
    if not value.isprintable() or UNSEEN.search(value):
        raise Unfit(f"`{place}` holds signs that nobody sees")
    return value


def told(value: object, place: str) -> str:
    """Return what people say beside a row, "" where they say nothing."""
    return "" if value is None or value == "" else _text(value, place)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str) or not UNSEEN.sub("", value).strip():
        raise Unfit(
            f"has no `{place}`" if value is None or isinstance(value, str) else f"`{place}` is no text"
        )
    if len(value) > MAX_TEXT:
        raise Unfit(f"`{place}` is longer than {MAX_TEXT} characters")
    return value


def _names(value: object, place: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(type(one) is str for one in value):
        raise Unfit(f"`{place}` is a list of names")
    if len(value) > MAX_NAMES:
        raise Unfit(f"`{place}` has more than {MAX_NAMES} names")
    return tuple(name_of(one, place) for one in dict.fromkeys(value) if one.strip())


def hash_of(*parts: str) -> str:
    """Return what stands for the parts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]
