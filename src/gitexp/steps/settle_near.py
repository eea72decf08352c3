"""Settle: which statements of different discussions could be about the same; only those are compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from gitexp.records.text import Redacted
from gitexp.records.words import content_words
from gitexp.steps.settle_carried import Carried

NEAR = 0.5
"""The part of the shorter statement's words that two share."""


def nearby(said: Sequence[Carried]) -> list[list[int]]:
    """Return for each the places of those of other discussions in its repository that share half of their words.

    Found over the words, not by comparing each with each: an engine's answer may cost.
    """
    words = [content_words(one.candidate.what) for one in said]
    having: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, one in enumerate(said):
        for word in words[place]:
            having[one.candidate.repo.casefold(), word].append(place)
    return [_near(place, said, words, having) for place in range(len(said))]


def _near(
    place: int,
    said: Sequence[Carried],
    words: Sequence[frozenset[str]],
    having: dict[tuple[str, str], list[int]],
) -> list[int]:
    own = said[place].candidate
    shared: Counter[int] = Counter()
    for word in words[place]:
        shared.update(having[own.repo.casefold(), word])
    return sorted(
        other
        for other, many in shared.items()
        if said[other].candidate.discussion != own.discussion
        and many >= NEAR * min(len(words[place]), len(words[other]))
    )


def share(one: Redacted, other: Redacted) -> tuple[int, float]:
    """Return how many content words two texts share, and what part of all their words that is."""
    words, others = content_words(one), content_words(other)
    return len(words & others), len(words & others) / max(1, len(words | others))
