"""What `exp propose journal:` says beside the answer: that nothing was noted, or that an agent noted it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.wiring_note import what_teaches_nothing
from gitexp.records.discussion import NOTES, is_note
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.records.run import Run


def say_notes(run: Run) -> None:
    """Say how many notes are an agent's alone, or that there are no notes."""
    alone = what_teaches_nothing()
    told = [skip.what for skip in run.skipped if is_note(skip.where)]
    if not told and not any(is_note(one.id) for one in run.discussions):
        screen.note(f"{NOTES} nothing was noted here yet; `exp note TEXT` does")
    if many := sum(what.startswith(alone) for what in told):
        verb = "quotes" if many == 1 else "quote"
        screen.note(
            f"{NOTES} {counted(many, 'note')} by agents {verb} no person: what an agent writes teaches nothing by itself"
        )
