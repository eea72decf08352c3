"""Reads the commands of CMake code by their form, with their arguments as they are written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gitexp.adapters.manifests_reading import Unreadable
from gitexp.adapters.manifests_text import written

# Every pattern ends, also where a quote is left open: so each sign of the text is looked at once.
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<bracket>#?\[(?P<equals>=*)\[)|(?P<comment>#[^\n]*)|\"(?P<quoted>(?:[^\"\\]|\\.)*+)(?P<end>\"?)"
    r"|(?P<round>[()])|(?P<word>(?:[^\s()#\"\\]|\\.)+|\\)",
    re.DOTALL,
)


def commands(text: str, names: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of these names, which are in small letters, with its arguments.

    Raises Unreadable where the code is too long, or leaves a quote or a bracket open.
    """
    last, name, depth = "", "", 0
    given: list[str] = []
    for kind, value in _tokens(written(text)):
        if kind == "open":
            depth += 1
            if depth == 1:
                name, given = last.lower(), []
        elif kind == "close":
            depth -= 1
            if depth == 0 and name in names:
                yield name, given
            depth = max(0, depth)
        elif depth == 0:
            last = value
        elif name in names:
            given.append(value)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield brackets and values; a value is a word, what stands in quotes, or a text in `[[ ]]`."""
    at = 0
    while found := _TOKEN.match(text, at):
        at = found.end()
        if found["round"]:
            yield ("open" if found["round"] == "(" else "close"), ""
        elif found["word"]:
            yield "value", found["word"]
        elif found["quoted"] is not None:
            if not found["end"]:
                raise Unreadable(f"line {text.count(chr(10), 0, found.start()) + 1}: a quote is left open")
            yield "value", found["quoted"]
        elif found["bracket"]:
            close = f"]{found['equals']}]"
            end = text.find(close, at)
            if end < 0:
                raise Unreadable(f"line {text.count(chr(10), 0, at) + 1}: `[{found['equals']}[` is left open")
            if not found["bracket"].startswith("#"):
                yield "value", text[at:end]
            at = end + len(close)
