"""Lifecycle at recall: what has run out, what is tried on other clones, what was handed on often enough today."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.records.card import Card
    from gitexp.records.question import Question
    from gitexp.steps.recall_near import Near


def tried_here(card: Card, clone: str) -> bool:
    """Return whether this clone is among those that a canary is served to: always the same ones, about its share."""
    return card.canary >= 100 or zlib.crc32(f"{clone} {card.hex}".encode()) % 100 < card.canary


def in_force(found: Sequence[Near], question: Question) -> list[Near]:
    """Return what has not run out, and is tried in this clone."""
    return [
        one
        for one in found
        if not (one.card.expires and question.today and one.card.expires < question.today)
        and tried_here(one.card, question.clone)
    ]


def within_day(
    found: Sequence[Near], given_today: Callable[[], Mapping[str, int] | None]
) -> tuple[list[Near], tuple[str, ...]]:
    """Return what may be handed on once more today, and in words what may not; where nobody counts, all may."""
    limited = [one.card for one in found if one.card.most_a_day is not None]
    if not limited:
        return list(found), ()
    given = given_today()
    if given is None:
        uncounted = "may be given {} a day, which nobody counts: git's exp.usage is false"
        return list(found), tuple(
            f"{card.id} {uncounted.format(counted(card.most_a_day or 0, 'time'))}" for card in limited
        )
    full = [card for card in limited if given.get(card.hex, 0) >= (card.most_a_day or 0)]
    told = tuple(f"{card.id} was given as often today as it may ({card.most_a_day} a day)" for card in full)
    return [one for one in found if one.card not in full], told
