"""Works out which reverts took a change out, and which of these were undone by what came later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.adapters.revert_search import Event
from gitexp.records.claim import brings_back, innermost
from gitexp.records.history import Commit


@dataclass
class Link:
    """One event in the chain of what was done to a change."""

    event: Event
    out: bool
    """Whether it takes the change out; else it brings it back."""
    root: Commit | None
    """The change itself."""
    relanded_by: str | None = None
    same_title: str | None = None
    """A later commit with the title of what was taken out: perhaps a reland that does not say so."""

    @property
    def commits(self) -> list[str]:
        """Return the commits whose files tell about it."""
        ids = (self.event.commit.id, self.root.id if self.root else None, self.same_title)
        return [id for id in ids if id]


def taken_out(events: Sequence[Event]) -> list[Link]:
    """Return the events that take a change out, newest first as they are given; the last of a change says how it stands."""
    links: dict[str, Link] = {}
    roots: dict[str, str] = {}
    changes: dict[str, list[Link]] = {}
    for event in reversed(events):
        link = links[event.commit.id] = _linked(event, links)
        title = innermost(event.claim.title)
        if link.root:
            roots[title] = link.root.id
        changes.setdefault(roots.get(title, title), []).append(link)
    for chain in changes.values():
        _reland(chain)
    outs = [link for link in reversed(links.values()) if link.out and not link.event.claim.merge]
    _look_at_titles(outs)
    return outs


def _linked(event: Event, links: dict[str, Link]) -> Link:
    """Return the event as what it does to the change that it is about in the end."""
    before = links.get(event.target.id) if event.target else None
    if before:
        return Link(event, not before.out, before.root)
    alone = event.target is None and brings_back(event.claim.title)
    return Link(event, not (event.claim.again or alone), event.target)


def _reland(chain: Sequence[Link]) -> None:
    """Name what brought a change back, if it is in after the last link of its chain."""
    again: str | None = None
    for link in reversed(chain if not chain[-1].out else ()):
        if link.out:
            link.relanded_by = again
        else:
            again = link.event.commit.id


def _look_at_titles(outs: Sequence[Link]) -> None:
    """Note which of the later commits with the same title are still in; the reverts come newest first."""
    gone: set[str] = set()
    for link in outs:
        event = link.event
        link.same_title = None if event.same_title in gone else event.same_title
        if event.target and not (link.relanded_by or link.same_title):
            gone.add(event.target.id)
