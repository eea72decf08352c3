"""Placing (interim)."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.likeness import likeness
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Standing
from gitexp.records.judgement import Placement
from gitexp.records.text import Redacted


def placing(candidate: Candidate, standing: Sequence[Standing[Redacted]]) -> Placement:
    """Return what a candidate does to which of those beside it."""
    compared = []
    for place, one in enumerate(standing):
        e = one.experience
        other = Statement(e.when, e.what, e.why, e.lens, e.kind, e.scope.symbols, e.scope.paths)
        compared.append((place, one, likeness(candidate.statement, other)))
    for place, _, how in compared:
        if how.opposed:
            return Placement("contradict", place)
    alike = [
        (place, one, how)
        for place, one, how in compared
        if how.what != "different" and how.same_when and how.same_conclusion
    ]
    if len(alike) != 1:
        return Placement("create", None, f"{len(alike)} are like it: none is the one target" if alike else "")
    place, one, how = alike[0]
    adds = one.experience.why is None and candidate.why is not None
    return Placement("update" if how.what == "contains" or adds else "skip", place)
