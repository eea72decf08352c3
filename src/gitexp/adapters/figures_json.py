"""Writes an evaluation as JSON: what `exp evaluate --json` prints and `--baseline` reads again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from gitexp.adapters.figures_json_answers import (
    Document,
    answered,
    dedup_figures,
    merge_figures,
    rounded,
    turned,
    wrong_answer,
)
from gitexp.adapters.figures_json_recall import asked, missed, recall_figures, turned_question
from gitexp.records.evaluation import Change, Comparison, Evaluation, Measured
from gitexp.records.figures import (
    GATED,
    Both,
    Extraction,
    Figures,
    FromNothing,
    Layer,
    Pairing,
    Scored,
    Threshold,
)
from gitexp.records.llm import Spent
from gitexp.records.mistakes import Mistake


def evaluation_document(one: Evaluation) -> Document:
    """Return an evaluation as JSON. At the top of `extraction` stand the figures of the wide threshold."""
    first = one.first
    extraction = first.extraction
    answers = first.answers
    return {
        "figures": _layers(one),
        "engine": one.judge.engine,
        "model": one.judge.model,
        "prompts": list(one.judge.prompts),
        "runs": len(one.runs),
        "judge": "verdicts" if one.with_verdicts else "words",
        "case_set": one.case_set,
        "case_sets": dict(one.case_sets),
        "case_hashes": dict(one.hashes),
        "cases": [_scored(scored) for scored in extraction.cases] if extraction else [],
        "pairs": [answered(answer) for answer in answers if answer.layer == "dedup"],
        "placements": [answered(answer) for answer in answers if answer.layer == "merge"],
        "questions": [asked(question) for question in first.asked],
        "errors": [
            *(_mistake(mistake) for mistake in (extraction.errors if extraction else ())),
            *(wrong_answer(answer) for answer in answers if answer.wrong),
            *(missed(question) for question in first.asked if question.misses),
        ],
        "unjudged": [_pairing(pair) for pair in extraction.unjudged] if extraction else [],
        "spent": _spent_of_all(one),
        "failed": _failed(one),
        "threshold": one.threshold,
        **_comparison(one.comparison),
        "skipped": _skipped(one),
        "elapsed_ms": round(1000 * one.seconds),
    }


def _layers(one: Evaluation) -> Document:
    """Return the figures of each layer that there are cases of; over several runs their mean and spread too."""
    first = one.first
    found: Document = {}
    if first.extraction:
        found["extraction"] = {
            **_extraction(first.extraction),
            "seconds": round(one.seconds, 3),
            **_extraction_runs([run.extraction for run in one.runs if run.extraction]),
        }
    if first.dedup:
        found["dedup"] = {**dedup_figures(first.dedup), **_runs(one.runs, "dedup")}
    if first.merge:
        found["merge"] = {**merge_figures(first.merge), **_runs(one.runs, "merge")}
    if first.recall:
        found["recall"] = recall_figures(first.recall)
    return found


def _extraction_runs(runs: Sequence[Extraction]) -> Document:
    if len(runs) < 2:
        return {}
    return {
        "runs": [_both(run.whole) for run in runs],
        "mean": {"proposing": _over(runs, "proposing", fmean), **_over(runs, "wide", fmean)},
        "spread": {"proposing": _over(runs, "proposing", _spread), **_over(runs, "wide", _spread)},
    }


def _runs(runs: Sequence[Measured], layer: Layer) -> Document:
    """Return the gated figures of each run of dedup or merge, their mean, and the largest less the smallest."""
    if len(runs) < 2:
        return {}
    of_each = [run.gated[layer] for run in runs]
    values = {name: [each[name] for each in of_each] for name in of_each[0]}
    return {
        "runs": [{name: rounded(figure) for name, figure in each.items()} for each in of_each],
        "mean": {name: rounded(fmean(some)) for name, some in values.items()},
        "spread": {name: rounded(_spread(some)) for name, some in values.items()},
    }


def _spent_of_all(one: Evaluation) -> Document | None:
    """Return what was spent, of all runs together and of each; None where no language model was asked."""
    together = one.spent
    if together is None:
        return None
    return {**_spent(together), "runs": [_spent(run.spent) for run in one.runs if run.spent]}


def _spent(one: Spent) -> Document:
    return {
        "calls": one.calls,
        "kept": one.kept,
        "prompt_tokens": one.prompt_tokens,
        "completion_tokens": one.completion_tokens,
        "tokens": one.tokens,
        "cost": one.cost,
        "seconds": round(one.seconds, 3),
        "steps": dict(one.steps),
    }


def _failed(one: Evaluation) -> list[Document]:
    return [
        {"run": number, "layer": failed.layer, "where": failed.where, "what": failed.what}
        for number, run in enumerate(one.runs, 1)
        for failed in run.failed
    ]


def _skipped(one: Evaluation) -> list[Document]:
    """Return what could not be read, was left out, or was not answered; what failed in extraction was left out."""
    left_out = one.first.extraction.left_out if one.first.extraction else ()
    listed = [(skip.where, skip.what) for skip in (*one.skipped, *left_out)]
    listed += [
        (f"{failed.layer} {failed.where}", failed.what)
        for failed in one.first.failed
        if failed.layer != "extraction"
    ]
    return [{"where": where, "what": what} for where, what in listed]


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
        "best_baseline_f1": rounded(best.f1),
        "f1_over_best_baseline": None if over is None else rounded(over),
        "judged": one.judged,
    }


def _both(both: Both) -> Document:
    return {**_figures(both.wide), "proposing": _figures(both.proposing)}


def _figures(one: Figures) -> Document:
    return {
        **{name: rounded(float(getattr(one, name))) for name in GATED},
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
    return {name: rounded(how(some)) for name, some in values.items()}


def _spread(values: list[float]) -> float:
    return max(values) - min(values)


def _scored(one: Scored) -> Document:
    about: Document = {"candidate": one.candidate}
    if one.row is not None:
        about = {"row": one.row, "optional": one.optional}
    outcome = {"wide": one.wide, "proposing": one.proposing}
    return {"key": one.key, "discussion": one.case, **about, **outcome, "words": one.words}


def _mistake(one: Mistake) -> Document:
    return {
        "layer": "extraction",
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
        return {"worse": [], "newly_wrong": [], "newly_right": [], "not_compared": [], "differs": []}
    return {
        "worse": [
            {"figure": worse.figure, "before": rounded(worse.before), "now": rounded(worse.now)}
            for worse in one.worse
        ],
        "newly_wrong": [
            *(_change(change) for change in one.newly_wrong),
            *(turned(change) for change in one.turned if change.wrong),
            *(turned_question(change) for change in one.turned_questions if change.wrong),
        ],
        "newly_right": [
            *(_change(change) for change in one.newly_right),
            *(turned(change) for change in one.turned if not change.wrong),
            *(turned_question(change) for change in one.turned_questions if not change.wrong),
        ],
        "not_compared": list(one.not_compared),
        "differs": [{"what": each.what, "before": each.before, "now": each.now} for each in one.differences],
    }


def _change(one: Change) -> Document:
    return {
        "layer": "extraction",
        "threshold": one.threshold,
        "key": one.one.key,
        "discussion": one.one.case,
        "row": one.one.row,
        "candidate": one.one.candidate,
        "before": one.before,
        "now": one.now,
        "words": one.one.words,
    }
