"""Reads the JSON values of a text that holds one, or several one after the other; a broken one costs only itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_FLAWS = 100
"""After so many broken values a file is no list of JSON values."""
MAX_DIGITS = 100
"""Digits of a number; Python refuses to read some hundreds, and no id is as long."""

_BLANK = re.compile(r"[\s\ufeff]*")
_BEGINNING = re.compile(r"\n(?=[^\s}\],])")
"""A line at the left margin that closes nothing."""
_MEMBER = re.compile(r"\n(?=[^\s}\],\"])")
"""One that is no key either."""
_OPENING = re.compile(r"\n(?=[{\[])")
"""One that opens an object or a list."""
_LINE_END = re.compile(r"\n")
_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("\s*:|"|\\?\Z)|[{}\[\]]', re.DOTALL)
"""A bracket, or a text, cut off or whole, and whether it is a key."""


@dataclass(frozen=True)
class Value:
    """One JSON value of a text, and the line it begins on."""

    line: int
    content: object


@dataclass(frozen=True)
class Flaw:
    """Where a text is no JSON, and why."""

    line: int
    column: int
    what: str


def decoded(content: bytes) -> str:
    """Return the text of a file: UTF-8 with or without a mark, or UTF-16 with one, as shells on Windows write it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    return content.decode("utf-8-sig", "replace")


def json_values(text: str) -> Iterator[Value | Flaw]:
    """Yield the JSON values that stand one after the other, or one a line; after a broken one go on at the next."""
    decoder = json.JSONDecoder(parse_int=_integer)
    position = counted = flaws = 0
    line = 1
    while (position := _after_blanks(text, position)) < len(text) and flaws < MAX_FLAWS:
        line, counted = line + text.count("\n", counted, position), position
        try:
            content, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            end = _end_of_broken(text, position, error.pos)
            yield _flaw(text, line, position, end, error)
            position, flaws = end, flaws + 1
        except RecursionError:
            yield Flaw(line, 1, "is nested too deeply to be read")
            position, flaws = _margin(_BEGINNING, text, position), flaws + 1
        else:
            yield Value(line, content)
    if flaws == MAX_FLAWS and position < len(text):
        yield Flaw(line, 1, "and what follows was not read: too much of it is no JSON")


def outer_keys(head: str) -> set[str]:
    """Return the keys of the outermost objects in the beginning of a JSON text, looking through lists."""
    if not head.lstrip().startswith(("{", "[")):
        return set()
    keys: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(head):
        mark = token[0]
        if mark == "{" or (mark == "[" and depth):
            depth += 1
        elif mark in "}]" and depth:
            depth -= 1
        elif depth == 1 and mark.endswith(":"):
            keys.add(token[1])
    return keys


def _after_blanks(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _flaw(text: str, line: int, start: int, end: int, error: json.JSONDecodeError) -> Flaw:
    """Return what is wrong with the broken value from `start` to `end`.

    The parser reads on in the next value where a line is cut off, so what it says of that place is not meant.
    """
    piece = text[start:end].rstrip()
    if error.pos < start + len(piece):
        return Flaw(error.lineno, error.colno, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    last = start + len(piece)
    column = last - text.rfind("\n", 0, last)
    return Flaw(line + piece.count("\n"), column, "is no JSON: it ends before the value does")


def _end_of_broken(text: str, start: int, failed: int) -> int:
    """Return where a value that the parser gave up at `failed` ends, and the next one can begin."""
    if text.find("\n", start, failed) < 0:
        return _margin(_BEGINNING, text, start)
    for match in _MEMBER.finditer(text, start, failed + 1):
        if _is_next(text, start, match.end()):
            return match.end()
    return _margin(_OPENING, text, failed)


def _is_next(text: str, start: int, place: int) -> bool:
    """Return whether the line at `place` begins the next value, and does not belong to the one from `start`.

    What belongs to a value is indented, or the line before asks for more. A line that is whole by itself is next
    also where the one before was cut off at such a place.
    """
    before = text[max(start, text.rfind("\n", 0, place - 1) + 1) : place].rstrip()
    if before[:1].isspace() or not before.endswith((",", ":", "[", "{")):
        return True
    line = text[place : _margin(_LINE_END, text, place)]
    try:
        json.loads(line, parse_int=_integer)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def _margin(beginning: re.Pattern[str], text: str, position: int) -> int:
    match = beginning.search(text, position)
    return match.end() if match else len(text)


def _integer(digits: str) -> int | float:
    """Return a number; one that is longer than any id is as good as infinite."""
    return int(digits) if len(digits) <= MAX_DIGITS else float("inf")
