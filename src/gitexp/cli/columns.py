"""Fits words into the columns of a terminal, where Chinese and Japanese signs take two."""

from __future__ import annotations

import textwrap
from unicodedata import combining, east_asian_width

from gitexp.cli import screen

WIDTH = 96


def width(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def short(words: str, columns: int) -> str:
    """Return words on one line, cut with an ellipsis where they are too wide; a quotation that is cut still ends."""
    flat = screen.clean(" ".join(words.split()))
    if width(flat) <= columns:
        return flat
    end = '"' if _is_quoted(flat) and columns > 3 else ""
    room = columns - len(end)
    cut = screen.short(flat, room)
    while width(cut) > room and len(cut) > 1:
        cut = screen.short(flat, len(cut) - max(1, (width(cut) - room) // 2))
    return cut + end


def wrapped(words: str, columns: int, most: int) -> list[str]:
    """Return words on at most so many lines; what has no room is left out with an ellipsis."""
    flat = screen.clean(" ".join(words.split()))
    plain = columns if width(flat) == len(flat) else columns // 2
    lines = textwrap.wrap(flat, plain, break_on_hyphens=False) or [""]
    if len(lines) > most:
        rest = " ".join(lines[most - 1 :])
        begun = '"' if _is_quoted(flat) and most > 1 else ""
        lines = [*lines[: most - 1], short(begun + rest, columns + len(begun)).removeprefix(begun)]
    return lines


def _is_quoted(words: str) -> bool:
    return len(words) > 1 and words[0] == words[-1] == '"'


def padded(words: str, columns: int) -> str:
    """Return words cut or filled up to just so many columns."""
    cut = short(words, columns)
    return cut + " " * (columns - width(cut))


def apart(left: str, right: str) -> str:
    """Return two pieces on one line, the right one at the edge; it is left out where there is no room."""
    room = WIDTH - width(left) - width(right)
    return f"{left}{' ' * room}{right}" if right and room >= 2 else left
