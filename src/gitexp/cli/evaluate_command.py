"""`exp evaluate`: run the engine over fixed cases, measure, compare with an earlier run, and be the gate."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.records.evaluation import Evaluation
    from gitexp.records.gold import CaseSet

_FILE = click.Path(path_type=Path)


@click.command(name="evaluate")
@click.argument("folder", required=False, type=_FILE)
@click.option("--engine", type=click.Choice(["rules"]), default="rules", show_default=True, help="The judge.")
@click.option(
    "--runs",
    type=click.IntRange(min=1, max=100),
    default=1,
    show_default=True,
    help="How often to run it; `rules` never differs.",
)
@click.option(
    "--baseline",
    type=_FILE,
    metavar="FILE",
    help="Compare case by case with the --json of an earlier evaluation; exit 1 where a figure is worse.",
)
@click.option("--errors", is_flag=True, help="List the mistakes, grouped by kind.")
@click.option(
    "--verdicts",
    type=_FILE,
    metavar="FILE",
    help="A judge's answers, one JSON object a line (`key`, `same`): meaning decides, not words.",
)
@options.as_json
def command(
    folder: Path | None,
    engine: str,
    runs: int,
    baseline: Path | None,
    errors: bool,
    verdicts: Path | None,
    as_json: bool,
) -> int:
    """Measure the engine on fixed cases

    FOLDER holds discussions and GOLD.jsonl, what people expect of them (default: experiences/cases). A candidate
    and a row of gold match by a turn that both cite and by their words. Nothing is written.

    \b
    Examples:
      exp evaluate
      exp evaluate cases/ --errors
      exp evaluate cases/ --json > before.json
      exp evaluate cases/ --baseline before.json
    """
    from gitexp.cli.evaluate_screen import show
    from gitexp.cli.wiring import evaluation_document

    started = time.monotonic()
    cases, made = _evaluated(folder, engine, runs, baseline, verdicts)
    made = replace(made, seconds=time.monotonic() - started)
    _say_skipped(made)
    if as_json:
        screen.answer(evaluation_document(made))
    else:
        show(made, cases, errors=errors)
    worse = made.comparison is not None and bool(made.comparison.worse)
    return 1 if worse or any(skip.bad for skip in made.skipped) else 0


def _evaluated(
    folder: Path | None, engine: str, runs: int, baseline: Path | None, verdicts: Path | None
) -> tuple[CaseSet, Evaluation]:
    from gitexp.cli import wiring
    from gitexp.evaluate import evaluate

    before = wiring.baseline(baseline) if baseline else None
    answers, unfit = wiring.verdicts(verdicts) if verdicts else (None, [])
    tell = screen.progress()
    tell("read")
    cases = wiring.cases(folder)
    if not cases.cases:
        tell("")
        for skip in cases.skipped:
            screen.note(f"not read: {skip.where}: {skip.what}")
        mend = "give each discussion a row in GOLD.jsonl, or `none: true`"
        raise RepositoryError("exp evaluate", "no discussion with a row of gold could be read", mend)
    if before is not None and not any(before.hashes.get(case.name) == case.hash for case in cases.cases):
        tell("")
        what = "has no case in common with these, as they are now"
        raise UsageError(f"--baseline {baseline}", what, "write it again from these with `--json`")
    made = evaluate(cases, wiring.engine(engine), tell, runs=runs, answers=answers, before=before)
    tell("")
    return cases, replace(made, skipped=(*made.skipped, *unfit))


def _say_skipped(made: Evaluation) -> None:
    for skip in made.skipped:
        if skip.bad:
            screen.note(f"not read: {skip.where}: {skip.what}")
    passed_over = sum(not skip.bad for skip in (*made.skipped, *made.extraction.left_out))
    if passed_over:
        screen.note(f"passed over: {counted(passed_over, 'thing')} (--json, `skipped`, says which and why)")
