"""Puts together what is recalled: how near it is, whether it applies, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.records.recollection import Recalled

if TYPE_CHECKING:
    from gitexp.records.applicability import Applicability
    from gitexp.steps.recall_near import Near


def as_recalled(one: Near, applies: Applicability, today: str) -> Recalled:
    """Return one experience with all reasons; `today` is YYYY-MM-DD."""
    card = one.card
    because = [*one.because, *applies.because]
    if card.review_after and today and card.review_after <= today:
        because.append(f"due for a second look since {card.review_after}")
    score = round(min(1.0, one.score + 0.02 * applies.typical), 3)
    return Recalled(card, applies, score, tuple(because), 0, one.place, one.matter, one.named, one.defines)
