"""Measure: all figures of one run over cases, at both thresholds and by part (DESIGN.md section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Lens
from gitexp.records.figures import Both, Extraction, Figures, FromNothing, Outcome, Scored
from gitexp.records.gold import CaseSet, GoldCase
from gitexp.records.text import Redacted
from gitexp.steps.baselines import baselines
from gitexp.steps.judge import Answers, judge_of, unjudged
from gitexp.steps.mistakes import mistakes, scenes
from gitexp.steps.score import Judge, Matching, Said, by_evidence, figures, match

CURVE = 10
"""Steps of the curve from the proposing threshold to the wide one."""
_Matched = tuple[Sequence[Said], Matching, Matching]


def measure(
    cases: CaseSet,
    discussions: Sequence[Discussion[Redacted]],
    topics: Sequence[Topic[Redacted]],
    produced: Sequence[Said],
    answers: Answers | None = None,
) -> Extraction:
    """Return what a run measured; `produced` is in the order of the curve, what is proposed first."""
    known, judge = cases.cases, judge_of(answers)
    full = {cases.names[one.id] for one in discussions if _is_whole(one)}
    matched = _matched(produced, known, judge)
    staged = scenes(known, matched, discussions, topics, cases.names)
    left, judged = unjudged(produced, known, answers)
    trivial = baselines(discussions, cases.names, cases.required)
    return Extraction(
        whole=_both(produced, known, judge),
        evidence_only=_both(produced, known, by_evidence),
        curve=_curve(produced, known, judge),
        lenses={lens: _of_lens(lens, produced, known, judge) for lens in get_args(Lens)},
        garbage=_by_kind(produced, known),
        full_form=_both(produced, [case for case in known if case.name in full], judge),
        comments_only=_both(produced, [case for case in known if case.name not in full], judge),
        # Nobody judges whole threads: by words, always.
        baselines={name: figures(taken, known) for name, taken in trivial.items()},
        cases=tuple(one for case in known for one in _outcomes(case, *matched[case.name])),
        errors=tuple(one for scene in staged for one in mistakes(scene, judge)),
        unjudged=left,
        judged=judged,
    )


def _is_whole(discussion: Discussion[Redacted]) -> bool:
    """Return whether more is known than review comments; many collections hold these alone, some with the title."""
    return any(not turn.id.startswith("review_comment:") for turn in discussion.turns)


def _matched(produced: Sequence[Said], cases: Sequence[GoldCase], judge: Judge) -> dict[str, _Matched]:
    """Return for each case what was produced, and its matching at the wide and at the proposing threshold."""
    found: dict[str, _Matched] = {}
    for case in cases:
        mine = [one for one in produced if one.case == case.name]
        narrow = match([one for one in mine if one.proposed], case, judge)
        found[case.name] = (mine, match(mine, case, judge), narrow)
    return found


def _both(produced: Sequence[Said], cases: Sequence[GoldCase], judge: Judge) -> Both:
    return Both(
        figures(produced, cases, judge), figures([one for one in produced if one.proposed], cases, judge)
    )


def _curve(produced: Sequence[Said], cases: Sequence[GoldCase], judge: Judge) -> tuple[Figures, ...]:
    """Return the figures of longer and longer prefixes, from what is proposed to all."""
    first, last = sum(one.proposed for one in produced), len(produced)
    counts = sorted({first + round((last - first) * step / CURVE) for step in range(CURVE + 1)})
    return tuple(figures(produced[:many], cases, judge) for many in counts)


def _of_lens(lens: Lens, produced: Sequence[Said], cases: Sequence[GoldCase], judge: Judge) -> Both:
    """Return recall by the row's lens, and precision and garbage by the candidate's."""
    rows = [replace(case, rows=tuple(row for row in case.rows if row.lens == lens)) for case in cases]
    of_rows = _both(produced, rows, judge)
    own = _both([one for one in produced if one.lens == lens], cases, judge)
    return Both(_joined(own.wide, of_rows.wide), _joined(own.proposing, of_rows.proposing))


def _joined(own: Figures, of_rows: Figures) -> Figures:
    return replace(own, required=of_rows.required, found=of_rows.matched)


def _by_kind(produced: Sequence[Said], cases: Sequence[GoldCase]) -> dict[str, FromNothing]:
    """Return what came from discussions that teach nothing, by why nothing is expected of them."""
    names: dict[str, set[str]] = {}
    for case in cases:
        if case.none:
            names.setdefault(case.kind or "no kind given", set()).add(case.name)
    found: dict[str, FromNothing] = {}
    for kind, some in sorted(names.items()):
        mine = [one for one in produced if one.case in some]
        with_false = len({one.case for one in mine})
        found[kind] = FromNothing(len(some), with_false, len(mine), sum(one.proposed for one in mine))
    return found


def _outcomes(case: GoldCase, mine: Sequence[Said], wide: Matching, narrow: Matching) -> list[Scored]:
    """Return how each row and each candidate of a case came out."""
    rows = [
        Scored(
            f"{case.name} {row.id}",
            case.name,
            "found" if row.id in wide.of_row else "missed",
            "found" if row.id in narrow.of_row else "missed",
            row=row.id,
            words=row.text,
            optional=row.optional,
        )
        for row in case.rows
    ]
    candidates = [
        Scored(
            f"{case.name} {one.key}",
            case.name,
            _outcome(one, wide),
            _outcome(one, narrow) if one.proposed else None,
            candidate=one.id,
            words=one.text,
        )
        for one in mine
    ]
    return rows + candidates


def _outcome(one: Said, found: Matching) -> Outcome:
    if one.key in found.right:
        return "right"
    return "optional" if one.key in found.neutral else "wrong"
