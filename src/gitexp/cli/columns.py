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
    """Return words on one line, cut with an ellipsis where they are too wide."""
    flat = screen.clean(" ".join(words.split()))
    cut = screen.short(flat, columns)
    while width(cut) > columns and len(cut) > 1:
        over = max(1, (width(cut) - columns) // 2)
        cut = screen.short(flat, len(cut) - over)
    return cut


def wrapped(words: str, columns: int, most: int) -> list[str]:
    """Return words on at most so many lines; what has no room is left out with an ellipsis."""
    flat = screen.clean(" ".join(words.split()))
    plain = columns if width(flat) == len(flat) else columns // 2
    lines = textwrap.wrap(flat, plain, break_on_hyphens=False) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], short(" ".join(lines[most - 1 :]), columns)]
    return lines


def padded(words: str, columns: int) -> str:
    """Return words cut or filled up to just so many columns."""
    cut = short(words, columns)
    return cut + " " * (columns - width(cut))


def apart(left: str, right: str) -> str:
    """Return two pieces on one line, the right one at the edge; it is left out where there is no room."""
    room = WIDTH - width(left) - width(right)
    return f"{left}{' ' * room}{right}" if right and room >= 2 else left
