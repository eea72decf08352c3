"""`exp evaluate`: run the engine over fixed cases, measure, compare with an earlier run, and be the gate."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring_llm import Judges, Judging
    from gitexp.config_llm import LlmOptions
    from gitexp.ports import Engine
    from gitexp.records.evaluation import Earlier, Evaluation
    from gitexp.records.gold import CaseSet
    from gitexp.records.llm import Spent
    from gitexp.records.recall_cases import Half

SHOWN = 20
"""Questions without an answer that are told; `--json` has all."""
_FILE = click.Path(path_type=Path)


@click.command(name="evaluate")
@click.argument("folder", required=False, type=_FILE)
@click.option(
    "--runs",
    type=click.IntRange(min=1, max=100),
    default=1,
    show_default=True,
    help="How often to run it, each time with a seed of its own; `rules` never differs.",
)
@click.option(
    "--baseline",
    type=_FILE,
    metavar="FILE",
    help="Compare case by case with the --json of an earlier evaluation; exit 1 where a figure is worse.",
)
@click.option(
    "--threshold",
    type=click.FloatRange(min=0, max=1),
    default=0.0,
    show_default=True,
    metavar="X",
    help="How far a figure may fall below the baseline's.",
)
@click.option("--errors", is_flag=True, help="List the mistakes, grouped by kind.")
@click.option(
    "--verdicts",
    type=_FILE,
    metavar="FILE",
    help="A judge's answers, one JSON object a line (`key`, `same`): meaning decides, not words.",
)
@click.option(
    "--gold",
    type=_FILE,
    metavar="FOLDER",
    help="Where GOLD.jsonl lies whose rows questions to recall are about; by default in the folder of cases.",
)
@click.option(
    "--half",
    type=click.Choice(["dev", "locked", "all"]),
    default="all",
    show_default=True,
    help="Which half of the questions to recall: `dev` to develop with, `locked` to look at once, at the end.",
)
@click.option(
    "--import",
    "brings",
    is_flag=True,
    help="Bring in the cases that refused proposals made (refs/exp/cases), for you to commit; nothing is measured.",
)
@options.judging(sends_private=True)
@options.as_json
def command(
    folder: Path | None,
    llm: LlmOptions,
    runs: int,
    baseline: Path | None,
    threshold: float,
    errors: bool,
    verdicts: Path | None,
    gold: Path | None,
    half: Half | Literal["all"],
    brings: bool,
    as_json: bool,
) -> int:
    """Measure the engine on fixed cases

    FOLDER (default: experiences/cases) holds any of: discussions with GOLD.jsonl, what people expect of them;
    dedup_pairs.jsonl, pairs of texts; merge_cases.jsonl, new texts beside what stands; experiences/ and questions/, a
    store and questions to recall. A candidate and a row of gold match by a turn that both cite and by their words.
    Nothing is written, but with --import.

    \b
    Examples:
      exp evaluate
      exp evaluate cases/ --errors
      exp evaluate cases/ --json > before.json
      exp evaluate cases/ --baseline before.json
      exp evaluate cases/ --baseline before.json --threshold 0.02
      exp evaluate cases/ --engine model --model NAME --runs 3
      exp evaluate cases/ --engine model --model NAME --replies recorded/ --offline
      exp evaluate cases/ --half dev --errors
      exp evaluate --import
    """
    if brings:
        from gitexp.cli.evaluate_import import bring_in

        return bring_in(folder, as_json=as_json)
    from gitexp.cli.evaluate_screen import show
    from gitexp.cli.wiring_evaluate import evaluation_document

    started = time.monotonic()
    asked = (gold, None if half == "all" else half)
    cases, made = _evaluated(folder, llm, runs, (baseline, threshold), verdicts, asked)
    made = replace(made, seconds=time.monotonic() - started)
    _say_skipped(made)
    if as_json:
        screen.answer(evaluation_document(made))
    else:
        show(made, cases, errors=errors)
    worse = made.comparison is not None and bool(made.comparison.worse)
    failed = any(run.failed for run in made.runs)
    return 1 if worse or failed or any(skip.bad for skip in made.skipped) else 0


class _Runs:
    """The engines of the runs: run number K sends K as its seed, and has a budget of its own."""

    def __init__(self, judges: Judges) -> None:
        self._judges = judges
        self._made: dict[int, Judging] = {}

    def engine(self, run: int) -> Engine:
        return self._of(run).engine

    def spent(self, run: int) -> Spent | None:
        return self._of(run).spent

    def _of(self, run: int) -> Judging:
        if run not in self._made:
            self._made[run] = self._judges.judging(run)
        return self._made[run]


def _evaluated(
    folder: Path | None,
    llm: LlmOptions,
    runs: int,
    gate: tuple[Path | None, float],
    verdicts: Path | None,
    asked: tuple[Path | None, Half | None],
) -> tuple[CaseSet, Evaluation]:
    from gitexp.cli import wiring_evaluate
    from gitexp.cli.llm_screen import announcing, say_unused
    from gitexp.evaluate import evaluate

    baseline, threshold = gate
    before = wiring_evaluate.baseline(baseline) if baseline else None
    answers, unfit = wiring_evaluate.verdicts(verdicts) if verdicts else (None, [])
    tell = screen.progress()
    tell("read")
    cases = wiring_evaluate.cases(folder, *asked)
    if not cases.hashes:
        tell("")
        for skip in cases.skipped:
            screen.note(f"not read: {skip.where}: {skip.what}")
        mend = "give each discussion a row in GOLD.jsonl, or `none: true`"
        what = "no discussion with a row of gold could be read, no pair of texts, no case for merge and no question"
        raise RepositoryError("exp evaluate", what, mend)
    if before is not None and not _common(before, cases):
        tell("")
        what = "has no case in common with these, as they are now"
        raise UsageError(f"--baseline {baseline}", what, "write it again from these with `--json`")
    judges = wiring_evaluate.judges(llm, folder, announcing(llm, tell), screen.counting(tell, "asked"))
    say_unused(llm, judges.name)
    engines = _Runs(judges)
    made = evaluate(
        cases,
        engines.engine,
        tell,
        runs=runs,
        answers=answers,
        before=before,
        threshold=threshold,
        spent=engines.spent,
        desk=wiring_evaluate.desk(),
    )
    tell("")
    return cases, replace(made, skipped=(*made.skipped, *unfit))


def _common(before: Earlier, cases: CaseSet) -> bool:
    """Return whether an earlier evaluation has a case that is here too, as it is here."""
    hashes = {"dedup": cases.pairs.hashes, "merge": cases.placements.hashes}
    return (
        any(before.hashes.get(case.name) == case.hash for case in cases.cases)
        or any(hashes[one.layer].get(one.id) == one.hash for one in before.answers)
        or any(cases.recall.hashes.get(one.id) == one.hash for one in before.asked)
    )


def _say_skipped(made: Evaluation) -> None:
    for skip in made.skipped:
        if skip.bad:
            screen.note(f"not read: {skip.where}: {skip.what}")
    failed = [(number, one) for number, run in enumerate(made.runs, 1) for one in run.failed]
    for number, one in failed[:SHOWN]:
        screen.note(f"no answer: run {number}, {one.layer}, {one.where}: {one.what}")
    if len(failed) > SHOWN:
        screen.note(f"no answer: {len(failed) - SHOWN} more (--json, `failed`, has all)")
    left_out = made.first.extraction.left_out if made.first.extraction else ()
    passed_over = sum(not skip.bad for skip in (*made.skipped, *left_out))
    if passed_over:
        screen.note(f"passed over: {counted(passed_over, 'thing')} (--json, `skipped`, says which and why)")
