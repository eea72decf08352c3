"""Compare how recall answers with how it answered before, question by question, over those that both have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.records.evaluation import Comparison, TurnedQuestion
from gitexp.records.figures_recall import Answers, Asked
from gitexp.steps.compare_figures import fallen


def with_questions(
    one: Comparison, now: Sequence[Asked], before: Sequence[Asked], threshold: float
) -> Comparison:
    """Return the comparison with the questions in it. One counts if both have it, with the same store behind it."""
    theirs = {each.id: each for each in before}
    both = [
        (theirs[each.id], each) for each in now if each.id in theirs and theirs[each.id].hash == each.hash
    ]
    common = {each.id for _, each in both}
    alone = sorted({*theirs, *(each.id for each in now)} - common)
    return replace(
        one,
        worse=(
            *one.worse,
            *fallen(_gated([old for old, _ in both]), _gated([new for _, new in both]), threshold),
        ),
        not_compared=(*one.not_compared, *(f"recall {name}" for name in alone)),
        turned_questions=tuple(TurnedQuestion(old, new) for old, new in both if old.wrong != new.wrong),
        common_questions=len(both),
    )


def _gated(asked: Sequence[Asked]) -> dict[str, float]:
    return {f"recall.{name}": figure for name, figure in Answers(tuple(asked)).gated().items()}
