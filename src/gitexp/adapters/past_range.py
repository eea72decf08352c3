"""Follows some lines of a file through its history, and through its names."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from gitexp.adapters.git import Git
from gitexp.adapters.past_lines import touching
from gitexp.adapters.past_log import Head
from gitexp.adapters.past_renames import Source, name_before, sources
from gitexp.records.past import Chain, FileChange, Place, Request, Touch

MOST_LOST = 5
"""Commits for which the name that the file had is looked for in vain; then it is given up."""
MOST = 600
"""Commits of some lines that are looked into."""

Files = Callable[[Sequence[Request]], Mapping[Request, Sequence[FileChange]]]


def followed_lines(git: Git, rev: str, place: Place, borders: Collection[str], files: Files) -> Chain:
    """Return what touched the lines of a place, newest first.

    git follows the lines through renames by itself; which name the file had is read off the commits' diffs.
    Side branches that git leaves out of a line's history are left out here too.
    """
    begun = time.monotonic()
    found = [
        head for head in touching(git, rev, place) if len(head.parents) < 2 and head.commit not in borders
    ]
    walked = time.monotonic() - begun
    shown = found[:MOST]
    changed = files([_request(head) for head in shown])
    names, touches, lost = [place.path], list[Touch](), 0
    newer = rev
    """A commit at which the file had the latest of its names."""
    for head in shown:
        mine = changed.get(_request(head), ())
        touch = _touch(head, mine, names)
        if touch is None and lost < MOST_LOST:
            # git passes in silence over a rename that changed nothing.
            paths = [change.path for change in mine if change.new]
            older = name_before(git, newer, head.commit, names[-1], paths)
            names += [older] if older is not None and older not in names else []
            lost += older is None
            touch = _touch(head, mine, names)
        if touch is None:
            continue
        newer = head.parents[0] if head.parents else newer
        if not touch.old and head.parents:
            source = sources(git, [_request(head)], touch.path).get(_request(head))
            touch = _renamed(touch, source)
            if source is not None and source.name not in names:
                names.append(source.name)
        touches.append(touch)
    limits = [f"only the newest {MOST} changes of these lines were looked into"] if len(found) > MOST else []
    return Chain(
        tuple(touches), names=tuple(names), ends=tuple(sorted(borders)), limits=tuple(limits), walked=walked
    )


def _request(head: Head) -> Request:
    return head.commit, head.parents[0] if head.parents else ""


def _touch(head: Head, changes: Sequence[FileChange], names: Sequence[str]) -> Touch | None:
    """Return the commit as it touched the file under the latest of its names that it knows."""
    by_path = {change.path: change for change in changes}
    known = next((name for name in reversed(names) if name in by_path), None)
    return head.touch(known, by_path[known].old, by_path[known].new) if known is not None else None


def _renamed(touch: Touch, source: Source | None) -> Touch:
    if source is None:
        return touch
    return replace(touch, renamed_from=source.name, similarity=source.similarity, old=source.blob)
