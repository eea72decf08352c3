"""Compared: what an engine says of pairs of statements. All that a step needs is asked at once, and no pair twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gitexp.ports import Engine
from gitexp.records.candidate import Statement
from gitexp.records.failed import Failed
from gitexp.records.judgement import Likeness, Relation
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.words import shortened

_Pair = tuple[Statement[Redacted], Statement[Redacted]]
SEPARATE = Likeness("different", same_when=False, same_conclusion=False)
"""What holds where no answer came: the default of dedup (DESIGN.md section 5)."""
IDENTICAL = Likeness("identical", same_when=True, same_conclusion=True)
"""What nobody need be asked: a statement is the same as itself."""
_FLIPPED: dict[Relation, Relation] = {"contains": "contained", "contained": "contains"}


class Compared:
    """The likenesses of one run. A pair is asked in one order, so that both orders get the same answer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[_Pair, Likeness] = {}
        self._failed: list[Skipped] = []

    def ask(self, pairs: Iterable[_Pair]) -> None:
        """Ask for all pairs that are not known yet, in one go."""
        ordered = dict.fromkeys(_ordered(*pair) for pair in pairs)
        new = [pair for pair in ordered if pair not in self._known and pair[0] != pair[1]]
        for pair, answer in zip(new, self._engine.compare(new) if new else (), strict=True):
            if isinstance(answer, Failed):
                self._failed.append(Skipped(_told(pair), answer.words))
                answer = SEPARATE
            self._known[pair] = answer

    def likeness(self, one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
        """Return how the first relates to the second."""
        if one == other:
            return IDENTICAL
        pair = _ordered(one, other)
        if pair not in self._known:
            self.ask([pair])
        found = self._known[pair]
        if pair == (one, other):
            return found
        return replace(found, what=_FLIPPED.get(found.what, found.what))

    @property
    def failed(self) -> tuple[Skipped, ...]:
        """Return the pairs without an answer; they count as separate."""
        return tuple(self._failed)


def _ordered(one: Statement[Redacted], other: Statement[Redacted]) -> _Pair:
    return (one, other) if _key(one) <= _key(other) else (other, one)


def _key(one: Statement[Redacted]) -> tuple[str, ...]:
    return one.what, one.when, one.why or "", one.kind, one.lens, *one.symbols, *one.paths


def _told(pair: _Pair) -> str:
    first, second = (shortened(one.what, 50) for one in pair)
    return f"`{first}` beside `{second}`"
