"""How an evaluation looks to a person: the figures, what they are held against, and the mistakes by kind."""

from __future__ import annotations

from gitexp.cli import screen
from gitexp.cli.evaluate_compared import show_comparison
from gitexp.cli.evaluate_governance import show_dedup, show_merge
from gitexp.cli.evaluate_mistakes import show_mistakes, show_wrong_answers
from gitexp.cli.evaluate_recall import recall_counts, show_missed, show_recall
from gitexp.cli.evaluate_runs import show_runs, show_spent
from gitexp.records.evaluation import Evaluation
from gitexp.records.figures import Both, Extraction, Figures
from gitexp.records.gold import CaseSet
from gitexp.records.words import counted

HEAD = f"{'':25}{'recall':>7}{'precision':>11}{'F1':>7}{'garbage':>9}{'produced':>10}{'rows':>8}"


def show(made: Evaluation, cases: CaseSet, *, errors: bool) -> None:
    """Print an evaluation."""
    first = made.first
    for line in _counts(cases):
        screen.say(line)
    screen.say(screen.style(f"{_behind(made)}, cases {made.case_set}, {made.seconds:.1f} s", "dim"))
    if first.failed:
        told = f"{counted(len(first.failed), 'question')} got no answer, and count as wrong below"
        screen.say(screen.style(told, "red"))
    if first.extraction:
        _of_extraction(made, first.extraction)
    if first.dedup:
        show_dedup(first.dedup)
    if first.merge:
        show_merge(first.merge)
    if first.recall:
        show_recall(first.recall)
    show_runs(made)
    show_spent(made)
    _mistakes(made, errors=errors)
    if made.comparison:
        show_comparison(made.comparison, made.threshold, len(cases.cases))


def _counts(cases: CaseSet) -> list[str]:
    """Return how many cases there are, a line for each layer that has any."""
    nothing = sum(case.none for case in cases.cases)
    chained = [case.chain for case in cases.pairs.cases if case.chain]
    told = (
        (
            cases.cases,
            f"{counted(len(cases.discussions), 'discussion')}, {counted(cases.required, 'required row')}, "
            f"{nothing} that teach nothing",
        ),
        (
            cases.pairs.cases,
            f"{counted(len(cases.pairs.cases), 'pair')} of texts for dedup, "
            f"{len(chained)} of them in {counted(len(set(chained)), 'chain')}",
        ),
        (cases.placements.cases, f"{counted(len(cases.placements.cases), 'case')} for merge"),
        (cases.recall.cases, recall_counts(cases.recall)),
    )
    return [words for some, words in told if some]


def _behind(made: Evaluation) -> str:
    """Return what stands behind the answers, without the prompts: --json names them."""
    return f"engine {made.judge.engine}{f' ({made.judge.model})' if made.judge.model else ''}"


def _mistakes(made: Evaluation, *, errors: bool) -> None:
    of_extraction = made.first.extraction.errors if made.first.extraction else ()
    wrong = [one for one in made.first.answers if one.wrong]
    missed = [one for one in made.first.asked if one.misses]
    many = len(of_extraction) + len(wrong) + len(missed)
    if errors:
        show_mistakes(of_extraction)
        show_wrong_answers(wrong)
        show_missed(missed)
    elif many:
        screen.say(f"\n{counted(many, 'mistake')}: --errors lists them by kind")


def _of_extraction(made: Evaluation, one: Extraction) -> None:
    screen.say(screen.style("proposing: what `exp propose` would create; wide: all that review keeps", "dim"))
    _of_all(one)
    _of_parts(one)
    _of_nothing(one)
    _of_curve(one)
    if made.with_verdicts:
        screen.say(f"\nJudged on meaning: {counted(one.judged, 'pair')}; {_left(len(one.unjudged))}")


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
