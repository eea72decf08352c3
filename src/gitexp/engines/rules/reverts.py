"""The lesson of a reverted change: the reason that its revert gives, in the reverter's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.engines.rules.alone import stands_alone
from gitexp.engines.rules.candidates import PLACELESS, built, fitted, lacks_of
from gitexp.engines.rules.exclusions import TELLS, THIS_ALONE, UNREASONED
from gitexp.engines.rules.places import MAX_TITLE, place_of_revert
from gitexp.engines.rules.quotes import quotes
from gitexp.engines.rules.sentences import Sentence, sentences
from gitexp.engines.rules.settled import settled
from gitexp.engines.rules.statements import Weighed, reason_near, speaks_plainly, weighed
from gitexp.records.candidate import MAX_WORDS, Candidate
from gitexp.records.discussion import Topic
from gitexp.records.text import Redacted

WORTH_A_LOOK = 1.0
"""A revert is itself a strong sign, so that its reason need not carry as many as a remark in a review."""
TOLD = frozenset({TELLS, UNREASONED, PLACELESS})
"""A revert is told by the one who did it, and is itself the reason."""


def lesson(topic: Topic[Redacted]) -> list[Candidate]:
    """Return what a reverted change teaches, nothing where its revert says no more than that it reverts."""
    change, revert = topic.turns[0], topic.turns[-1]
    known = change is not revert
    # The subject is no reason, and is no sentence either where it is a quoted title alone.
    subject = revert.text.partition("\n")[0]
    own = [one for one in sentences(revert.text) if one.start > len(subject)]
    best = _strongest([told for told in weighed(revert) if told.sentence in own])
    if best is None:
        return []
    title = topic.discussion.title
    where = place_of_revert(revert, title, known=known)
    place = own.index(best.sentence)
    reason = reason_near(own, place) or _beside(own, place)
    why = reason if reason is not None and reason != best.sentence else None
    what = fitted(best.sentence.words, MAX_WORDS - len(where.when))
    evidence = quotes(revert, _in_order(best.sentence, why))
    answer = settled(revert, topic.turns, topic.discussion)
    alone = stands_alone(what, before=title or "", anchored=where.path is not None)
    lacks = [lack for lack in lacks_of(best, where, alone=alone) if lack not in TOLD]
    made = built(topic, best, where, what, why.words if why else None, tuple(evidence), answer, tuple(lacks))
    if title is None or not known:
        return [made]
    return [replace(made, anti_patterns=(title.cut(0, MAX_TITLE).trimmed(),))]


def _beside(own: Sequence[Sentence], place: int) -> Sentence | None:
    """Return the plain sentence before the statement, or after it: a revert's message is about one matter."""
    near = [own[at] for at in (place - 1, place + 1) if 0 <= at < len(own)]
    return next((one for one in near if speaks_plainly(one) and one.paragraph == own[place].paragraph), None)


def _strongest(told: Sequence[Weighed]) -> Weighed | None:
    strong = [
        statement
        for statement in told
        if statement.weight >= WORTH_A_LOOK and THIS_ALONE not in statement.lacks
    ]
    return max(strong, key=lambda statement: (statement.weight, -statement.sentence.start), default=None)


def _in_order(sentence: Sentence, why: Sentence | None) -> list[Sentence]:
    return sorted([sentence, *([why] if why else [])], key=lambda one: one.start)
