"""What only one of two statements says, so that the code can show which one it follows; and what both speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gitexp.records.candidate import Statement
from gitexp.records.contradiction import Side
from gitexp.records.mention_reading import Spot
from gitexp.records.mentions import mention, spots_in
from gitexp.records.text import Redacted
from gitexp.steps.follows_clauses import ASIDE, GOVERNED, SOME_NOT, clause, is_bound, is_denied
from gitexp.steps.follows_figures import Figure, figures_said
from gitexp.steps.follows_words import words_of

_LITERAL = re.compile(r"`+([^`\n]{2,80})`+|\"([^\"\n]{2,60})\"|(?<![\w'])'([^'\s]{2,60})'(?!\w)")
MOST = 12
"""Marks of one side that are looked for."""


@dataclass(frozen=True)
class Mark:
    """Something that only one side says should stand in the code: a name, a literal, or an amount."""

    side: Side
    words: str
    parts: tuple[str, ...] = ()
    """Of a name; what is no name has none."""
    figure: Figure | None = None
    kept: str = ""
    """The name of a dependency, of which only the version tells the sides apart."""
    loose: bool = False
    """A member that may stand behind any receiver, since the other side names none that is called so."""

    @property
    def plain(self) -> bool:
        """Return whether it is a word as any other, which stands in many places of a file."""
        return self.figure is None and self.words.isalpha() and self.words.islower()


@dataclass(frozen=True)
class Common:
    """What both statements speak of: symbols by their last parts, and words. `said` are all words of either."""

    symbols: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    """Those of the symbols that are named without a container: they say more than one part of a longer name."""
    core: frozenset[str] = frozenset()
    """The words that are shared by what they say, without when they say it."""
    names: tuple[str, ...] = ()
    """The symbols as they are said."""


@dataclass(frozen=True)
class Marks:
    """What to look for. `vague` tells that a side allows more than the amount it says: at most 10 s."""

    of: tuple[Mark, ...]
    common: Common
    vague: bool = False

    def on(self, side: Side) -> tuple[Mark, ...]:
        """Return the marks of one side."""
        return tuple(mark for mark in self.of if mark.side == side)


@dataclass
class _Said:
    """What one statement says: each named thing by its identity, as it is to be looked for."""

    wanted: dict[str, Mark] = field(default_factory=dict)
    denied: dict[str, Mark] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    governed: set[str] = field(default_factory=set)
    vague: bool = False


def marks_of(new: Statement[Redacted], old: Statement[Redacted]) -> Marks:
    """Return what only one of the two says. What a side forbids is a mark of the other, if that one allows it."""
    common = _common(new, old)
    one, two = _said(new, "new"), _said(old, "old")
    mine, theirs = _marks(one, two, "new"), _marks(two, one, "old")
    shared = common
    if mine or theirs:
        taken = {part for mark in (*mine, *theirs) for part in mark.parts[-1:]}
        shared = replace(
            common, symbols=common.symbols - taken, words=common.words - {part.lower() for part in taken}
        )
    return Marks((*mine[:MOST], *theirs[:MOST]), shared, one.vague or two.vague)


def _common(new: Statement[Redacted], old: Statement[Redacted]) -> Common:
    mine, theirs = _names(new), _names(old)
    symbols = {parts[-1] for parts in mine if any(parts[-1] == other[-1] for other in theirs)}
    containers = {part for parts in mine for part in parts[:-1]} & {
        part for one in theirs for part in one[:-1]
    }
    said = [f"{one.when} {one.what} {' '.join(one.symbols)}" for one in (new, old)]
    words = words_of(_without_paths(said[0])) & words_of(_without_paths(said[1]))
    names = tuple(dict.fromkeys(".".join(parts) for parts in (*mine, *theirs) if parts[-1] in symbols))
    core = words_of(_without_paths(new.what)) & words_of(_without_paths(old.what))
    whole = {parts[0] for parts in (*mine, *theirs) if len(parts) == 1} & symbols
    said_words = words_of(" ".join(said))
    return Common(frozenset(symbols | containers), words, said_words, frozenset(whole), core, names)


def _names(one: Statement[Redacted]) -> list[tuple[str, ...]]:
    spots = [spot.mention for spot in spots_in(f"{one.when}\n{one.what}")]
    given = [mention(name) for name in one.symbols]
    parts = (
        found.parts if found.kind == "symbol" else (found.name.lstrip("$"),)
        for found in (*spots, *given)
        if found.kind not in ("path", "glob", "commit")
    )
    return [one for one in parts if one]


def _without_paths(text: str) -> str:
    for spot in reversed(spots_in(text)):
        if spot.mention.kind in ("path", "glob", "commit", "dependency"):
            text = f"{text[: spot.left]} {text[spot.right :]}"
    return text


def _said(one: Statement[Redacted], side: Side) -> _Said:
    said = _Said()
    text = str(one.what)
    spots = spots_in(text)
    for start, end, key, mark in _things(text, spots, side):
        before, behind = clause(text, start, end)
        aside = ASIDE.search(before)
        if aside is None or not aside["reason"]:
            said.named.add(key)
        if aside is not None:
            continue
        if is_denied(before, behind):
            said.denied.setdefault(key, mark)
        elif not SOME_NOT.search(f"{before} {behind if mark.figure is None else ''}") or is_bound(before):
            said.wanted.setdefault(key, mark)
            said.vague = said.vague or (mark.figure is not None and is_bound(before))
            if mark.figure is not None or GOVERNED.search(before):
                said.governed.add(key)
    return said


def _things(text: str, spots: tuple[Spot, ...], side: Side) -> Iterator[tuple[int, int, str, Mark]]:
    """Yield place, identity and mark of what a text names: names, literals, amounts."""
    bare = text
    named: list[tuple[int, int]] = []
    for spot in spots:
        one = spot.mention
        if one.kind in ("path", "glob", "commit"):
            bare = _blanked(bare, spot.left, spot.right)
            named.append((spot.left, spot.right))
        elif one.kind == "dependency":
            bare = _blanked(bare, spot.start, spot.end)
            named.append((spot.left, spot.right))
            words = f"{one.name} {one.version}".strip()
            yield spot.left, spot.right, words, Mark(side, words, kept=one.name)
        else:
            bare = _blanked(bare, spot.start, spot.end)
            named.append((spot.left, spot.right))
            parts = one.parts if one.kind == "symbol" else (one.name.lstrip("$"),)
            if parts:
                yield spot.left, spot.right, ".".join(parts), Mark(side, one.name, parts)
    for match in _LITERAL.finditer(text):
        inside = next(group for group in match.groups() if group)
        if not any(start <= match.start() and match.end() <= end for start, end in named):
            yield *match.span(), f'"{inside}"', Mark(side, inside)
    for start, end, figure in figures_said(bare):
        yield start, end, f"{figure.values} {figure.unit}", Mark(side, text[start:end], figure=figure)


def _blanked(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{'`' * (end - start)}{text[end:]}"


def _marks(mine: _Said, theirs: _Said, side: Side) -> list[Mark]:
    """Return the marks of one side: what it alone wants, and what the other one alone forbids.

    A name that the other side has nothing to hold against counts only where the side says to use it: else it may be
    told by the way.
    """
    wanted = {
        key: mark for key, mark in mine.wanted.items() if key not in theirs.wanted and key not in mine.denied
    }
    alternatives = bool(theirs.wanted.keys() - mine.wanted.keys())
    wanted = {
        key: mark
        for key, mark in wanted.items()
        if key in theirs.denied or (key not in theirs.named and (alternatives or key in mine.governed))
    }
    if not wanted:
        wanted = {key: mark for key, mark in theirs.denied.items() if key not in mine.named}
    others = {mark.parts[-1] for mark in theirs.wanted.values() if mark.parts}
    others |= {key.rpartition(".")[2] for key in theirs.named}
    return [
        replace(mark, side=side, loose=len(mark.parts) > 1 and mark.parts[-1] not in others)
        for mark in wanted.values()
    ]
