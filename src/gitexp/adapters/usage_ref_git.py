"""Shares the usage of this clone on a ref of its own: no other clone moves it, and so nothing can conflict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gitexp.adapters.clone_refs import clone_refs
from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_branches import is_ancestor
from gitexp.adapters.git_commits import Commit, Moved, Objects, make_commit, move_ref, read_commit, seconds_of
from gitexp.adapters.git_objects import Entry, ObjectReader, tree_bytes
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.usage_line import line_of
from gitexp.adapters.usage_months import (
    MAX_MONTH,
    Redact,
    bare,
    file_of,
    fitting,
    lines_by_month,
    months_in,
    read_month,
)
from gitexp.adapters.usage_shared import USAGE, shared_events
from gitexp.records.skipped import Skipped
from gitexp.records.sync import UsageShare
from gitexp.records.usage import UsageEvent

_TRIES = 20
"""Each one that fails is one in which another process got on."""
_OUTCOME = b'"outcome":"'
_AT = slice(7, 27)
"""Where the time stands in a line."""


@dataclass(frozen=True)
class _Month:
    """What a month's file is to hold: its blob where it stands already, and its lines, oldest first."""

    blob: str | None
    lines: list[bytes]
    added: int = 0
    over: int = 0


@dataclass(frozen=True)
class _Built:
    """What the ref is to hold, and what it goes on from: the commit here, and one of a remote that has more."""

    here: str | None
    tips: tuple[Commit, ...]
    months: dict[str, _Month]


class GitUsage:
    """The usage of this clone (`clone`: its name, 16 hex digits) on its ref. `redact` cleans a note."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        clone: str,
        redact: Redact,
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._layout = layout
        self._redact = redact
        self._objects = objects
        self._clone = clone
        self.ref = f"{USAGE}{clone}"
        self.journal = f"refs/exp/journal/{clone}"

    def shareable(self, events: Sequence[UsageEvent]) -> UsageShare:
        """Return what `share` would put on the ref; nothing is written."""
        built = self._built(events)
        return self._told(built, built.here)

    def share(self, events: Sequence[UsageEvent]) -> UsageShare:
        """Put this clone's events on its ref, and what a remote holds of them; without new ones nothing is written.

        Raises Moved where other processes of this clone move it again and again.
        """
        objects = self._objects(self._git, self._layout)
        for attempt in range(_TRIES):
            built = self._built(events)
            commit = self._stored(objects, built)
            try:
                if commit and commit != built.here:
                    move_ref(self._git, self.ref, commit, built.here, "exp: usage")
                return self._told(built, commit)
            except Moved:
                if attempt == _TRIES - 1:
                    raise
        raise AssertionError("the last try returns or raises")

    def shared_events(self) -> tuple[Sequence[UsageEvent], Sequence[Skipped]]:
        """Return the events of all clones that were shared here or fetched, oldest first, each once."""
        return shared_events(self._git)

    def _built(self, events: Sequence[UsageEvent]) -> _Built:
        new = lines_by_month(events, self._redact)
        with ObjectReader(self._git) as reader:
            here, tips = self._tips(reader)
            trees = [months_in(reader.tree(tip.tree) or ()) for tip in tips]
            own = len(tips) == 1 and tips[0].id == here
            months = {
                month: self._month(
                    reader,
                    month,
                    list(dict.fromkeys(tree[month] for tree in trees if month in tree)),
                    new.get(month, set()),
                    own,
                )
                for month in sorted({*new, *(month for tree in trees for month in tree)})
            }
        return _Built(here, tips, months)

    def _tips(self, reader: ObjectReader) -> tuple[str | None, tuple[Commit, ...]]:
        """Return where the ref stands, and all commits of it that none of the others contains.

        A copy of this clone has the same name: what it pushed is taken in, as everything of usage is.
        """
        held = dict(clone_refs(self._git, "usage").get(self._clone, ()))
        here = held.get(self.ref)
        names = sorted(set(held.values()), key=lambda commit: (commit != here, commit))
        top = [
            name
            for name in names
            if not any(other != name and is_ancestor(self._git, name, other) for other in names)
        ]
        return here, tuple(found for name in top if (found := read_commit(reader, name)))

    def _month(
        self, reader: ObjectReader, month: str, blobs: Sequence[str], new: set[bytes], own: bool
    ) -> _Month:
        """Return a month with the new lines; of what stands in this clone's own commit nothing is read that need not be."""
        if own and blobs:
            found = reader.read(blobs[0], MAX_MONTH)
            if found is None or found.data is None:
                return _Month(blobs[0], [], over=len(new))
            lines = found.data.splitlines(keepends=True)
            if new.issubset(lines):
                return _Month(blobs[0], lines)
        standing = {
            line_of(bare(event, self._redact))
            for blob in blobs
            for event in read_month(reader, month, blob, self.ref).events
        }
        added = list(fitting(standing, new - standing))
        lines = sorted({*standing, *added})
        return _Month(None, lines, len(added), len(new - standing) - len(added))

    def _stored(self, objects: Objects, built: _Built) -> str | None:
        """Store the commit and return it: that of the ref, or of the remote, where it holds all; None for nothing."""
        wanted = [month for month in built.months.values() if month.blob is None and month.lines]
        blobs = iter(objects.write("blob", [b"".join(month.lines) for month in wanted]))
        entries = [
            Entry("100644", file_of(name), month.blob or next(blobs))
            for name, month in built.months.items()
            if month.blob or month.lines
        ]
        if not entries and not built.tips:
            return None
        [tree] = objects.write("tree", [tree_bytes(entries)])
        if len(built.tips) == 1 and built.tips[0].tree == tree:
            return built.tips[0].id
        newest = max((month.lines[-1][_AT].decode() for month in wanted), default="")
        when = max(seconds_of(newest), *(tip.seconds for tip in built.tips), 0)
        return make_commit(objects, tree, [tip.id for tip in built.tips], when, f"usage of {self._clone}")

    def _told(self, built: _Built, commit: str | None) -> UsageShare:
        months = [month for month in built.months.values() if month.lines]
        outcomes = sum(_OUTCOME in line for month in months for line in month.lines)
        return UsageShare(
            self.ref,
            commit,
            recalls=sum(len(month.lines) for month in months) - outcomes,
            outcomes=outcomes,
            added=sum(month.added for month in built.months.values()),
            size=sum(len(line) for month in months for line in month.lines),
            first=months[0].lines[0][_AT].decode() if months else "",
            last=months[-1].lines[-1][_AT].decode() if months else "",
            over=sum(month.over for month in built.months.values()),
            example=months[-1].lines[-1].decode("utf-8", "replace").rstrip("\n") if months else "",
        )
