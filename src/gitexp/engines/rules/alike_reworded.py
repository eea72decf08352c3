"""Reworded: two statements that say one thing in other words. Sure only where many signs meet, else they are two.

A reworded statement shares what it names, what it commands and why, though each in other words. Two that have their
situation word for word in common and not their command are two: about one place there is more than one thing to say.
"""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.engines.rules.alike_against import speaks_against
from gitexp.engines.rules.matter import matter, shared_names
from gitexp.records.candidate import Statement
from gitexp.records.clauses import parts
from gitexp.records.stems import parts_of
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class Bar:
    """How many words two statements share to be one: in each field, in all of them, and what part of the shorter one."""

    each: int
    many: int
    part: float


NAMED, NAMELESS = Bar(1, 3, 0.33), Bar(2, 6, 0.5)
"""For two that name one thing, its own words left aside; and for two of which one names nothing."""
EDITED = 0.5
"""The part of the words of two situations that tells that the one was written after the other, and changed."""
HALF = 0.5


def reworded(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether two statements are one in other words; where anything speaks against it, they are not.

    Chinese and Japanese have no words here, only pairs of signs, which are common without telling anything.
    """
    dense = matter(one.what).dense or matter(other.what).dense
    return not dense and _shares_enough(one, other) and not speaks_against(one, other)


def _shares_enough(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether they name one thing, command with common words, for a reason with common words."""
    mine, theirs = frozenset(one.symbols), frozenset(other.symbols)
    named = shared_names(mine, theirs) | shared_names(theirs, mine)
    if mine and theirs and max(len(named & some) / len(some) for some in (mine, theirs)) < HALF:
        return False
    bar = NAMED if named else NAMELESS
    own = frozenset(word for name in named for word in parts_of(name))
    first, second = _fields(one), _fields(other)
    common = [len(these & those) for these, those in zip(first, second, strict=True)]
    common[1] += len(_kept(one.what) & _kept(other.what))
    if min(common) < bar.each:
        return False
    if _edited(first[0] - own, second[0] - own):
        return False
    shared = (first[1] | first[2]) & (second[1] | second[2]) | first[0] & second[0]
    shortest = min(len(frozenset().union(*fields)) for fields in (first, second))
    return len(shared - own) >= bar.many and len(shared) >= bar.part * shortest


def _fields(one: Statement[Redacted]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the words of situation, command and reason."""
    return matter(one.when).words, matter(one.what).words, matter(one.why or "").words


def _kept(what: str) -> frozenset[tuple[str, bool]]:
    """Return what is commanded by the verbs whose contraries are known: "keep" is "do not remove"."""
    return frozenset(part.keeps for part in parts(what) if part.keeps)


def _edited(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two situations are mostly one, and differ: then the one is another, or narrower, on purpose."""
    shared = len(one & other)
    return (
        one < other
        or other < one
        or (one != other and shared >= NAMED.many and shared >= EDITED * len(one | other))
    )
