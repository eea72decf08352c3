"""Reads a range, in an ecosystem's own syntax or in the common `>=1.2, <2`, as spans between cuts.

There is one grammar for all: what only one ecosystem writes (`[1.0,2.0)`, `1.+`, `3.10...3.20`) means the
same everywhere; where they differ in what the same text means, the dialect says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from gitexp.adapters.versions_cuts import (
    ALL,
    START,
    Alternative,
    Comparator,
    Cut,
    Early,
    Key,
    Line,
    Range,
    Span,
    after,
    before,
    early,
)
from gitexp.adapters.versions_plain import Numbers
from gitexp.adapters.versions_written import Interval, Written, alternatives, comparators, hyphened, intervals

_ANY = frozenset(("", "*", "x", "X", "+", "any"))


def first_nonzero(numbers: Numbers) -> int:
    """Return up to where `^` holds: the first number that is not 0."""
    return next((at for at, number in enumerate(numbers, start=1) if number), len(numbers))


def second(numbers: Numbers) -> int:
    """Return up to where `~` holds for most: the second number."""
    return min(2, len(numbers))


def last_but_one(numbers: Numbers) -> int:
    """Return up to where `~>` holds for most: the number before the last."""
    return max(1, len(numbers) - 1)


@dataclass(frozen=True)
class Dialect:
    """What an ecosystem means by what others write alike."""

    lines: tuple[Line, ...]
    """Its order of versions; several, where it can't be told: what all of them say counts."""
    early: Early = field(default_factory=Early)
    bare: tuple[str, ...] = ("=", "x")
    """What a version without an operator may mean: `x` is all that begin so, `major` all that follow below the next."""
    equals: tuple[str, ...] = ("=",)
    partial: tuple[bool, ...] = (False,)
    """Whether one with fewer than three numbers stands for all that begin so, in `=1.2`, `>1.2` and `<=1.2`."""
    caret: Callable[[Numbers], int] = first_nonzero
    tilde: Callable[[Numbers], int] = second
    pessimistic: Callable[[Numbers], int] = last_but_one
    early_start: bool = False
    """`>=1.2` holds the prereleases of 1.2."""
    early_end: Literal["", "always", "unless named"] = ""
    """`<2` holds no prerelease of 2."""
    hyphen: bool = False
    clean: Callable[[str], str] = str.strip

    def size(self, op: str, numbers: Numbers) -> int | None:
        """Return how many numbers an operator keeps, the last of them raised; None where it is no such."""
        sizes = {"^": self.caret, "~": self.tilde, "~>": self.pessimistic, "~=": last_but_one, "x": len}
        return 1 if op == "major" else sizes[op](numbers) if op in sizes else None


class Reader:
    """Reads the ranges of one dialect, in one order of versions. A text that is no range raises ValueError."""

    def __init__(self, dialect: Dialect, line: Line) -> None:
        self._dialect = dialect
        self._line = line

    def range(self, text: str) -> Range:
        """Return the alternatives of a range."""
        return tuple(self._alternative(part) for part in alternatives(self._dialect.clean(text)))

    def _alternative(self, text: str) -> Alternative:
        if text in _ANY:
            return Alternative(())
        if text[0] in "[](":
            found = list(intervals(text))
            spans = tuple((self._opened(one), self._closed(one)) for one in found)
            return self._alternative_of([(spans,)], (end for one in found for end in (one.low, one.high)))
        if self._dialect.hyphen and (ends := hyphened(text)):
            spans = ((self._low(ends[0]), self._high(ends[1])),)
            return self._alternative_of([(spans,)], ends)
        tokens = list(comparators(text))
        named = self._named(one for _, one in tokens)
        return self._alternative_of(
            (self._readings(*one, named) for one in tokens), (one for _, one in tokens)
        )

    def _alternative_of(
        self, readings: Iterable[tuple[tuple[Span, ...], ...]], versions: Iterable[Written | None]
    ) -> Alternative:
        return Alternative(tuple(map(Comparator, readings)), self._named(versions))

    def _named(self, versions: Iterable[Written | None]) -> tuple[Key, ...]:
        written = (one for one in versions if one and one.suffix and one.suffix != self._line.least)
        places = (self._line.place(one.text) for one in written)
        return tuple(place.release for place in places if place.release != place.version)

    def _readings(self, op: str, one: Written | None, named: tuple[Key, ...]) -> tuple[tuple[Span, ...], ...]:
        if one is None:
            return ((),) if op in ("<", ">", "!=") else ((ALL,),)
        bare = ("x",) if one.wild else self._dialect.bare
        ops = {"": bare, "=": self._dialect.equals}.get(op, (op,))
        readings = [
            self._spans(meant, one, bool(one.wild) or (whole and one.is_part), named)
            for meant in ops
            for whole in self._dialect.partial
        ]
        if one.wild.startswith(".+") and op in ("", "="):
            # Whether `1.+` holds 1-rc is a question of how that is written.
            readings.append(((early(self._release(one)), early(self._release(one, len(one.numbers)))),))
        return tuple(readings)

    def _spans(self, op: str, one: Written, whole: bool, named: tuple[Key, ...]) -> tuple[Span, ...]:
        """Return what a comparator allows; `whole`: its version stands for all that begin so."""
        if op == "!=":
            ((low, high),) = self._spans("=", one, whole, named)
            return ((START, low), (high, None))
        size = self._dialect.size("x" if whole and op == "=" else op, one.numbers)
        if size is not None:
            return ((self._low(one), early(self._release(one, size))),)
        if op == ">=":
            return ((self._low(one), None),)
        if op == "<":
            return ((START, self._end(one, named)),)
        if whole:
            following = self._line.place(one.raised(len(one.numbers)))
            return ((before(following), None),) if op == ">" else ((START, early(following.release)),)
        place = self._line.place(one.text)
        return {
            ">": ((after(place), None),),
            "<=": ((START, after(place)),),
            "=": ((before(place), after(place)),),
        }[op]

    def _release(self, one: Written, size: int = 0) -> Key:
        return self._line.place(one.raised(size) if size else one.text).release

    def _low(self, one: Written) -> Cut:
        place = self._line.place(one.text)
        from_early = self._dialect.early_start and not one.suffix
        return early(place.release) if from_early or self._is_least(one) else before(place)

    def _end(self, one: Written, named: tuple[Key, ...]) -> Cut:
        place = self._line.place(one.text)
        rule = self._dialect.early_end
        to_early = not one.suffix and (rule == "always" or (bool(rule) and place.release not in named))
        return early(place.release) if to_early or self._is_least(one) else before(place)

    def _high(self, one: Written) -> Cut:
        """Return where `1.2 - 1.4` ends: with a part of a version, with all that begin so."""
        return (
            early(self._release(one, len(one.numbers))) if one.is_part else after(self._line.place(one.text))
        )

    def _is_least(self, one: Written) -> bool:
        return one.suffix != "" and one.suffix == self._line.least

    def _opened(self, one: Interval) -> Cut:
        if one.low is None:
            return START
        return self._low(one.low) if one.opening == "[" else after(self._line.place(one.low.text))

    def _closed(self, one: Interval) -> Cut | None:
        if one.high is None:
            return None
        if one.closing == "[" and not one.high.suffix:
            # Gradle's way to write it, and there it leaves out the prereleases, too.
            return early(self._release(one.high))
        return after(self._line.place(one.high.text)) if one.closing == "]" else self._end(one.high, ())
