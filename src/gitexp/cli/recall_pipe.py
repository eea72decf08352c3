"""What `exp recall` prints off a terminal: the marker block for an agent, or nothing at all; the rest goes to stderr."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.records.question import Question
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.words import counted, tokens_of
from gitexp.steps.recall_gates import BUDGET
from gitexp.steps.retell import retell, untold

SHOWN = 3
"""How many that do not apply are named unasked."""
MOST_UNREAD = 50
"""How much that could not be read, or is not served, is named; `--json` has all."""


def tell(answer: Recollection, question: Question) -> None:
    """Print the answer; what has no room in it goes to stderr, by its names alone."""
    block, beside = told(answer, question)
    for note in beside:
        screen.note(note)
    if block:
        screen.say(block)


def told(answer: Recollection, question: Question, *, by_tool: bool = False) -> tuple[str, list[str]]:
    """Return the marker block, "" where nothing applies, and the lines that stand beside it.

    `by_tool`: who asks came by MCP, and runs no command of exp.
    """
    beside = unread_lines(answer, by_tool=by_tool)
    most = None if question.all else SHOWN
    others = [*answer.unknown[:most], *answer.blocked[:most]]
    lines = _fitting(answer, question, [untold(item) for item in others]) if answer.applicable else []
    block = retell(answer.applicable, question.files, answer.limits, lines)
    if not block:
        beside += [nothing(answer, question, by_tool=by_tool), *answer.limits]
    if others[len(lines) :]:
        from gitexp.cli.recall_beside import by_names  # late: mostly there is none

        beside += [by_names(item, by_tool=by_tool) for item in others[len(lines) :]]
    return block, beside


def _fitting(answer: Recollection, question: Question, lines: Sequence[str]) -> list[str]:
    """Return the lines that the budget leaves room for behind what applies, in their order."""
    budget = question.budget or (None if question.all or question.limit else BUDGET)
    if budget is None:
        return list(lines)
    room = budget - tokens_of(retell(answer.applicable, question.files, answer.limits))
    kept = []
    for line in lines:
        room -= tokens_of(f"{line}\n")
        if room <= 0:
            break
        kept.append(line)
    return kept


def unread(answer: Recollection, *, whole: bool = False) -> None:
    """Say what could not be read, and what is not served; not `whole`, by names alone."""
    for line in unread_lines(answer, whole=whole):
        screen.note(line)


def unread_lines(answer: Recollection, *, whole: bool = False, by_tool: bool = False) -> list[str]:
    """Return a line for each that could not be read, or is not served."""
    if not answer.skipped:
        return []
    from gitexp.cli.recall_beside import unread_by_names

    lines = []
    for skip in answer.skipped[:MOST_UNREAD]:
        words = f"{skip.where}: {skip.what}" if whole else unread_by_names(skip)
        lines.append(f"{'not read: ' if skip.bad else ''}{words}")
    if (more := len(answer.skipped) - MOST_UNREAD) > 0:
        has_all = "" if by_tool else ": --json has all"
        lines.append(f"and {more} more that could not be read or are not served{has_all}")
    return lines


def nothing(answer: Recollection, question: Question, *, by_tool: bool = False) -> str:
    """Return in a line that nothing applies, and what is near."""
    about = screen.short(
        ", ".join((*question.files, *question.symbols)) or question.words or "this repository", 100
    )
    if not answer.looked_at and not answer.skipped:
        first = "" if by_tool else "; exp init lays the folder, a merge puts one in force"
        return f"nothing applies: no experience is in force here yet{first}"
    near = answer.near + len(answer.unknown) + len(answer.blocked)
    see = "" if by_tool else ": exp recall --all"
    more = "" if question.all else f", {near} near{see}" if near else ", none near"
    return f"nothing applies to {about} ({counted(answer.looked_at, 'experience', 'experiences')}{more})"


def questions(item: Recalled) -> str:
    """Return what would settle it."""
    return "; ".join(missing.question for missing in item.applicability.missing)
