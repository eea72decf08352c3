"""The gates after ranking: what is near enough, how deep the answer goes, what is beside the point, what it may cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from gitexp.records.search_tokens import spelled_tokens, weight_of
from gitexp.records.words import tokens_of
from gitexp.steps.recall_near import CROWD, FAR_OFF, Near
from gitexp.steps.recall_place import THE_FILE
from gitexp.steps.retell import frame, lines_of

if TYPE_CHECKING:
    from gitexp.records.question import Question
    from gitexp.records.recollection import Recalled

BUDGET = 500
"""Tokens of an answer, unless it is asked for more. The best one is always given whole: a small budget is no silence."""
MATTER = 0.44
"""The share of a question's matter from which an experience is about it."""
FAINT = 0.28
"""From this share on it may be, where nothing else comes near it."""
LIKELY = 0.45
"""From this share on it is worth a look from another place, where this place has nothing of the words."""
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
    likely = _no_chance(found, question)
    alone = _standing_out(likely)
    good = [one for one in likely if _is_near(one) or (one is alone and not one.elsewhere)]
    wider = [one for one in likely if one.elsewhere and (one.mass >= MATTER or one is alone)]
    if good and _beside_the_words(good, question):
        good += [one for one in wider if one.mass >= LIKELY]
    return (good, "good") if good else (wider, "poor" if wider else "none")


def _beside_the_words(good: Sequence[Near], question: Question) -> bool:
    """Return whether words were asked, and what is near has nothing of them."""
    return bool(question.words.strip()) and all(
        one.covered and one.matter < FAR_OFF and not one.named for one in good
    )


def _is_near(one: Near) -> bool:
    if one.elsewhere and not one.named:
        return one.mass >= STRONG
    return one.covered or one.named or one.matter >= MATTER


def _no_chance(found: Sequence[Near], question: Question) -> list[Near]:
    """Return what is there for a reason of its own.

    Where words were asked that it has nothing of, a glob over a whole area that others are about too, or that others
    are nearer to, is no reason. Nor is it one to hold most of a question of one or two words, where many hold them.
    """
    if not question.words.strip():
        return list(found)
    covering = [one for one in found if one.covered]
    nearest = max((one.place for one in covering), default=0.0)
    about_it = any(one.matter >= MATTER for one in covering)
    by_area = [
        one
        for one in covering
        if one.matter < FAR_OFF and not one.named and one.place < THE_FILE
        if one.crowded or one.place < nearest or about_it
    ]
    by_share = [
        one
        for one in found
        if one.matter >= MATTER > one.mass and not (one.covered or one.named or one.defines)
    ]
    # Who asks for one word wants what holds it, however many do.
    many = len(by_share) > CROWD and len(spelled_tokens(question.words)) > 1
    out = {one.card.number for one in (*by_area, *(by_share if many else ()))}
    return [one for one in found if one.card.number not in out]


def _standing_out(found: Sequence[Near]) -> Near | None:
    """Return the one that shares far more of the matter than all others: by chance several share as much."""
    ordered = sorted(found, key=lambda one: -one.matter)
    if not ordered or ordered[0].matter < FAINT:
        return None
    first = ordered[0]
    return first if len(ordered) == 1 or ordered[1].matter <= BESIDE * first.matter else None


def depth(question: Question, defining: int = 0) -> int:
    """Return how many experiences a question is worth: 1, 3 or 5 by how much it asks.

    A word that means several things here is worth each of its meanings (`defining`), up to three.
    """
    words = round(sum(map(weight_of, spelled_tokens(question.words))))
    asked = words + 4 * len(question.files) + 3 * len(question.symbols)
    if question.open or asked > 14:
        return DEPTHS[2]
    return DEPTHS[1] if asked > 2 else min(DEPTHS[1], max(DEPTHS[0], defining))


def criticised(judged: Sequence[Recalled], question: Question) -> list[Recalled]:
    """Drop what shares neither place nor matter with the question.

    What it shares of the matter is measured by the nearest of all, also where that one does not apply here: what is
    beside the point is no stand-in for it.
    """
    if question.open or question.all or not judged:
        return list(judged)
    most = max(item.matter for item in judged)
    least = max(min(MATTER, most), BESIDE * most)
    return [item for item in judged if item.place > 0 or item.named or item.matter >= least]


def within(items: Sequence[Recalled], question: Question) -> tuple[list[Recalled], tuple[str, ...]]:
    """Keep what applies to depth, limit and budget; the best one always comes, whole. What is left out is told.

    What can't be told, or does not apply, stays where it would have come within the depth.
    """
    limit = question.limit or (None if question.all else depth(question, sum(item.defines for item in items)))
    budget = question.budget or (None if question.all or question.limit else BUDGET)
    applicable = [item for item in items if item.applicability.value == "applicable"]
    kept: list[Recalled] = []
    spent, shown, more = tokens_of(frame(question.files)), 0, "--limit"
    for item in applicable:
        if limit is not None and shown >= limit:
            break
        tokens = tokens_of("\n".join(lines_of(1, item)))
        if budget is not None and shown and spent + tokens > budget:
            more = "--budget"
            break
        kept.append(item._replace(tokens=tokens))
        shown, spent = shown + 1, spent + tokens
    others = [item for item in items if item.applicability.value != "applicable"][
        : None if limit is None else 2 * limit
    ]
    left = len(applicable) - shown
    more = f"{more} or --all" if not question.all else more
    told = "applies: {} shows it" if left == 1 else "apply: {} shows them"
    return [*kept, *others], (f"{left} more {told.format(more)}",) if left else ()
