"""Recall: what the team learnt that applies here, now, with reasons; silent when there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.records.question import Question as Question
from gitexp.records.recollection import Recollection
from gitexp.steps.judged_here import judged_here
from gitexp.steps.recall_gates import criticised, near_enough, within
from gitexp.steps.recall_lifecycle import in_force, within_day
from gitexp.steps.recall_near import MOST_ALL, near
from gitexp.steps.recall_place import folders_of

if TYPE_CHECKING:  # recall must stay instant: the ports drag in every record
    from gitexp.ports import FactsSource, Index, Meaning, Versions
    from gitexp.records.finding import Finding
    from gitexp.records.recollection import Approval

    Symbols = Callable[[Sequence[str]], Sequence[Finding]]
    Approvals = Callable[[Sequence[str]], Mapping[str, Approval]]
    Given = Callable[[], Mapping[str, int] | None]

WIDER = "none of these is about the place that was asked about: a wider look found them"
LONGEST = 10_000
"""Characters of a question that are searched."""


def recall(
    question: Question,
    index: Index,
    source: FactsSource,
    symbols: Symbols,
    versions: Versions,
    *,
    approvals: Approvals = lambda paths: {},
    given_today: Given = dict,
    meaning: Meaning | None = None,
) -> Recollection:
    """Return what applies, best first, what can't be told with its question, and what is blocked and by what.

    `symbols` looks up names in the code, `approvals` who brought files in, `given_today` how often each experience was
    handed on today. Without what no experience asks for, none of them is called.
    """
    question, cut = _of_a_length(question)
    found, not_asked = near(question, index, meaning)
    found = in_force(found, question)
    looked_at, match = near_enough(found, question)
    looked_at, held_back = within_day(looked_at, given_today)
    beside = set() if looked_at or question.all else set(index.beside(folders_of(question), MOST_ALL))
    judged, facts, unread = judged_here(looked_at, question, source, symbols, versions)
    judged.sort(key=lambda item: (-item.score, item.card.id))
    kept, left_out = within(criticised(judged, question), question)
    shown = [item for item in kept if item.applicability.value == "applicable"]
    wider = (WIDER,) if match == "poor" and shown else ()
    if question.approvals and shown:
        known = approvals([item.card.path for item in shown if item.card.approved])
        shown = [item._replace(approval=known.get(item.card.path)) for item in shown]
    return Recollection(
        applicable=tuple(shown),
        unknown=tuple(item for item in kept if item.applicability.value == "unknown"),
        blocked=tuple(item for item in kept if item.applicability.value == "blocked"),
        facts=facts,
        match=match if shown else "none",
        looked_at=index.served(),
        near=len({one.card.number for one in found} | beside) - len(looked_at),
        skipped=(*index.skipped(), *unread),
        limits=(*wider, *left_out, *held_back, *cut, *([not_asked] if not_asked else [])),
    )


def _of_a_length(question: Question) -> tuple[Question, tuple[str, ...]]:
    """Return a question that somebody may have written: a whole log costs seconds, and finds no more."""
    if len(question.words) <= LONGEST:
        return question, ()
    cut = question._replace(words=question.words[:LONGEST])
    return cut, (f"of the question the first {LONGEST:,} characters were searched",)
