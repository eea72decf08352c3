"""Place a candidate beside what stands: which one it repeats, adds to or contradicts; none or several is a new one."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.likeness import likeness
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Experience, Standing
from gitexp.records.judgement import Likeness, Placement
from gitexp.records.text import Redacted


def placing(candidate: Candidate, standing: Sequence[Standing[Redacted]]) -> Placement:
    """Return what a candidate does to which of the standing experiences."""
    held = [_statement(one.experience) for one in standing]
    compared = [likeness(candidate.statement, one) for one in held]
    opposed = [place for place, found in enumerate(compared) if found.opposed]
    if opposed:
        return Placement(
            "contradict", opposed[0], "says the contrary of what stands or waits; the question goes to people"
        )
    alike = [place for place, found in enumerate(compared) if _same(found)]
    if len(alike) != 1:
        return Placement(
            "create",
            None,
            f"{len(alike)} are like it: none is the one target" if alike else "nothing like it stands",
        )
    [place] = alike
    if compared[place].what == "contains":
        return Placement("update", place, "says the same in more detail")
    if held[place].why is None and candidate.why is not None:
        return Placement("update", place, "adds a reason to what stands")
    return Placement("skip", place, "interchangeable with what stands: one more sighting")


def _same(found: Likeness) -> bool:
    return found.what != "different" and found.same_when and found.same_conclusion and not found.opposed


def _statement(one: Experience[Redacted]) -> Statement[Redacted]:
    return Statement(one.when, one.what, one.why, one.lens, one.kind, one.scope.symbols, one.scope.paths)
