"""Quotes: find what a reply quotes in the turn that it names, and cut it out there: evidence is the turn's own letters."""

from __future__ import annotations

import re

from gitexp.engines.model.fences import inside, unmarked
from gitexp.records.evidence import says_something
from gitexp.records.text import Redacted

_LEFT_OUT = re.compile(r"\s*(?:\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.\.\.)\s*")
_BLANKS = r"(?:[^\S\n]|\n[ \t>]*+)++"
"""Blanks and line ends; a line of a quoted block begins with its sign. Nothing is tried in two ways, so it ends soon."""
_PIECE = re.compile(_BLANKS + r"|[“”„«»\"]|[‘’‚'`]|[‐-―−-]|.", re.DOTALL)
_ALIKE = (
    (re.compile(r"[“”„«»\"]"), '[“”„«»"]'),
    (re.compile(r"[‘’‚'`]"), "[‘’‚'`]"),
    (re.compile(r"[‐-―−-]"), "[‐-―−-]"),
)
"""Signs that a language model writes one for the other; what is cut is the turn's own."""


def located(quote: str, turn: Redacted) -> list[Redacted]:
    """Return the passages of a turn that a reply quotes, as they stand there; empty where any is not to be found.

    Runs of blanks and the forms of quotation marks and dashes may differ. A quote with something left out in the
    middle is each of its parts, in their order; one with something left out at an end is the rest.
    """
    text = inside(unmarked(turn))
    found = _found(quote, text, 0)
    if found is not None:
        return [turn.cut(*found)]
    parts = [part for part in _LEFT_OUT.split(quote) if part.strip()]
    if not parts or parts == [quote.strip()]:
        return []
    passages: list[Redacted] = []
    start = 0
    for part in parts:
        place = _found(part, text, start)
        if place is None:
            return []
        passages.append(turn.cut(*place))
        start = place[1]
    return passages


def _found(quote: str, text: str, start: int) -> tuple[int, int] | None:
    """Return where a quote stands in a text, from `start` on."""
    wanted = inside(unmarked(quote.strip()))
    if not wanted or not says_something(wanted, text):
        return None
    place = text.find(wanted, start)
    if place >= 0:
        return place, place + len(wanted)
    match = re.compile("".join(_pattern(piece) for piece in _PIECE.findall(wanted))).search(text, start)
    return match.span() if match else None


def _pattern(piece: str) -> str:
    if piece[0].isspace():
        return _BLANKS
    return next((alike for sign, alike in _ALIKE if sign.fullmatch(piece)), re.escape(piece))
