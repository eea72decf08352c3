"""What `exp recall` prints for a person at a terminal (MOCKUPS 2)."""

from __future__ import annotations

import textwrap

from gitexp.cli import screen
from gitexp.cli.recall_pipe import SHOWN, nothing, questions, unread
from gitexp.records.question import Question
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.words import counted
from gitexp.steps.retell import source_of

WIDTH = 96


def show(answer: Recollection, question: Question, elapsed: int) -> None:
    """Print the answer."""
    unread(answer, whole=True)
    shown = (*answer.applicable, *(answer.unknown if question.all else ()))
    if not answer.applicable:
        screen.say(nothing(answer, question))
    else:
        head = f"{counted(len(answer.applicable), 'applies', 'apply')} here"
        if answer.match == "poor":
            head += ", by a wider look: none is about this place"
        screen.say(f"{head}{f'{elapsed} ms':>{max(8, 72 - len(head))}}")
    for item in answer.applicable:
        screen.say()
        _item(item)
    screen.say() if shown else None
    _rest(answer, question)


def _item(item: Recalled) -> None:
    card = item.card
    title = screen.short(card.title, 60)
    mark = screen.style("  unapproved", "yellow") if not card.approved else ""
    screen.say(f"  {screen.style(title, 'bold')}  {screen.style(card.id, 'dim')}{mark}")
    _row("when", card.when)
    _row("do", card.what)
    if card.why:
        _row("why", card.why)
    if item.because:
        _row("here", " · ".join(item.because))
    for text in item.applicability.not_if:
        _row("unless", text)
    for attempt in card.anti_patterns:
        _row("not", attempt)
    sources = ", ".join(dict.fromkeys(source_of(evidence.url, evidence.turn) for evidence in card.evidence))
    approved = f"; approved by {item.approval.by} {_ago(item.approval.at)}" if item.approval else ""
    _row("from", f"{sources}{approved}")


def _row(name: str, words: str) -> None:
    lines = textwrap.wrap(" ".join(words.split()), WIDTH - 11) or [""]
    screen.say(f"    {name:<6} {lines[0]}")
    for line in lines[1:]:
        screen.say(f"           {line}")


def _rest(answer: Recollection, question: Question) -> None:
    for limit in answer.limits:
        screen.say(limit)
    many = None if question.all else SHOWN
    unknown = [_told(questions(item), item) for item in answer.unknown[:many]]
    _lines(f"{len(answer.unknown)} can't be told", unknown, len(answer.unknown))
    blocked = [_told("; ".join(item.applicability.blocked_by), item) for item in answer.blocked[:many]]
    _lines(counted(len(answer.blocked), "does not apply", "do not apply"), blocked, len(answer.blocked))


def _told(words: str, item: Recalled) -> str:
    return f"{words}  {screen.style(item.card.id, 'dim')}"


def _lines(head: str, lines: list[str], many: int) -> None:
    """Print what does not apply or can't be told: how many, and a line for the first of them."""
    for number, line in enumerate(lines):
        screen.say(f"{head if not number else '':<17} {line}")
    if many > len(lines):
        screen.say(f"{'':<17} and {many - len(lines)} more: exp recall --all")


def _ago(at: str) -> str:
    """Return how long ago a date was, in words; the date itself where it can't be read."""
    import datetime

    try:
        then = datetime.datetime.fromisoformat(at)
    except ValueError:
        return at
    now = datetime.datetime.now(tz=datetime.UTC)
    days = (now - (then if then.tzinfo else then.replace(tzinfo=datetime.UTC))).days
    for size, name in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            return f"{counted(days // size, name, f'{name}s')} ago"
    return "today"
