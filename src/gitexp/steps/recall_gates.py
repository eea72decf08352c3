"""The gates after ranking: what is near enough, how deep the answer goes, what is beside the point, what it may cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from gitexp.records.words import tokens_of
from gitexp.steps.retell import frame

if TYPE_CHECKING:
    from gitexp.records.question import Question
    from gitexp.records.recollection import Recalled
    from gitexp.steps.recall_near import Near

BUDGET = 500
"""Tokens of an answer, unless it is asked for more. The best one is always given whole: a small budget is no silence."""
MATTER = 0.38
"""The share of a question's matter from which an experience is about it."""
FAINT = 0.28
"""From this share on it may be, where nothing else comes near it."""
STRONG = 0.6
"""From this share on it is about it wherever its scope lies."""
BESIDE = 0.6
"""Below this share of the matter that the nearest has, another place is another matter."""
DEPTHS = (1, 3, 5)


def near_enough(
    found: Sequence[Near], question: Question
) -> tuple[list[Near], Literal["good", "poor", "none"]]:
    """Return what is near enough to be looked at, and how good that is.

    Where nothing is, one wider try leaves the scope out of it: what is about the matter at another place.
    """
    if question.open or question.all:
        return list(found), "good" if found else "none"
    alone = _standing_out(found)
    good = [one for one in found if _is_near(one) or (one is alone and not one.elsewhere)]
    if good:
        return good, "good"
    wider = [one for one in found if one.elsewhere and (one.matter >= MATTER or one is alone)]
    return wider, "poor" if wider else "none"


def _is_near(one: Near) -> bool:
    if one.elsewhere and not one.named:
        return one.matter >= STRONG
    return one.covered or one.named or one.matter >= MATTER


def _standing_out(found: Sequence[Near]) -> Near | None:
    """Return the one that shares far more of the matter than all others: by chance several share as much."""
    ordered = sorted(found, key=lambda one: -one.matter)
    if not ordered or ordered[0].matter < FAINT:
        return None
    first = ordered[0]
    return first if len(ordered) == 1 or ordered[1].matter <= BESIDE * first.matter else None


def depth(question: Question) -> int:
    """Return how many experiences a question is worth: 1, 3 or 5 by how much it asks."""
    from gitexp.records.search_tokens import spelled_tokens

    asked = len(spelled_tokens(question.words)) + 4 * len(question.files) + 3 * len(question.symbols)
    if question.open or asked > 14:
        return DEPTHS[2]
    return DEPTHS[1] if asked > 2 else DEPTHS[0]


def criticised(judged: Sequence[Recalled], question: Question) -> list[Recalled]:
    """Return what applies, without what shares neither place nor matter with the question.

    What it shares of the matter is measured by the nearest of all, also where that one does not apply here: what is
    beside the point is no stand-in for it.
    """
    applicable = [item for item in judged if item.applicability.value == "applicable"]
    if question.open or question.all or not applicable:
        return applicable
    most = max(item.matter for item in judged)
    least = max(min(MATTER, most), BESIDE * most)
    return [item for item in applicable if item.place > 0 or item.named or item.matter >= least]


def within(applicable: Sequence[Recalled], question: Question) -> tuple[list[Recalled], tuple[str, ...]]:
    """Keep to depth, limit and budget; the best one always comes, whole. What is left out is counted and said."""
    limit = question.limit or (None if question.all else depth(question))
    budget = question.budget or (None if question.all or question.limit else BUDGET)
    shown: list[Recalled] = []
    spent = tokens_of(frame(question.files))
    more = "--limit"
    for item in applicable:
        if limit is not None and len(shown) >= limit:
            break
        if budget is not None and shown and spent + item.tokens > budget:
            more = "--budget"
            break
        shown.append(item)
        spent += item.tokens
    left = len(applicable) - len(shown)
    if not left:
        return shown, ()
    return shown, (
        f"{left} more applies: {more} or --all shows it"
        if left == 1
        else f"{left} more apply: {more} or --all shows them",
    )
