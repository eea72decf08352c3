"""Runs one recall: asks, prints, and logs what was handed on when the answer is out. MCP asks and logs by it too."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from gitexp.cli.wiring_recall import RecallWiring
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.cli.recall_asked import Asked
    from gitexp.records.question import Question
    from gitexp.records.recollection import Recollection


def run_recall(asked: Asked) -> None:
    """Answer a call. Raises ExpError."""
    start, now = time.monotonic(), time.time()
    wiring = RecallWiring().begin()  # git answers while the rest is imported
    from gitexp.cli import screen

    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    terminal = screen.on_terminal()
    question, answer = ask(wiring, asked, at, approvals=asked.as_json or terminal)
    elapsed = round((time.monotonic() - start) * 1000)
    if asked.as_json:
        from gitexp.cli.recall_document import document

        screen.answer(document(answer, elapsed))
    elif terminal:
        from gitexp.cli.recall_screen import show

        show(answer, question, elapsed)
    else:
        from gitexp.cli.recall_pipe import tell

        tell(answer, question)
    sys.stdout.flush()
    # What lists the store, or what lies unapproved, was no answer to anybody.
    if not (asked.worktree or question.all or question.open):
        log(wiring, question, answer, at, elapsed)
    wiring.save()


def ask(wiring: RecallWiring, asked: Asked, at: str, *, approvals: bool) -> tuple[Question, Recollection]:
    """Return the question that a call means, and its answer as of a time (UTC, ISO 8601). Raises ExpError."""
    from gitexp.recall import Question, recall

    words, named = wiring.told_apart(asked.words)
    files = tuple(dict.fromkeys(wiring.path(file) for file in (*asked.files, *named)))
    if asked.words and not (words or files or any(map(str.strip, asked.symbols))):
        raise UsageError("QUERY", "is empty", "exp recall --all lists every experience in force")
    question = Question(
        words=words,
        files=files,
        symbols=asked.symbols,
        uses=wiring.names_in(files),
        env=asked.env,
        limit=asked.limit,
        budget=asked.budget,
        all=asked.everything,
        approvals=approvals,
        today=at[:10],
        clone=wiring.usage.clone,
    )
    answer = recall(
        question,
        wiring.index(worktree=asked.worktree),
        wiring.facts,
        wiring.symbols,
        wiring.versions,
        approvals=wiring.approvals,
        given_today=lambda: wiring.usage.given_on(at[:10]) if wiring.counts else None,
        meaning=wiring.meaning,
    )
    return question, answer


def log(
    wiring: RecallWiring, question: Question, answer: Recollection, at: str, elapsed: int, by: str = "cli"
) -> None:
    """Log what was handed on by a door."""
    from gitexp.records.usage import RecallEvent

    given = [item.card for item in answer.applicable]
    wiring.usage.log(
        RecallEvent(
            at,
            tuple(card.hex for card in given),
            tuple(card.hex for card in given if card.canary < 100),
            len(answer.unknown),
            len(answer.blocked),
            answer.match,
            sum(item.tokens for item in answer.applicable),
            elapsed,
            wiring.head,
            by,
            question.words if wiring.keeps_words else None,
        )
    )
