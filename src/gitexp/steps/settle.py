"""Settle: ask what reaches beyond one topic, then hold against each candidate that it is not settled.

What was taken back counts before what confirms it, so that nothing raises again what was overturned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Files, History, Owners
from gitexp.records.candidate import Candidate
from gitexp.records.discussion import Discussion
from gitexp.records.garbage import Exclusion, GarbageKind
from gitexp.records.text import Redacted
from gitexp.steps.compared import Compared
from gitexp.steps.extract import UNENTITLED
from gitexp.steps.settle_by_code import confirmed_by_code
from gitexp.steps.settle_carried import carried_in
from gitexp.steps.settle_later import contradicted_later
from gitexp.steps.settle_recurrence import said_again
from gitexp.steps.settle_taken_back import taken_back


@dataclass(frozen=True)
class AtHand:
    """What may be asked of the repository at hand; None where there is none, as for a batch from elsewhere."""

    history: History | None = None
    owners: Owners | None = None
    files: Files | None = None


NOTHING = AtHand()


def settle(
    candidates: Sequence[Candidate],
    discussions: Sequence[Discussion[Redacted]],
    compared: Compared,
    at_hand: AtHand = NOTHING,
) -> tuple[Candidate, ...]:
    """Return the candidates in their order, each with what is unsettled about it as an exclusion in its trail.

    The engine has said how each stands within its topic. Here a later commit, pull request or statement may take
    it back, and the code or another discussion may confirm what nobody answered. What was overturned is a factual
    error; what nobody confirmed has insufficient evidence.
    """
    said = carried_in(candidates, discussions)
    said = taken_back(said, discussions, at_hand.history)
    said = contradicted_later(said, compared)
    said = confirmed_by_code(said, at_hand.files, at_hand.owners)
    said = said_again(said, compared)
    return tuple(_held_against(one.candidate) for one in said)


def _held_against(candidate: Candidate) -> Candidate:
    answer, trail = candidate.settled, candidate.trail
    if answer.answer == "yes":
        # Under `--trust settled` extract asked who had settled it, before it was settled here.
        kept = tuple(lack for lack in trail.lacks if not (answer.entitled and lack == UNENTITLED))
        return replace(candidate, trail=replace(trail, lacks=kept))
    kind: GarbageKind = "factual_error" if answer.answer == "no" else "insufficient_evidence"
    lack = Exclusion(kind, f"not settled: {answer.reason}")
    passed = tuple(one for one in trail.passed if one != kind)
    return replace(candidate, trail=replace(trail, lacks=(*trail.lacks, lack), passed=passed))
