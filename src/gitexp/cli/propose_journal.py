"""What `exp propose journal:` says of the notes that teach nothing: sightings of what stands, agents that quote nobody."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.wiring_note import what_teaches_nothing
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.records.run import Run

LISTED = 10


def say_notes(run: Run) -> None:
    """Say which notes repeat what stands, and how many are an agent's alone."""
    name, sighting, alone = what_teaches_nothing()
    told = [skip.what for skip in run.skipped if skip.where.startswith(name)]
    seen = Counter(what.removeprefix(f"{sighting} ") for what in told if what.startswith(sighting))
    if not told and not any(one.id.startswith(name) for one in run.discussions):
        screen.note(f"{name} nothing was noted here yet; `exp note TEXT` does")
    for known, many in sorted(seen.items())[:LISTED]:
        screen.note(f"{name} {known} says so already: {counted(many, 'more sighting')}")
    if len(seen) > LISTED:
        screen.note(f"{name} and {len(seen) - LISTED} more experiences were seen again")
    if many := told.count(alone):
        verb = "quotes" if many == 1 else "quote"
        screen.note(
            f"{name} {counted(many, 'note')} by agents {verb} no person: what an agent writes teaches nothing by itself"
        )
