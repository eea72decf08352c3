"""Settle: hold against each candidate that it is not settled; what nobody took over or confirmed is no experience yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.records.candidate import Candidate
from gitexp.records.garbage import Exclusion, GarbageKind


def settle(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the candidates, each with what is unsettled about it as an exclusion in its trail.

    What was overturned is a factual error; what nobody confirmed has insufficient evidence.
    """
    return tuple(_held_against(candidate) for candidate in candidates)


def _held_against(candidate: Candidate) -> Candidate:
    answer = candidate.settled
    if answer.answer == "yes":
        return candidate
    kind: GarbageKind = "factual_error" if answer.answer == "no" else "insufficient_evidence"
    lack = Exclusion(kind, f"not settled: {answer.reason}")
    return replace(candidate, trail=replace(candidate.trail, lacks=(*candidate.trail.lacks, lack)))
