"""Ideas: a change together with all that took it back or brought it in again, and how it stands today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.claim import without_number
from gitexp.records.past import Change, State
from gitexp.steps.said_undone import plain_title

_UNDOING = ("revert", "revert_plus", "partial_revert", "workaround_lifted")


@dataclass(frozen=True)
class Idea:
    """What was tried: its name, its changes (oldest first), and whether it is in today."""

    title: str
    changes: tuple[Change, ...]
    state: State
    others: tuple[str, ...] = ()
    """Names of its commits that did not touch the file themselves: a merge, a pull request."""

    @property
    def taken_back(self) -> tuple[Change, ...]:
        """Return the changes that took it back, oldest first."""
        return tuple(change for change in self.changes if change.kind in _UNDOING)

    @property
    def partly_back(self) -> bool:
        """Return whether a part of it came back after it was taken back for the last time."""
        return _partly_back(self.changes)

    @property
    def last(self) -> Change:
        """Return the newest of its changes."""
        return self.changes[-1]

    @property
    def reason(self) -> Change | None:
        """Return the newest change that took it back and says why."""
        return next((change for change in reversed(self.taken_back) if change.reason), None)


def ideas(changes: Sequence[Change], titles: Mapping[str, str]) -> list[Idea]:
    """Return the ideas of a chain (newest first, as the changes are), each with at least one change.

    `titles` names commits beside the chain: merges, and what messages name elsewhere.
    """
    group = _Groups()
    for change in changes:
        group.add(change.commit)
        if change.kind == "partial_revert":
            continue
        for other in (*change.reverts, *change.reverted_by, *change.relanded_by):
            group.join(change.commit, other)
        if not change.reverts and change.kind in _UNDOING:
            group.join(change.commit, f"title {plain_title(change.touch.subject)}")
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(group.root(change.commit), []).append(change)
    beside: dict[str, list[str]] = {}
    for commit, title in titles.items():
        if commit in group.parent:
            beside.setdefault(group.root(commit), []).append(title)
    return [
        _idea(tuple(reversed(some)), tuple(sorted(set(beside.get(root, ()))))) for root, some in found.items()
    ]


def _idea(changes: tuple[Change, ...], others: tuple[str, ...]) -> Idea:
    attempts = [change for change in changes if change.kind not in _UNDOING]
    first = attempts[0] if attempts else changes[0]
    if attempts:
        title, state = without_number(first.touch.title), first.state
    else:
        title = min(others, key=len) if others else plain_title(first.touch.subject)
        state = "out" if changes[-1].kind in _UNDOING and changes[-1].state == "in" else "unknown"
        if first.exactness == "claimed" and not first.reverts:
            state = "unknown"
    if state == "out" and _partly_back(changes):
        state = "unknown"
    return Idea(title, changes, state, others)


def _partly_back(changes: Sequence[Change]) -> bool:
    out = [number for number, change in enumerate(changes) if change.kind in _UNDOING]
    again = [
        number for number, change in enumerate(changes) if change.kind == "reland" and change.state == "in"
    ]
    return bool(out and again) and again[-1] > out[-1] and changes[again[-1]].exactness in ("part", "claimed")


class _Groups:
    """Which commits belong together (union-find)."""

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}

    def add(self, item: str) -> None:
        self.parent.setdefault(item, item)

    def root(self, item: str) -> str:
        while self.parent[item] != item:
            self.parent[item] = self.parent[self.parent[item]]
            item = self.parent[item]
        return item

    def join(self, one: str, other: str) -> None:
        self.add(one)
        self.add(other)
        self.parent[self.root(other)] = self.root(one)
