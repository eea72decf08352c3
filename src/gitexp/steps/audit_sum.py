"""Sums an audit up: the state of each experience, how many names were found, what can't be told, where paths went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from gitexp.records.applicability import Truth
from gitexp.records.audit import Checked
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_conditions import Weighed
from gitexp.steps.audit_names import Looked, state_of


def summed(
    commit: str,
    files: Sequence[StoreFile],
    looked: Mapping[str, Sequence[Looked]],
    conditions: Sequence[Weighed] = (),
    *,
    base: str | None = None,
    remembered: int = 0,
    broken: Collection[str] = (),
) -> Checked:
    """Return how much was looked at; conditions count as names. `broken` are the ids of what a change breaks."""
    every = [one for some in looked.values() for one in some]
    truths: dict[str, list[Truth]] = defaultdict(list)
    for one in conditions:
        truths[one.file.id].append(one.holds)
    held = [one.holds for one in conditions]
    return Checked(
        commit=commit,
        base=base,
        files=len(files),
        states={
            name: "stale" if name in broken else state_of(some, truths[name]) for name, some in looked.items()
        },
        names=len(every) + len(held),
        found=sum(one.finding.answer == "found" for one in every) + held.count(True),
        gone=sum(one.stale for one in every) + held.count(False),
        unverifiable=sum(one.open for one in every) + held.count(None),
        remembered=remembered,
    )


def moved_paths(looked: Mapping[str, Sequence[Looked]]) -> dict[str, str]:
    """Return where paths went that are gone."""
    every = (one.finding for some in looked.values() for one in some if one.stale)
    return {one.name: one.became for one in every if one.kind == "path" and one.became}


def open_names(
    looked: Mapping[str, Sequence[Looked]], conditions: Sequence[Weighed]
) -> tuple[tuple[str, str, str], ...]:
    """Return what can't be told, experience by experience: its id, the name, and why."""
    unsure: dict[str, list[tuple[str, str]]] = {
        name: [(one.finding.name, one.finding.reason) for one in some if one.open]
        for name, some in looked.items()
    }
    for one in conditions:
        if one.holds is None:
            unsure[one.file.id].append((one.name, one.told.reason))
    return tuple((name, *told) for name, some in unsure.items() for told in some)
