"""Compare an evaluation with an earlier one, case by case, over the cases that both have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from gitexp.records.evaluation import Change, Comparison, Earlier, Worse
from gitexp.records.figures import GATED, Figures, Scored, Threshold

SLACK = 1e-9
"""Only what floating point leaves over may differ."""
THRESHOLDS: tuple[Threshold, ...] = get_args(Threshold)


def compared(
    now: Sequence[Scored],
    hashes: Mapping[str, str],
    nothing: frozenset[str],
    before: Earlier,
    *,
    judged: bool,
) -> Comparison:
    """Return which figures are worse, and what is newly wrong and newly right.

    `nothing` names the cases that teach nothing. A case counts if both have it, with the same content.
    """
    common = {name for name, content in hashes.items() if before.hashes.get(name) == content}
    mine = [one for one in now if one.case in common]
    theirs = [one for one in before.cases if one.case in common]
    changes = [change for threshold in THRESHOLDS for change in _changes(threshold, mine, theirs)]
    return Comparison(
        common=len(common),
        worse=tuple(worse for threshold in THRESHOLDS for worse in _worse(threshold, mine, theirs, nothing)),
        newly_wrong=tuple(change for change in changes if change.wrong),
        newly_right=tuple(change for change in changes if not change.wrong),
        not_compared=tuple(sorted({*hashes, *before.hashes} - common)),
        other_judge=judged != before.judged,
    )


def figures_of(scored: Sequence[Scored], threshold: Threshold, nothing: frozenset[str]) -> Figures:
    """Return the figures that outcomes amount to."""
    rows = [one for one in scored if one.row is not None and not one.optional]
    candidates = [one for one in scored if one.row is None and one.at(threshold) is not None]
    return Figures(
        produced=len(candidates),
        matched=sum(one.at(threshold) == "found" for one in rows),
        optional=sum(one.at(threshold) == "optional" for one in candidates),
        required=len(rows),
        false_from_none=sum(one.case in nothing for one in candidates),
    )


def _worse(
    threshold: Threshold, now: Sequence[Scored], before: Sequence[Scored], nothing: frozenset[str]
) -> list[Worse]:
    mine, theirs = figures_of(now, threshold, nothing), figures_of(before, threshold, nothing)
    found = []
    for name in GATED:
        old, new = float(getattr(theirs, name)), float(getattr(mine, name))
        fallen = new - old if name == "garbage_rate" else old - new
        if fallen > SLACK:
            found.append(Worse(f"{threshold}.{name}", old, new))
    return found


def _changes(threshold: Threshold, now: Sequence[Scored], before: Sequence[Scored]) -> list[Change]:
    """Return what is wrong on one side alone; a wrong candidate that is no longer taken is right."""
    mine, theirs = {one.key: one for one in now}, {one.key: one for one in before}
    found = []
    for key, one in {**theirs, **mine}.items():
        new, old = mine.get(key), theirs.get(key)
        was, is_now = bool(old and old.wrong_at(threshold)), bool(new and new.wrong_at(threshold))
        if was != is_now:
            outcomes = (old.at(threshold) if old else None, new.at(threshold) if new else None)
            found.append(Change(threshold, one, *outcomes, wrong=is_now))
    return found
