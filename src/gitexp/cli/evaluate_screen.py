"""How an evaluation looks to a person: the figures, what they are held against, and the mistakes by kind."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from gitexp.cli import screen
from gitexp.cli.evaluate_mistakes import show_mistakes
from gitexp.records.evaluation import Change, Comparison, Evaluation
from gitexp.records.figures import GATED, Both, Extraction, Figures, Threshold
from gitexp.records.gold import CaseSet
from gitexp.records.words import counted

SHOWN = 20
"""Changed cases that are shown of each sort; `--json` has all."""
WIDTH = 78
HEAD = f"{'':25}{'recall':>7}{'precision':>11}{'F1':>7}{'garbage':>9}{'produced':>10}{'rows':>8}"


def show(made: Evaluation, cases: CaseSet, *, errors: bool) -> None:
    """Print an evaluation."""
    one = made.extraction
    nothing = sum(case.none for case in cases.cases)
    screen.say(
        f"{counted(len(cases.discussions), 'discussion')}, {counted(cases.required, 'required row')}, "
        f"{nothing} that teach nothing"
    )
    screen.say(screen.style(f"engine {made.engine}, cases {made.case_set}, {made.seconds:.1f} s", "dim"))
    screen.say(screen.style("proposing: what `exp propose` would create; wide: all that review keeps", "dim"))
    _of_all(one)
    _of_parts(one)
    _of_nothing(one)
    _of_curve(one)
    _of_runs(made)
    if made.with_verdicts:
        screen.say(f"\nJudged on meaning: {counted(one.judged, 'pair')}; {_left(len(one.unjudged))}")
    if errors:
        show_mistakes(one.errors)
    elif one.errors:
        screen.say(f"\n{counted(len(one.errors), 'mistake')}: --errors lists them by kind")
    if made.comparison:
        _compared(made.comparison, len(cases.cases))


def _left(many: int) -> str:
    return (
        f"nobody judged {many}, which count as no (--json, `unjudged`)" if many else "none is left to judge"
    )


def _row(name: str, one: Figures) -> None:
    rows = f"{one.rows_found}/{one.required}"
    screen.say(
        f"{name:25}{one.recall:7.2f}{one.precision:11.2f}{one.f1:7.2f}{one.garbage_rate:9.2f}"
        f"{one.produced:10}{rows:>8}"
    )


def _of_all(one: Extraction) -> None:
    screen.say()
    screen.say(screen.style(HEAD, "dim"))
    _row("proposing", one.whole.proposing)
    _row("wide", one.whole.wide)
    _row("  a common turn is enough", one.evidence_only.wide)
    for name, some in one.baselines.items():
        _row(name, some)
    name, best = one.best_baseline
    if one.over_baseline is not None:
        screen.say(f"wide F1 = {one.over_baseline:.2f} x {best.f1:.2f}, the best trivial baseline ({name})")


def _of_parts(one: Extraction) -> None:
    parts: dict[str, Both] = {"full form": one.full_form, "comments only": one.comments_only, **one.lenses}
    for title, threshold in (("proposing, by part", "proposing"), ("wide, by part", "wide")):
        screen.say()
        screen.say(screen.style(title, "dim"))
        for name, both in parts.items():
            figures = both.wide if threshold == "wide" else both.proposing
            if figures.required or figures.produced:
                _row(name, figures)


def _of_nothing(one: Extraction) -> None:
    if not one.garbage:
        return
    screen.say()
    head = f"{'teaches nothing, since':34}{'discussions':>13}{'with false':>12}{'wide':>7}{'proposed':>10}"
    screen.say(screen.style(head, "dim"))
    for kind, some in one.garbage.items():
        screen.say(f"{kind:34}{some.discussions:13}{some.with_false:12}{some.candidates:7}{some.proposed:10}")


def _of_curve(one: Extraction) -> None:
    if len(one.curve) < 2:
        return
    screen.say()
    screen.say(screen.style("from proposing to wide", "dim"))
    for name, cells in (
        ("produced", [f"{point.produced:6}" for point in one.curve]),
        ("recall", [f"{point.recall:6.2f}" for point in one.curve]),
        ("precision", [f"{point.precision:6.2f}" for point in one.curve]),
    ):
        screen.say(f"{name:10}{''.join(cells)}")


def _of_runs(made: Evaluation) -> None:
    if len(made.runs) < 2:
        return
    screen.say()
    screen.say(screen.style(f"over {len(made.runs)} runs", "dim"))
    thresholds: tuple[Threshold, ...] = ("proposing", "wide")
    for threshold in thresholds:
        values = [[float(getattr(run.whole.at(threshold), name)) for run in made.runs] for name in GATED]
        for title, told in (
            ("mean", [fmean(some) for some in values]),
            ("spread", [max(some) - min(some) for some in values]),
        ):
            recall, precision, f1, garbage = told
            screen.say(f"{f'{threshold}, {title}':25}{recall:7.2f}{precision:11.2f}{f1:7.2f}{garbage:9.2f}")
    if made.engine == "rules":
        screen.say("The engine `rules` is deterministic: one run tells all.")


def _compared(one: Comparison, many: int) -> None:
    screen.say()
    screen.say(screen.style(f"against the baseline, over {counted(one.common, 'common case')}", "bold"))
    if one.not_compared:
        here = f"{many - one.common} of {many} here"
        screen.note(
            f"not compared: {counted(len(one.not_compared), 'case')} that only one of both has, or that "
            f"changed ({here})"
        )
    if one.other_judge:
        screen.note("one of both was judged by words and the other by verdicts: the figures do not compare")
    for worse in one.worse:
        screen.say(screen.style(f"worse: {worse.figure} {worse.before:.4f} -> {worse.now:.4f}", "red"))
    _changes("newly wrong", one.newly_wrong)
    _changes("newly right", one.newly_right)
    if not one.worse:
        screen.say(screen.style("no figure is worse", "green"))


def _changes(title: str, changes: Sequence[Change]) -> None:
    if changes:
        screen.say(f"{title} ({len(changes)})")
    for change in changes[:SHOWN]:
        what = f"row {change.one.row}" if change.one.row else change.one.candidate or ""
        went = f"{change.before or 'not taken'} -> {change.now or 'not taken'}"
        screen.say(f"  {change.threshold:9} {change.one.case} {what}: {went}")
        screen.say(screen.style(f"            {screen.short(change.one.words, WIDTH - 12)}", "dim"))
    if len(changes) > SHOWN:
        screen.say(f"  and {len(changes) - SHOWN} more: --json has them")
