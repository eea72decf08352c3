"""What `exp recall` prints off a terminal: the marker block for an agent, or nothing at all; the rest goes to stderr."""

from __future__ import annotations

from gitexp.cli import screen
from gitexp.records.question import Question
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.words import counted
from gitexp.steps.retell import retell

SHOWN = 3
"""How many that do not apply are named unasked."""


def tell(answer: Recollection, question: Question) -> None:
    """Print the answer; what can't be told goes to stderr with its question."""
    unread(answer)
    text = retell(answer.applicable, question.files, answer.limits)
    if text:
        screen.say(text)
    else:
        screen.note(nothing(answer, question))
        for limit in answer.limits:
            screen.note(limit)
    most = None if question.all else SHOWN
    for item in answer.unknown[:most]:
        screen.note(f"can't be told: {_named(item)}: {questions(item)}")
    for item in answer.blocked[:most]:
        screen.note(f"does not apply: {_named(item)}: {'; '.join(item.applicability.blocked_by)}")


def unread(answer: Recollection) -> None:
    """Say what could not be read, and what is not served."""
    for skip in answer.skipped:
        screen.note(f"{'not read: ' if skip.bad else ''}{skip.where}: {skip.what}")


def _named(item: Recalled) -> str:
    return f"{screen.short(item.card.title, 80)} ({item.card.id})"


def nothing(answer: Recollection, question: Question) -> str:
    """Return in a line that nothing applies, and what is near."""
    about = screen.short(
        ", ".join((*question.files, *question.symbols)) or question.words or "this repository", 100
    )
    if not answer.looked_at and not answer.skipped:
        return "nothing applies: there are no experiences here yet; exp init lays the folder for them"
    near = answer.near + len(answer.unknown) + len(answer.blocked)
    more = "" if question.all else f", {near} near: exp recall --all" if near else ", none near"
    return f"nothing applies to {about} ({counted(answer.looked_at, 'experience', 'experiences')}{more})"


def questions(item: Recalled) -> str:
    """Return what would settle it."""
    return "; ".join(missing.question for missing in item.applicability.missing)
