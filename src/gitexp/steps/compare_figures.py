"""Compare an evaluation with an earlier one, case by case, over the cases that both have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from gitexp.records.evaluation import Change, Comparison, Difference, Earlier, Turned, Worse
from gitexp.records.figures import COUNTS, GATED, LESS_IS_BETTER, Figures, Scored, Threshold
from gitexp.records.figures_governance import Answered, Dedup, Merge
from gitexp.records.judgement import Judge

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
    answers: Sequence[Answered] = (),
    judge: Judge | None = None,
    threshold: float = 0.0,
) -> Comparison:
    """Return which figures are worse by more than `threshold`, and what is newly wrong and newly right.

    `nothing` names the cases that teach nothing, `answers` are those of dedup and merge. A case counts if both have
    it, with the same content.
    """
    common = {name for name, content in hashes.items() if before.hashes.get(name) == content}
    mine = [one for one in now if one.case in common]
    theirs = [one for one in before.cases if one.case in common]
    changes = [change for at in THRESHOLDS for change in _changes(at, mine, theirs)]
    both, alone = _both(answers, before.answers)
    worse = [one for at in THRESHOLDS for one in _worse(at, mine, theirs, nothing, threshold)]
    return Comparison(
        common=len(common),
        worse=(*worse, *_worse_answers(both, threshold)),
        newly_wrong=tuple(change for change in changes if change.wrong),
        newly_right=tuple(change for change in changes if not change.wrong),
        not_compared=(*sorted({*hashes, *before.hashes} - common), *alone),
        other_judge=judged != before.judged,
        turned=tuple(Turned(old, new) for old, new in both if old.wrong != new.wrong),
        common_answers=len(both),
        differences=_differences(before.judge, judge),
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
    at: Threshold, now: Sequence[Scored], before: Sequence[Scored], nothing: frozenset[str], threshold: float
) -> list[Worse]:
    mine, theirs = figures_of(now, at, nothing), figures_of(before, at, nothing)
    old = {f"{at}.{name}": float(getattr(theirs, name)) for name in GATED}
    return fallen(old, {f"{at}.{name}": float(getattr(mine, name)) for name in GATED}, threshold)


def fallen(old: Mapping[str, float], new: Mapping[str, float], threshold: float) -> list[Worse]:
    """Return the figures that both have and that are worse by more than the threshold; of counts by any."""
    found = []
    for name, was in old.items():
        figure, worse = name.rpartition(".")[2], new.get(name, was) - was
        if figure not in LESS_IS_BETTER:
            worse = -worse
        if worse > (0 if figure in COUNTS else threshold) + SLACK:
            found.append(Worse(name, was, new[name]))
    return found


def _worse_answers(both: Sequence[tuple[Answered, Answered]], threshold: float) -> list[Worse]:
    return fallen(_gated([old for old, _ in both]), _gated([new for _, new in both]), threshold)


def _gated(answers: Sequence[Answered]) -> dict[str, float]:
    """Return the figures of both layers that a baseline holds, over these answers."""
    dedup = Dedup(tuple(one for one in answers if one.layer == "dedup")).gated()
    merge = Merge(tuple(one for one in answers if one.layer == "merge")).gated()
    return {
        **{f"dedup.{name}": figure for name, figure in dedup.items()},
        **{f"merge.{name}": figure for name, figure in merge.items()},
    }


def _both(
    now: Sequence[Answered], before: Sequence[Answered]
) -> tuple[list[tuple[Answered, Answered]], list[str]]:
    """Return the cases that both have with the same content, before and now, and the names of the others."""
    mine, theirs = ({(one.layer, one.id): one for one in some} for some in (now, before))
    common = {key for key, one in mine.items() if key in theirs and theirs[key].hash == one.hash}
    both = [(theirs[key], one) for key, one in mine.items() if key in common]
    return both, [f"{layer} {name}" for layer, name in sorted({*mine, *theirs} - common)]


def _differences(before: Judge | None, now: Judge | None) -> tuple[Difference, ...]:
    """Return what stands behind both and is not the same; nothing where one of both does not say."""
    if before is None or now is None:
        return ()
    pairs = [
        ("engine", before.engine, now.engine),
        ("model", before.model or "", now.model or ""),
        ("prompts", ", ".join(_only(before, now)), ", ".join(_only(now, before))),
    ]
    return tuple(Difference(what, old, new) for what, old, new in pairs if old != new)


def _only(one: Judge, other: Judge) -> list[str]:
    return [name for name in one.prompts if name not in other.prompts]


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
