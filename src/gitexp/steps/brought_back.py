"""Tells which lines of a change bring back what was taken out: by content, on both sides, and never by words alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.archaeology import Warning
from gitexp.records.past import Patch, Touch
from gitexp.steps.changed_lines import Changed, Numbered, is_telling
from gitexp.steps.said_undone import said

ENOUGH = 3
"""Different lines that have to come back: two may be chance."""
ENOUGH_OF_ALL = 2
"""The same where they are all that the idea was."""
SHOWN = 3
"""Lines that are shown."""

Patches = Mapping[str, Mapping[str, Patch]]
"""For each path of the change, what the commits of a warning changed in that file."""


@dataclass(frozen=True)
class Place:
    """A line of the change: of a line that it takes out, the old number."""

    path: str
    line: int | None


@dataclass(frozen=True)
class BroughtBack:
    """An idea that was tried, taken out, and is made again by the change."""

    told: Warning
    tried: Touch
    """The oldest of its commits that is known."""
    ended: Touch
    """The one that took it out, and says why where any does."""
    places: tuple[Place, ...]
    """One a file, the file with the most lines first."""
    lines: tuple[str, ...]
    """A few of the lines, each with + or - before it."""
    count: int
    """Different lines that come back."""


@dataclass(frozen=True)
class _Found:
    warning: Warning
    added: tuple[Numbered, ...]
    removed: tuple[Numbered, ...]

    @property
    def lines(self) -> list[str]:
        """Return the different lines, those that come in first."""
        told = [
            *(f"+{text.strip()}" for _, text in self.added),
            *(f"-{text.strip()}" for _, text in self.removed),
        ]
        return list(dict.fromkeys(told))


def brought_back(
    warnings: Sequence[Warning],
    changed: Mapping[str, Changed],
    patches: Patches,
    touches: Mapping[str, Touch],
    messages: Sequence[Touch] = (),
) -> tuple[BroughtBack, ...]:
    """Return the ideas that a change brings back, the one of most lines first.

    `warnings` are archaeology's, `touches` the commits that they name. `messages` are the texts of the change (its
    commits, its pull request): what says itself that it brings something in again, or names the revert, tells its
    reader enough.
    """
    found = [one for one in _found(warnings, changed, patches) if one.added or one.removed]
    groups: dict[str, list[_Found]] = {}
    for one in found:
        groups.setdefault(one.warning.evidence[0].commit, []).append(one)
    told: list[BroughtBack] = []
    for group in groups.values():
        commits = {one.commit for found in group for one in found.warning.evidence}
        known = [touches[commit] for commit in sorted(commits) if commit in touches]
        if len(known) < 2 or says_itself(known, messages):
            continue
        idea = _idea(group, touches, known)
        told += [idea] if _is_enough(idea) else []
    return tuple(sorted(told, key=lambda one: (-one.count, one.places[0].path)))


def says_itself(known: Sequence[Touch], messages: Sequence[Touch]) -> bool:
    """Return whether the texts of a change tell that something is taken back or brought in again, or name it."""
    named = re.compile(
        "|".join(
            [rf"\b{one.commit[:7]}" for one in known]
            + [rf"(?:#|/pull/|\bgh-){one.pull_request}\b" for one in known if one.pull_request]
        ),
        re.IGNORECASE,
    )
    for message in messages:
        spoken = said(message)
        if spoken.subject or spoken.again:
            return True
        if named.search(f"{message.subject}\n{message.body}"):
            return True
    return False


def _found(warnings: Sequence[Warning], changed: Mapping[str, Changed], patches: Patches) -> Iterator[_Found]:
    for warning in warnings:
        file = changed.get(warning.path)
        if warning.kind != "brings_back" or warning.state != "out" or not warning.evidence or file is None:
            continue
        theirs = patches.get(warning.path, {})
        own = [theirs[one.commit] for one in warning.evidence if one.commit in theirs]
        put_in, taken_out = [one.added for one in own], [one.removed for one in own]
        yield _Found(
            warning,
            tuple(one for one in file.new if _came_and_went(one[1], put_in, taken_out)),
            tuple(one for one in file.gone if _came_and_went(one[1], put_in, taken_out)),
        )


def _came_and_went(
    line: str, put_in: Sequence[Mapping[int, int]], taken_out: Sequence[Mapping[int, int]]
) -> bool:
    """Return whether one commit put a line in and another one took it out again, or the other way round."""
    if not is_telling(line):
        return False
    key = hash(line.rstrip("\r").encode())
    came = {number for number, one in enumerate(put_in) if key in one}
    went = {number for number, one in enumerate(taken_out) if key in one}
    return bool(came) and bool(went) and len(came | went) > 1


def _idea(group: Sequence[_Found], touches: Mapping[str, Touch], known: Sequence[Touch]) -> BroughtBack:
    """Return what several files say of one idea as one."""
    ordered = sorted(group, key=lambda one: (-len(one.lines), one.warning.path))
    first = ordered[0].warning
    lines = list(dict.fromkeys(line for one in ordered for line in one.lines))
    newest = max(known, key=lambda touch: touch.seconds)
    ended = touches.get(first.evidence[0].commit, newest)
    tried = min((one for one in known if one is not ended), key=lambda touch: touch.seconds)
    places = tuple(_place(one) for one in ordered)
    return BroughtBack(first, tried, ended, places, tuple(lines[:SHOWN]), len(lines))


def _place(one: _Found) -> Place:
    """Return the first line that comes back; where lines only go again, the place that archaeology tells."""
    return Place(one.warning.path, one.added[0][0] if one.added else one.warning.line)


def _is_enough(one: BroughtBack) -> bool:
    return one.count >= (ENOUGH_OF_ALL if one.told.certainty == "exact" else ENOUGH)
