"""Follows a file through all its names, one walk a name, with every side branch."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gitexp.adapters.git import Git
from gitexp.adapters.past_lacking import MEND
from gitexp.adapters.past_log import Rows, walked
from gitexp.adapters.past_renames import Source, gone_to, sources
from gitexp.records.past import Chain, Merge, Request, Touch

MOST_NAMES = 20
"""Names of one file that are followed."""


@dataclass(frozen=True)
class _Walk:
    """What one walk over a name gave, where the births of the name came from, and how long git walked."""

    rows: Rows
    origins: dict[Request, Source]
    seconds: float


def followed(git: Git, rev: str, path: str, borders: frozenset[str]) -> Chain:
    """Return all that touched the file at `path`, under whatever name, reachable from `rev`.

    `borders` are the commits at which a shallow history ends: they seem to have made everything.

    Each name is walked from `rev` and not from the rename on: branches that still used the old name while the
    rename was under way count. git's own --follow walks once, but can't be pruned by Bloom filters, misses
    renames made in merges and follows one name at a time.
    """
    names, walks, limits = [path], dict[str, _Walk](), list[str]()
    unknown: list[str] = []
    renamed: dict[str, str] = {}
    """For each older name the commit that renamed it."""
    copies: dict[str, list[str]] = {}
    many = 0
    while many < len(names):
        # Whether a file that got a name again is this one may show only when a later name is known.
        many = len(names)
        for name in names:
            if name not in walks:
                walks[name] = _walk(git, copies.get(name, [rev]), name, borders, unknown)
            for (commit, parent), source in _kept(walks[name], renamed.get(name), names)[1].items():
                if source.name in names:
                    continue
                if len(names) == MOST_NAMES:
                    limits = [f"only {MOST_NAMES} of its names were followed"]
                    break
                names.append(source.name)
                renamed[source.name] = commit
                if source.copied:
                    # The source lives on by itself: only what came before the copy is this file's past.
                    copies[source.name] = [parent]
    found: dict[str, Touch] = {}
    merges: dict[tuple[str, str], Merge] = {}
    for name in names:
        rows, origins = _kept(walks[name], renamed.get(name), names)
        for touch in rows.touches:
            _take(found, _with_source(touch, origins), borders)
        for merge in rows.merges:
            merges[merge.commit, name] = merge
    if unknown:
        called = " and ".join(dict.fromkeys(unknown))
        limits.append(
            f"what {called} was called before is not known: this clone lacks older versions; {MEND}"
        )
    touches = list(found.values())
    if len(names) > 1:
        touches.sort(key=lambda touch: -touch.seconds)
    ordered = sorted(merges.values(), key=lambda merge: -merge.seconds) if len(names) > 1 else merges.values()
    return Chain(
        tuple(touches),
        tuple(ordered),
        tuple(names),
        ends=tuple(sorted(borders)),
        limits=tuple(limits),
        walked=max(walk.seconds for walk in walks.values()),
        moved_to=_moved_to(git, touches, path),
    )


def _walk(git: Git, revs: Sequence[str], name: str, borders: frozenset[str], unknown: list[str]) -> _Walk:
    begun = time.monotonic()
    rows = walked(git, revs, name)
    seconds = time.monotonic() - begun
    return _Walk(rows, _origins(git, rows, name, borders, unknown), seconds)


def _kept(walk: _Walk, renaming: str | None, names: Sequence[str]) -> tuple[Rows, dict[Request, Source]]:
    """Return what belongs to the file, of all that touched one of its names."""
    if renaming is None:
        return walk.rows, walk.origins
    own = {
        commit for (commit, _), source in walk.origins.items() if source.name in names and not source.copied
    }
    rows = _without_later_files(walk.rows, renaming, own)
    kept = {touch.commit for touch in rows.touches} | {merge.commit for merge in rows.merges}
    return rows, {request: source for request, source in walk.origins.items() if request[0] in kept}


def _moved_to(git: Git, touches: Sequence[Touch], path: str) -> tuple[str, ...]:
    """Return the name that the file got where the newest touch of its name seems to have deleted it."""
    last = next((touch for touch in touches if touch.path == path), None)
    if last is None or last.new or not last.parents:
        return ()
    source = gone_to(git, (last.commit, last.parents[0]), path)
    return (source.name,) if source else ()


def _origins(
    git: Git, rows: Rows, name: str, borders: frozenset[str], unknown: list[str]
) -> dict[Request, Source]:
    """Return where the name's births came from; of a merge that made it, against each of its parents."""
    births: list[Request] = []
    for touch in rows.touches:
        if not touch.old and touch.commit not in borders and touch.parents:
            births.append((touch.commit, touch.parents[0]))
    for merge in rows.merges:
        if len(merge.sides) == len(merge.parents) and not any(blob for _, blob in merge.sides):
            births += [(merge.commit, parent) for parent in merge.parents]
    return sources(git, births, name, unknown)


def _with_source(touch: Touch, origins: dict[Request, Source]) -> Touch:
    source = origins.get((touch.commit, touch.parents[0])) if touch.parents and not touch.old else None
    if source is None:
        return touch
    return replace(touch, renamed_from=source.name, similarity=source.similarity, old=source.blob)


def _take(found: dict[str, Touch], touch: Touch, borders: frozenset[str]) -> None:
    """Note a touch; a rename is one touch, although the old name's walk shows it as a deletion."""
    if touch.commit in borders:
        return
    before = found.get(touch.commit)
    if before is None or (not before.new and touch.renamed_from):
        found[touch.commit] = touch


def _without_later_files(rows: Rows, renaming: str, own: Collection[str]) -> Rows:
    """Leave out what touched another file that was made under this name after it was given up.

    `own` are the commits by which the file itself got the name again.
    What descends from that birth is told by its blobs: each begins with what an earlier one left.
    """
    at = next((number for number, touch in enumerate(rows.touches) if touch.commit == renaming), None)
    births = [touch for touch in rows.touches[: at or 0] if not touch.old and touch.commit not in own]
    if not births:
        return rows
    after: dict[str, list[str]] = defaultdict(list)
    for touch in rows.touches:
        after[touch.old].append(touch.new)
    for merge in rows.merges:
        # A merge that has what one of its parents had makes nothing of the other's.
        for _, blob in merge.sides if len(merge.sides) == len(merge.parents) else ():
            after[blob].append(merge.new)
    begun = [touch for number, touch in enumerate(rows.touches) if number >= (at or 0) or touch.commit in own]
    before = _reached([touch.new for touch in begun if not touch.old], after)
    later = _reached([touch.new for touch in births], after) - before
    kept = [
        touch
        for number, touch in enumerate(rows.touches)
        if number >= (at or 0) or not ({touch.old or touch.new, touch.new} & later)
    ]
    return Rows(kept, [merge for merge in rows.merges if merge.new not in later])


def _reached(blobs: Sequence[str], after: dict[str, list[str]]) -> set[str]:
    """Return the blobs that can be come to from these; a file that is gone leads nowhere."""
    seen: set[str] = set()
    todo = [blob for blob in blobs if blob]
    while todo:
        blob = todo.pop()
        if blob not in seen:
            seen.add(blob)
            todo += [other for other in after[blob] if other]
    return seen
