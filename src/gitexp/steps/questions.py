"""Questions: what people are asked where a new statement contradicts one that stands; exp never decides it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from gitexp.ports import Symbols
from gitexp.records.contradiction import Contradiction, Stands
from gitexp.records.experience import Standing
from gitexp.records.judgement import Decision
from gitexp.records.recollection import Approval
from gitexp.records.text import Redacted
from gitexp.steps.follows import follows

Approvals = Callable[[Sequence[str]], Mapping[str, Approval]]
"""Who brought each path onto the default branch, when, and by which commit (`Store.approvals`)."""


def questions(
    decisions: Sequence[Decision],
    symbols: Symbols,
    standing: Collection[Standing[Redacted]],
    approvals: Approvals,
) -> tuple[Decision, ...]:
    """Return the decisions in their order; those that contradict tell what the code follows, and since when the old holds.

    `standing` is what is in force; a target that is not among it waits for a person too, or is proposed with this run.
    """
    asked = [decision for decision in decisions if decision.action == "contradict" and decision.target]
    if not asked:
        return tuple(decisions)
    in_force = {one.experience.id for one in standing}
    proposed = {one.experience.id for one in decisions if one.experience is not None}
    paths = [one.target_path for one in asked if one.target_path and one.target and one.target.id in in_force]
    since = approvals(sorted(set(paths))) if paths else {}

    def with_question(decision: Decision) -> Decision:
        target = decision.target
        if decision.action != "contradict" or target is None:
            return decision
        stands: Stands = (
            "in_force" if target.id in in_force else "proposed" if target.id in proposed else "waiting"
        )
        approval = since.get(decision.target_path or "") if stands == "in_force" else None
        question = Contradiction(
            follows(decision.candidate, target, symbols),
            stands,
            approval.at[:10] if approval else None,
            approval.commit if approval else None,
        )
        return replace(decision, question=question)

    return tuple(with_question(decision) for decision in decisions)
