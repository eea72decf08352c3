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
        for one in outline.symbols if isinstance(outline, Outline) else ():
            if one.kind != lost.kind or one.name in names:
                continue
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
    return [" ".join("" if word == name else word for word in _WORD.findall(line)) for line in lines]


def _alike(mine: Sequence[str], theirs: Sequence[str]) -> float:
    one = "\n".join(mine)
    other = "\n".join(theirs)
    if not one.strip() or not other.strip():
        return 0.0
    return difflib.SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()
