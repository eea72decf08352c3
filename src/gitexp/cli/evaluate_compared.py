"""How an evaluation beside an earlier one looks to a person: what is worse, newly wrong, newly right."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.records.evaluation import Change, Comparison, Turned, TurnedQuestion
from gitexp.records.words import counted

SHOWN = 20
"""Changed cases that are shown of each sort; `--json` has all."""
WIDTH = 78


def show_comparison(one: Comparison, threshold: float, many: int) -> None:
    """Print what changed; `many` is how many cases of extraction there are here."""
    screen.say()
    common = counted(one.common + one.common_answers + one.common_questions, "common case")
    screen.say(screen.style(f"against the baseline, over {common}", "bold"))
    if one.not_compared:
        here = f" ({many - one.common} of {many} discussions here)" if many - one.common else ""
        screen.note(
            f"not compared: {counted(len(one.not_compared), 'case')} that only one of both has, or that "
            f"changed{here}"
        )
    if one.other_judge:
        screen.note("one of both was judged by words and the other by verdicts: the figures do not compare")
    for each in one.differences:
        screen.say(f"other {each.what}: {each.before or 'none'} -> {each.now or 'none'}")
    for worse in one.worse:
        screen.say(screen.style(f"worse: {worse.figure} {worse.before:.4f} -> {worse.now:.4f}", "red"))
    turned: list[Turned | TurnedQuestion] = [*one.turned, *one.turned_questions]
    _changes("newly wrong", one.newly_wrong, [change for change in turned if change.wrong])
    _changes("newly right", one.newly_right, [change for change in turned if not change.wrong])
    if not one.worse:
        by = f" by more than {threshold:g}" if threshold else ""
        screen.say(screen.style(f"no figure is worse{by}", "green"))


def _changes(title: str, changes: Sequence[Change], turned: Sequence[Turned | TurnedQuestion]) -> None:
    many = len(changes) + len(turned)
    if many:
        screen.say(f"{title} ({many})")
    for head, words in [*(_change(one) for one in changes), *(_turned(one) for one in turned)][:SHOWN]:
        screen.say(f"  {head}")
        screen.say(screen.style(f"            {screen.short(words, WIDTH - 12)}", "dim"))
    if many > SHOWN:
        screen.say(f"  and {many - SHOWN} more: --json has them")


def _change(one: Change) -> tuple[str, str]:
    what = f"row {one.one.row}" if one.one.row else one.one.candidate or ""
    went = f"{one.before or 'not taken'} -> {one.now or 'not taken'}"
    return f"{one.threshold:9} {one.one.case} {what}: {went}", one.one.words


def _turned(one: Turned | TurnedQuestion) -> tuple[str, str]:
    if isinstance(one, TurnedQuestion):
        return _turned_question(one)
    before, now = one.before, one.now
    given = [" ".join([each.given or "no answer", each.given_target or ""]).strip() for each in (before, now)]
    return f"{now.layer:9} {now.id} {now.kind}: {' -> '.join(given)}", now.failed or now.words


def _turned_question(one: TurnedQuestion) -> tuple[str, str]:
    given = [", ".join(each.id for each in asked.given) or "nothing" for asked in (one.before, one.now)]
    return f"{'recall':9} {one.now.id} {one.now.kind}: {' -> '.join(given)}", one.now.told
