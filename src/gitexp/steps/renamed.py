"""Tells what a symbol that a change took out is called now: what came in beside it with nearly the same lines."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from gitexp.ports import Removals, Symbols
from gitexp.records.finding import Finding
from gitexp.records.outline import Outline, Symbol
from gitexp.steps.nearest_names import likeness

SAME = 0.6
"""The share of lines, without the names themselves, that both must have in common."""
TELLING = 8
"""Words that a symbol must have for its lines to tell: `def close(self): pass` is like any other of its kind."""
ALIKE = 0.5
"""How alike names must be where the lines tell nothing."""
MAX_LINES = 400
MAX_LINE = 500
MAX_WORDS = 1500
"""Words of a body that are compared; longer ones, as in minified files, tell nothing."""
MAX_CANDIDATES = 40
"""Symbols that a lost one is compared with, the likest names first."""
_WORD = re.compile(r"\w+")


def renamed(was: Finding, before: Symbols, after: Symbols, removals: Removals) -> str:
    """Return the qualified name of what a removed symbol has become, empty where nothing is like it.

    It is looked for in the file where it stood, or in the one that this has become.
    """
    path, _, line = was.where[0].rpartition(":") if was.where else ("", "", "")
    gone = removals.paths([path]).get(path) if path and path not in after.tree() else None
    moved = [gone.moved_to] if gone and gone.moved_to else []
    old = before.outlines([path]).get(path) if line.isdigit() else None
    if not isinstance(old, Outline):
        return ""
    lost = next((one for one in old.symbols if one.start == int(line)), None)
    if lost is None:
        return ""
    mine = _lines(before.text(path), lost)
    names = {one.name for one in old.symbols}
    best: tuple[float, float, str] = (SAME, 0.0, "")
    for now, outline in after.outlines([path, *moved]).items():
        text = after.text(now) if isinstance(outline, Outline) else None
        new = (
            []
            if not isinstance(outline, Outline)
            else [one for one in outline.symbols if one.name not in names]
        )
        alike_names = sorted(
            (one for one in new if one.kind == lost.kind),
            key=lambda one: -likeness(_last(lost), _last(one)),
        )
        for one in alike_names[:MAX_CANDIDATES]:
            alike, by_name = _alike(mine, _lines(text, one)), likeness(_last(lost), _last(one))
            told = _tells(mine) or by_name >= ALIKE or _last(one) == _last(lost)
            if told and alike > SAME:
                best = max(best, (alike, by_name, one.name))
    return best[2]


def _last(symbol: Symbol) -> str:
    return symbol.name.rpartition(".")[2]


def _tells(lines: Sequence[str]) -> bool:
    """Return whether lines hold enough to be known again."""
    return sum(len(line.split()) for line in lines) >= TELLING


def _lines(text: str | None, symbol: Symbol) -> list[str]:
    """Return the lines of a symbol without its own name."""
    name = _last(symbol)
    lines = (text or "").split("\n")[symbol.start - 1 : min(symbol.end, symbol.start + MAX_LINES)]
    return [
        " ".join("" if word == name else word for word in _WORD.findall(line[: MAX_LINE + 1]))
        for line in lines
    ]


def _alike(mine: Sequence[str], theirs: Sequence[str]) -> float:
    """Return from 0 to 1 how much of their words two bodies have in common, 0 where they are too long to compare."""
    one, other = ([word for line in lines for word in line.split()] for lines in (mine, theirs))
    if not one or not other or max(len(one), len(other)) > MAX_WORDS:
        return 0.0
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    # The cheap bounds first: comparing takes the square of what repeats.
    if matcher.real_quick_ratio() < SAME or matcher.quick_ratio() < SAME:
        return 0.0
    return matcher.ratio()
