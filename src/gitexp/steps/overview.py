"""Chooses the few experiences that are told when a session begins: what people set to block or warn, then the newest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.steps.recall_lifecycle import in_force
from gitexp.steps.recall_near import Near

if TYPE_CHECKING:
    from gitexp.ports import Index
    from gitexp.records.card import Card
    from gitexp.records.question import Question
    from gitexp.records.recollection import Recalled

MOST = 3
_LOOKED_AT = 60
"""Those of best standing: by severity, quality and sightings."""
_JUDGED = 12
"""Experiences of which it is asked whether they apply."""
_SEVERITY = {"block": 0, "warn": 1}


def overview(
    asked: Question, index: Index, applying: Callable[[Sequence[Near]], Sequence[Recalled]]
) -> tuple[list[Recalled], int]:
    """Return the experiences to tell, and how many more are in force."""
    cards = sorted(index.cards(index.everything(_LOOKED_AT)), key=_importance)
    some = in_force([Near(card, 0.5, because=_why(card)) for card in cards], asked)
    found = list(applying(some[:_JUDGED]))[:MOST]
    over = len(cards) - len(some)  # what has run out, or is tried on other clones
    return found, max(0, index.served() - over - len(found))


def _importance(card: Card) -> tuple[int, int, str]:
    return _SEVERITY.get(card.severity or "", 2), -_day(card), card.id


def _day(card: Card) -> int:
    """Return when it was observed, or last said, as a number; 0 where that is not known."""
    at = card.observed_at or max((one.at for one in card.evidence if one.at), default="")
    digits = at[:10].replace("-", "")
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _why(card: Card) -> tuple[str, ...]:
    return card.paths[:2]
