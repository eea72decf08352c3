"""How several runs of an evaluation look to a person: mean and spread of each figure, and what each run cost."""

from __future__ import annotations

from statistics import fmean

from gitexp.cli import screen
from gitexp.records.evaluation import Evaluation
from gitexp.records.figures import GATED, Threshold
from gitexp.records.llm import Spent

ONE_TELLS_ALL = "The engine `rules` is deterministic: one run tells all."


def show_runs(made: Evaluation) -> None:
    """Print mean and spread over the runs, the largest less the smallest; or why there is one only."""
    if made.asked_runs > len(made.runs):
        screen.say(f"\n{ONE_TELLS_ALL}")
    if len(made.runs) < 2:
        return
    screen.say()
    screen.say(screen.style(f"over {len(made.runs)} runs", "dim"))
    if made.first.extraction:
        _of_extraction(made)
    for layer, figures in made.first.gated.items():
        if layer in ("extraction", "recall"):  # recall asks no engine: every run has the same
            continue
        for name in figures:
            some = [run.gated[layer][name] for run in made.runs]
            spread = max(some) - min(some)
            screen.say(f"{f'{layer}, {name}':25}{fmean(some):7.2f}  (spread {spread:.2f})")


def _of_extraction(made: Evaluation) -> None:
    figures = [run.gated["extraction"] for run in made.runs]
    thresholds: tuple[Threshold, ...] = ("proposing", "wide")
    for threshold in thresholds:
        values = [[run[f"{threshold}.{name}"] for run in figures] for name in GATED]
        for title, told in (
            ("mean", [fmean(some) for some in values]),
            ("spread", [max(some) - min(some) for some in values]),
        ):
            recall, precision, f1, garbage = told
            screen.say(f"{f'{threshold}, {title}':25}{recall:7.2f}{precision:11.2f}{f1:7.2f}{garbage:9.2f}")


def show_spent(made: Evaluation) -> None:
    """Print what each run cost, where a language model was asked."""
    if made.spent is None:
        return
    screen.say()
    screen.say(
        screen.style(f"{'':25}{'calls':>7}{'kept':>7}{'tokens':>11}{'cost':>11}{'seconds':>10}", "dim")
    )
    for number, run in enumerate(made.runs, 1):
        if run.spent:
            _spent(f"run {number}", run.spent)
    if len(made.runs) > 1:
        _spent("together", made.spent)


def _spent(name: str, one: Spent) -> None:
    cost = "-" if one.cost is None else f"{one.cost:.4f}"
    screen.say(f"{name:25}{one.calls:7}{one.kept:7}{one.tokens:11}{cost:>11}{one.seconds:10.1f}")
