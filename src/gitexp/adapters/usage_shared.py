"""Reads the usage of all clones from their refs; who may push may write anything there, so all of it is bounded."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.adapters.clone_refs import clone_refs
from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.usage_months import file_of, months_in, read_month
from gitexp.records.skipped import Skipped
from gitexp.records.usage import UsageEvent

USAGE = "refs/exp/usage/"
MOST_CLONES = 2000
MAX_CLONE = 32 << 20
"""Bytes of one clone that are read, the newest months first."""
MAX_ALL = 64 << 20
"""Bytes of all clones."""
MOST_SKIPPED = 100


def shared_events(git: Git) -> tuple[Sequence[UsageEvent], Sequence[Skipped]]:
    """Return the events of all clones that were shared here or fetched, oldest first, each once.

    An event counts for the clone that its ref is named after, whatever it says itself.
    """
    found: set[UsageEvent] = set()
    skipped: list[Skipped] = []
    seen: set[tuple[str, str]] = set()
    room = MAX_ALL
    clones = clone_refs(git, "usage")
    with ObjectReader(git) as reader:
        for clone, refs in list(clones.items())[:MOST_CLONES]:
            left = min(room, MAX_CLONE)
            for month, blob, where in _months(reader, refs):
                if (clone, blob) in seen:
                    continue
                seen.add((clone, blob))
                read = read_month(reader, month, blob, where, left)
                left, room = left - read.size, room - read.size
                found.update(event._replace(clone=clone) for event in read.events)
                skipped += read.skipped
    if len(clones) > MOST_CLONES:
        skipped.append(Skipped(USAGE, f"{len(clones) - MOST_CLONES} more clones: not read"))
    if len(skipped) > MOST_SKIPPED:
        skipped[MOST_SKIPPED:] = [Skipped(USAGE, f"{len(skipped) - MOST_SKIPPED} more things can't be read")]
    return sorted(found, key=lambda event: (event.at, event.clone, repr(event))), skipped


def _months(reader: ObjectReader, refs: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Return month, blob and place of each file of a clone, the newest first."""
    found = [
        (month, blob, f"{ref}:{file_of(month).decode()}")
        for ref, commit in refs
        for month, blob in months_in(reader.tree(f"{commit}^{{tree}}") or ()).items()
    ]
    return sorted(found, reverse=True)
