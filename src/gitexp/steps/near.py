"""Near: which statements could be about the same, by words, symbols and paths; only those are asked about.

Found over what they share, not by holding each against each: an engine's answer may cost (blocking, as record
linkage has it).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

MOST = 20
"""How many a new candidate is held against at most, the nearest first."""
WORDS, WORDS_BESIDE_A_NAME = 0.25, 0.1
"""The part of the shorter statement's words that two share; less where they share a symbol or a path too."""
FEW = 2
"""Words that two must share where no name is common: one alone is chance."""
EVERYWHERE = 200
"""A word or name that more statements than this hold tells nothing of which are near."""


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Where a word begins within a name: `NotifyChanged` is about what is notified and changed."""


@dataclass(frozen=True)
class _Marks:
    """What a statement is found by."""

    words: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, one: Statement[Redacted]) -> _Marks:
        names = {part for symbol in one.symbols for part in (symbol, symbol.rpartition(".")[2])}
        # The whole text counts as one word more, so that what has none (all of it "as it is") is near itself.
        words = content_words(_HUMP.sub(" ", f"{one.when} {one.what}")) | {f"={one.what}"}
        return cls(words, frozenset({*names, *one.paths}))


class Shelf:
    """Statements, to be asked which of them are near another one."""

    def __init__(self, statements: Sequence[Statement[Redacted]] = ()) -> None:
        self._marks: list[_Marks] = []
        self._having: dict[str, list[int]] = defaultdict(list)
        self._named: dict[str, list[int]] = defaultdict(list)
        for one in statements:
            self.add(one)

    def add(self, one: Statement[Redacted]) -> None:
        """Put one more at the end."""
        marks, place = _Marks.of(one), len(self._marks)
        self._marks.append(marks)
        for word in marks.words:
            self._having[word].append(place)
        for name in marks.names:
            self._named[name].append(place)

    def near(self, one: Statement[Redacted], most: int = MOST, least: int = 0) -> list[int]:
        """Return the places of those that could be about the same, the nearest first.

        Where fewer are near than `least`, the best of those that share anything at all fill the list.
        """
        marks = _Marks.of(one)
        shared: Counter[int] = Counter()
        for word in sorted(marks.words, key=lambda word: len(self._having.get(word, ()))):
            places = self._having.get(word, ())
            if len(places) <= EVERYWHERE or not shared:
                shared.update(places)
            else:
                shared.update(place for place in places if place in shared)
        named = Counter(
            place
            for name in marks.names
            if len(self._named.get(name, ())) <= EVERYWHERE
            for place in self._named.get(name, ())
        )
        rated = [
            (self._share(marks, place, shared[place]), named[place], place) for place in {*shared, *named}
        ]
        rated.sort(key=lambda row: (-(row[0] + (0.5 if row[1] else 0.0)), row[2]))
        near = [row[2] for row in rated if _is_near(*row[:2], shared[row[2]])]
        far = [row[2] for row in rated if row[2] not in near] if len(near) < least else []
        return [*near, *far[: least - len(near)]][:most]

    def _share(self, marks: _Marks, place: int, many: int) -> float:
        return many / max(1, min(len(marks.words), len(self._marks[place].words)))


def _is_near(share: float, names: int, many: int) -> bool:
    return (share >= WORDS and (many >= FEW or share == 1)) or (names > 0 and share >= WORDS_BESIDE_A_NAME)


def near_pairs(candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Return the places of all candidates that could be the same, each pair once, of one repository."""
    shelves: dict[str, tuple[Shelf, list[int]]] = {}
    pairs: list[tuple[int, int]] = []
    for place, one in enumerate(candidates):
        shelf, places = shelves.setdefault(one.repo.casefold(), (Shelf(), []))
        pairs += [(places[other], place) for other in shelf.near(one.statement)]
        shelf.add(one.statement)
        places.append(place)
    return pairs
