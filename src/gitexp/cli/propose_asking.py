"""How a person is asked before words of a private session or a note are proposed, and told which sessions there are."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.propose_items_screen import reworded
from gitexp.records.discussion import NOTES, is_note
from gitexp.records.evidence import Evidence
from gitexp.records.judgement import Decision
from gitexp.records.text import Redacted
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring import SessionFile

LISTED = 20
_AGENTS = "Claude Code, Codex or Gemini CLI"


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
        screen.note(f"From {_whence(candidate.discussion)}, {candidate.when}:")
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


def _whence(discussion: str) -> str:
    if is_note(discussion):
        return f"a note in the journal, {discussion.removeprefix(NOTES)}"
    return f"your private session {discussion.removeprefix('session:')}"


def _who(item: Evidence[Redacted]) -> str:
    return "you" if item.by in (None, "unknown") else str(item.by)


def list_sessions(found: Sequence[SessionFile]) -> None:
    """Say which sessions are about to be read, the newest first, and whose they are."""
    if not found:
        screen.note(f"sessions: no session of {_AGENTS} about this repository is on this machine")
        return
    size = sum(file.size for file in found)
    screen.note(f"sessions: {_by_agent(found)} about this repository, {_size(size)}")
    for file in found[:LISTED]:
        day = time.strftime("%Y-%m-%d", time.localtime(file.at))
        screen.note(f"  {day}  {_size(file.size):>9}  {file.path.stem}")
    if len(found) > LISTED:
        screen.note(f"  and {len(found) - LISTED} older")


def _by_agent(found: Sequence[SessionFile]) -> str:
    """Return how many sessions there are, by agent: `2 sessions of Claude Code and 1 of Codex`."""
    agents = dict.fromkeys(sorted(file.agent for file in found))
    counts = [(agent, sum(file.agent == agent for file in found)) for agent in agents]
    first, *rest = counts
    told = [
        f"{counted(first[1], 'session')} of {first[0]}",
        *(f"{count} of {agent}" for agent, count in rest),
    ]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
