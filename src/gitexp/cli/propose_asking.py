"""How a person is asked before words of a private session are proposed, and told which sessions there are."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.propose_items_screen import reworded
from gitexp.records.evidence import Evidence
from gitexp.records.judgement import Decision
from gitexp.records.text import Redacted
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring import SessionFile

LISTED = 20


class Asking:
    """Implements `Consent`: shows the quotes and asks at the keyboard. Where nobody sits there nothing may leave.

    `tell` takes the progress away before a question.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def may_leave(self, decision: Decision) -> bool:
        """Return whether the person agrees that these words are proposed."""
        if not screen.can_ask():
            return False
        self._tell("")
        candidate = decision.candidate
        screen.note("")
        screen.note(
            f"From your private session {candidate.discussion.removeprefix('session:')}, {candidate.when}:"
        )
        for line in reworded(candidate.what, candidate.why, candidate.evidence):
            screen.note(f"  {line}")
        for item in candidate.evidence:
            screen.note(f'  "{item.quote}"  {_who(item)}{f", {item.at}" if item.at else ""}')
        for words in (candidate.what, candidate.why, *candidate.anti_patterns, *candidate.failure_modes):
            if words and not any(words in item.quote for item in candidate.evidence):
                screen.note(f'  and  "{words}"')
        return screen.ask(
            f"  May this be proposed ({decision.action})? Who can read the repository reads it."
        )


def _who(item: Evidence[Redacted]) -> str:
    return "you" if item.by in (None, "unknown") else str(item.by)


def list_sessions(found: Sequence[SessionFile]) -> None:
    """Say which sessions are about to be read, the newest first."""
    if not found:
        screen.note("sessions: no session of Claude Code about this repository is on this machine")
        return
    size = sum(file.size for file in found)
    screen.note(
        f"sessions: {counted(len(found), 'session')} of Claude Code about this repository, {_size(size)}"
    )
    for file in found[:LISTED]:
        day = time.strftime("%Y-%m-%d", time.localtime(file.at))
        screen.note(f"  {day}  {_size(file.size):>9}  {file.path.stem}")
    if len(found) > LISTED:
        screen.note(f"  and {len(found) - LISTED} older")


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
