"""How the figures of recall look to a person, and the questions that were answered wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.cli.evaluate_mistakes import told
from gitexp.records.figures_recall import MISSES, Answers, Asked, Handed, Recalling
from gitexp.records.recall_cases import QUESTION_KINDS, RecallSet
from gitexp.records.words import counted

ROW = f"{'recall':18}{'at 1':>6}{'at 3':>6}{'MRR':>6}{'silent':>8}{'precision':>11}{'injected':>10}{'tokens':>8}{'asked':>7}"
HELD = f"{'wrongly given':18}{'nothing':>9}{'all':>6}{'blocked':>9}{'(told)':>8}{'unknown':>9}{'(told)':>8}{'asked':>7}"
NONE = "-"
SHOWN = 3
"""Experiences that are shown of a wrong answer."""


def recall_counts(one: RecallSet) -> str:
    """Return how many questions there are to how large a store."""
    half = f" (the half `{one.half}`)" if one.half else ""
    return f"{counted(len(one.cases), 'question')}{half} to {counted(len(one.standing), 'experience')}"


def show_recall(one: Recalling) -> None:
    """Print how often the right one came, and what came where none is right, by part and beside the baselines."""
    if one.without_gold:
        many = counted(len(one.without_gold), "question")
        screen.note(f"left out: {many} about rows of gold; `--gold FOLDER` says where GOLD.jsonl lies")
    rows = {"all": one.answers, **one.parts}
    beside = {f"  {name}": answers for name, answers in one.baselines.items()}
    kinds = Counter(asked.kind for asked in one.answers.asked)
    screen.say(f"the right answer is {', '.join(f'{kind}: {kinds[kind]}' for kind in QUESTION_KINDS)}")
    screen.say()
    screen.say(screen.style(ROW, "dim"))
    for name, answers in {**rows, **beside}.items():
        if answers.of("answer"):
            _row(name, answers)
    screen.say()
    screen.say(screen.style(HELD, "dim"))
    for name, answers in {**rows, **beside}.items():
        if answers.of("nothing", "blocked", "unknown"):
            _held(name, answers)


def _row(name: str, one: Answers) -> None:
    tokens = f"{one.tokens:.0f}" if one.tokens else NONE
    screen.say(
        f"{name:18}{one.success_at_1:6.2f}{one.success_at_3:6.2f}{one.mrr:6.2f}{one.silence:8.2f}"
        f"{one.precision:11.2f}{one.injected:10.2f}{tokens:>8}{len(one.of('answer')):7}"
    )


def _held(name: str, one: Answers) -> None:
    blocked, unknown = bool(one.of("blocked")), bool(one.of("unknown"))
    screen.say(
        f"{name:18}{_cell(one.false_injection, bool(one.of('nothing'))):>9}{one.false_injection_all:6.2f}"
        f"{_cell(one.blocked_leakage, blocked):>9}{_cell(one.blocked_found, blocked):>8}"
        f"{_cell(one.unknown_leakage, unknown):>9}{_cell(one.unknown_found, unknown):>8}"
        f"{len(one.of('nothing', 'blocked', 'unknown')):7}"
    )


def _cell(figure: float, asked: bool) -> str:
    """Return a figure, or a dash where no question is of its kind."""
    return f"{figure:.2f}" if asked else NONE


def show_missed(missed: Sequence[Asked]) -> None:
    """Print what is wrong with answers: the question, what was right, what was given and why."""
    for miss in MISSES:
        some = [one for one in missed if miss in one.misses]
        if some:
            screen.say()
            screen.say(screen.style(f"recall, {miss} ({len(some)})", "bold"))
        for one in some:
            _missed(one)


def _missed(one: Asked) -> None:
    across = ", across languages" if one.across else ""
    screen.say(f"  - {one.id}  {one.kind}, {one.language}{across}, match {one.match}")
    told("asked", one.told)
    told("note", one.note)
    for name in one.right:
        told("right", f"{name}: {one.right_titles.get(name, '')}")
        told("", one.whereabouts.get(name, ""))
    for handed in one.given[:SHOWN]:
        told("right" if handed.id in one.right else "given", f"{handed.id}: {handed.title}")
        told("", _why(handed))
    if len(one.given) > SHOWN:
        told("", f"and {len(one.given) - SHOWN} more")


def _why(one: Handed) -> str:
    why = ", ".join(one.because) or "no reason"
    return f"score {one.score:.2f}, place {one.place:.2f}, matter {one.matter:.2f}: {why}"
