"""Finds later commits that make again, without saying so, what a revert had taken out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.past import Touch, Undoing
from gitexp.steps.said_undone import Said, change_id, own_diff, plain_title

AGAIN = 0.8
"""The share of a commit's lines that has to come back (archaeology's gold data)."""
MOST = 300


@dataclass(frozen=True)
class Comeback:
    """A commit that may bring back another, which one or more commits had taken out."""

    commit: str
    original: str
    revert: str
    """The newest commit before it that had taken the original out."""


def comebacks(
    touches: Sequence[Touch], undoings: Sequence[Undoing], messages: Mapping[str, Said]
) -> list[Comeback]:
    """Return the pairs worth a look: the same title, change id, diff or blob after the revert."""
    place = {touch.commit: number for number, touch in enumerate(touches)}
    undone_by: defaultdict[str, list[int]] = defaultdict(list)
    for one in undoings:
        if one.undone in place and one.commit in place and one.exactness in ("exact", "all_and_more"):
            undone_by[one.undone].append(place[one.commit])
    undoes = {(one.commit, one.undone) for one in undoings}
    names: dict[str, list[int]] = defaultdict(list)
    for number, touch in enumerate(touches):
        for name in _names(touch, messages[touch.commit]):
            names[name].append(number)
    found: dict[tuple[str, str], Comeback] = {}
    for original, reverts in undone_by.items():
        oldest, touch = max(reverts), touches[place[original]]
        mine = {f"change {change_id(touch)}", f"diff {own_diff(touch)}", f"title {plain_title(touch.title)}"}
        if touch.new:
            mine.add(f"blob {touch.new}")
        later = {number for name in mine for number in names.get(name, ()) if number < oldest}
        for number in sorted(later, reverse=True):
            commit = touches[number].commit
            # What undoes the change can't be what brings it back, and what undoes its revert is known already.
            if (commit, original) in undoes or number in reverts:
                continue
            last = min((place for place in reverts if place > number), default=oldest)
            found[commit, original] = Comeback(commit, original, touches[last].commit)
    return list(found.values())[:MOST]


def _names(touch: Touch, message: Said) -> set[str]:
    names = {f"change {change_id(touch)}", f"title {plain_title(touch.title)}", f"blob {touch.new}"}
    names |= {f"diff {number}" for number in (*message.diffs, own_diff(touch))}
    if message.again:
        names.add(f"title {plain_title(message.title)}")
    return names - {"change None", "diff None", "title ", "blob "}
