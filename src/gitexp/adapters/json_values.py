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
            yield Flaw(error.lineno, error.colno, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]}")
            position, flaws = _next_value(text, position, several_lines=error.lineno > line), flaws + 1
        except RecursionError:
            yield Flaw(line, 1, "is nested too deeply to be read")
            position, flaws = _next_value(text, position, several_lines=False), flaws + 1
        else:
            yield Value(line, content)
    if flaws == MAX_FLAWS and position < len(text):
        yield Flaw(line, 1, "and what follows was not read: too much of it is no JSON")


def _after_blanks(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _next_value(text: str, position: int, *, several_lines: bool) -> int:
    """Return where the next value can begin: at the left margin, since what belongs to a broken one is indented."""
    beginning = re.compile(r"\n(?=[{\[])" if several_lines else r"\n(?=[^\s}\],])")
    match = beginning.search(text, position)
    return match.end() if match else len(text)


def _integer(digits: str) -> int | float:
    """Return a number; one that is longer than any id is as good as infinite."""
    return int(digits) if len(digits) <= MAX_DIGITS else float("inf")
