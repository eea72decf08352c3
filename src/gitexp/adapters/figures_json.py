"""Writes an evaluation as JSON: what `exp evaluate --json` prints and `--baseline` reads again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from gitexp.records.evaluation import Change, Comparison, Evaluation
from gitexp.records.figures import GATED, Both, Extraction, Figures, FromNothing, Pairing, Scored, Threshold
from gitexp.records.mistakes import Mistake

Document = dict[str, object]
DIGITS = 4


def evaluation_document(one: Evaluation) -> Document:
    """Return an evaluation as JSON. At the top of `extraction` stand the figures of the wide threshold."""
    first = one.extraction
    measured = {**_extraction(first), "seconds": round(one.seconds, 3)}
    if len(one.runs) > 1:
        measured["runs"] = [_both(run.whole) for run in one.runs]
        measured["mean"] = {
            "proposing": _over(one.runs, "proposing", fmean),
            **_over(one.runs, "wide", fmean),
        }
        measured["spread"] = {
            "proposing": _over(one.runs, "proposing", _spread),
            **_over(one.runs, "wide", _spread),
        }
    return {
        "figures": {"extraction": measured},
        "engine": one.engine,
        "runs": len(one.runs),
        "judge": "verdicts" if one.with_verdicts else "words",
        "case_set": one.case_set,
        "case_hashes": dict(one.hashes),
        "cases": [_scored(scored) for scored in first.cases],
        "errors": [_mistake(mistake) for mistake in first.errors],
        "unjudged": [_pairing(pair) for pair in first.unjudged],
        **_comparison(one.comparison),
        "skipped": [{"where": skip.where, "what": skip.what} for skip in (*one.skipped, *first.left_out)],
        "elapsed_ms": round(1000 * one.seconds),
    }


def _extraction(one: Extraction) -> Document:
    name, best = one.best_baseline
    over = one.over_baseline
    return {
        **_both(one.whole),
        "evidence_only": _both(one.evidence_only),
        "curve": [_figures(point) for point in one.curve],
        "lenses": {lens: _both(both) for lens, both in one.lenses.items()},
        "garbage": {kind: _from_nothing(some) for kind, some in one.garbage.items()},
        "full_form": _both(one.full_form),
        "comments_only": _both(one.comments_only),
        "baselines": {title: _figures(some) for title, some in one.baselines.items()},
        "best_baseline": name,
        "best_baseline_f1": _rounded(best.f1),
        "f1_over_best_baseline": None if over is None else _rounded(over),
        "judged": one.judged,
    }


def _both(both: Both) -> Document:
    return {**_figures(both.wide), "proposing": _figures(both.proposing)}


def _figures(one: Figures) -> Document:
    return {
        **{name: _rounded(float(getattr(one, name))) for name in GATED},
        "produced": one.produced,
        "matched": one.matched,
        "optional": one.optional,
        "required": one.required,
        "rows_found": one.rows_found,
        "false_from_none": one.false_from_none,
    }


def _from_nothing(one: FromNothing) -> Document:
    return {
        "discussions": one.discussions,
        "with_false": one.with_false,
        "candidates": one.candidates,
        "proposed": one.proposed,
    }


def _over(runs: Sequence[Extraction], threshold: Threshold, how: Callable[[list[float]], float]) -> Document:
    values = {name: [float(getattr(run.whole.at(threshold), name)) for run in runs] for name in GATED}
    return {name: _rounded(how(some)) for name, some in values.items()}


def _spread(values: list[float]) -> float:
    return max(values) - min(values)


def _rounded(value: float) -> float:
    return round(value, DIGITS)


def _scored(one: Scored) -> Document:
    about: Document = {"candidate": one.candidate}
    if one.row is not None:
        about = {"row": one.row, "optional": one.optional}
    outcome = {"wide": one.wide, "proposing": one.proposing}
    return {"key": one.key, "discussion": one.case, **about, **outcome, "words": one.words}


def _mistake(one: Mistake) -> Document:
    return {
        "kind": one.kind,
        "discussion": one.case,
        "row": one.row,
        "candidate": one.candidate,
        "words": one.words,
        "expected": one.expected,
        "given": one.given,
        "turns": list(one.turns),
        "said": one.said,
        "exclusions": [{"kind": exclusion.kind, "words": exclusion.words} for exclusion in one.exclusions],
        "garbage_kind": one.garbage,
        "proposed": one.proposed,
    }


def _pairing(one: Pairing) -> Document:
    return {
        "key": one.key,
        "discussion": one.case,
        "row": one.row,
        "candidate": one.candidate,
        "expected": one.expected,
        "given": one.given,
    }


def _comparison(one: Comparison | None) -> Document:
    if one is None:
        return {"worse": [], "newly_wrong": [], "newly_right": [], "not_compared": []}
    return {
        "worse": [
            {"figure": worse.figure, "before": _rounded(worse.before), "now": _rounded(worse.now)}
            for worse in one.worse
        ],
        "newly_wrong": [_change(change) for change in one.newly_wrong],
        "newly_right": [_change(change) for change in one.newly_right],
        "not_compared": list(one.not_compared),
    }


def _change(one: Change) -> Document:
    return {
        "threshold": one.threshold,
        "key": one.one.key,
        "discussion": one.one.case,
        "row": one.one.row,
        "candidate": one.one.candidate,
        "before": one.before,
        "now": one.now,
        "words": one.one.words,
    }
