"""Window: which merged pull requests a run reads, and how far the memory may say that it has read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple, Protocol, TypeVar

from gitexp.records.bot import Backfill, Cursor
from gitexp.steps.bot_plan import moment

OVERLAP = timedelta(minutes=15)
"""GitHub's lists may lag behind its events: what merged shortly before is listed again, and known by its number."""
FIRST = timedelta(days=7)
"""How far the first run of all looks back, where nobody says."""
TRIES = 3
"""How often a pull request that could not be read is tried again, before it is given up and said."""


class Merged(Protocol):
    """A merged pull request in a list."""

    @property
    def number(self) -> int: ...
    @property
    def merged_at(self) -> str: ...


OneMerged = TypeVar("OneMerged", bound=Merged)


class Reading(NamedTuple):
    """The numbers to read, oldest first, and the cursor where all of them were read."""

    numbers: tuple[int, ...]
    cursor: Cursor
    rest: int = 0
    """How many are left for the next run."""


def since_of(cursor: Cursor, asked: str, now: str) -> str:
    """Return from when on merged pull requests are listed."""
    if cursor.until:
        return written(cursor.until, -OVERLAP)
    return asked or written(now, -FIRST)


def reading(cursor: Cursor, listed: Sequence[Merged], *, most: int) -> Reading:
    """Return what to read of the listed ones: what is new, oldest first, and what was missed before."""
    known = {*cursor.recent}
    new = sorted(
        (one for one in listed if one.number not in known), key=lambda one: (one.merged_at, one.number)
    )
    taken = new[:most]
    missed = tuple(number for number, _ in cursor.missed)
    until = max([one.merged_at for one in taken], key=moment, default=cursor.until)
    after = replace(cursor, until=until, recent=_recent(cursor, listed, [one.number for one in taken], until))
    numbers = tuple(dict.fromkeys([*missed, *(one.number for one in taken)]))
    return Reading(numbers, after, len(new) - len(taken))


def portion_of(listed: Sequence[OneMerged], known: Backfill, most: int) -> tuple[list[OneMerged], str, int]:
    """Return the next portion of a look back, how far it comes with it, and how many are left.

    What merged in the same second as the last one of a portion belongs to it: the next begins after that second.
    """
    begins = known.reached == known.since
    new = [one for one in listed if begins or moment(one.merged_at) > moment(known.reached)]
    taken = new[:most]
    if taken:
        last = moment(taken[-1].merged_at)
        taken += [one for one in new[most:] if moment(one.merged_at) == last]
    rest = len(new) - len(taken)
    return taken, (taken[-1].merged_at if rest and taken else known.until), rest


def _recent(
    cursor: Cursor, listed: Sequence[Merged], taken: Collection[int], until: str | None
) -> tuple[int, ...]:
    """Return the numbers that the next window may list again."""
    if until is None:
        return cursor.recent
    edge = moment(until) - OVERLAP
    seen = {
        one.number
        for one in listed
        if moment(one.merged_at) >= edge and one.number in {*taken, *cursor.recent}
    }
    return tuple(sorted(seen))


def with_missed(
    cursor: Cursor,
    before: Cursor,
    read: Collection[int],
    failed: Collection[int],
    later: Collection[int] = (),
) -> Cursor:
    """Return the cursor with what could not be read, each counted; after `TRIES` it is given up.

    What nobody got to (`later`) is remembered and not counted.
    """
    tried = dict(before.missed)
    still = {number: tries for number, tries in tried.items() if number not in read}
    still |= {number: tries for number, tries in cursor.missed if number not in read and number not in tried}
    still |= {number: tried.get(number, 0) for number in later}
    for number in failed:
        still[number] = tried.get(number, 0) + 1
    return replace(cursor, missed=tuple(sorted((n, tries) for n, tries in still.items() if tries < TRIES)))


def given_up(before: Cursor, failed: Collection[int]) -> tuple[int, ...]:
    """Return what is not tried again."""
    tried = dict(before.missed)
    return tuple(sorted(number for number in failed if tried.get(number, 0) + 1 >= TRIES))


def advanced(cursor: Cursor, told: Cursor, now: str) -> Cursor:
    """Return the cursor that a reading job tells, as far as it can be true: it moves forward only, never past now."""
    if not told.until:
        return replace(cursor, missed=told.missed) if told.missed != cursor.missed else cursor
    if moment(told.until) > moment(now) or (cursor.until and moment(told.until) < moment(cursor.until)):
        return cursor
    return told


def advanced_backfill(known: Backfill | None, told: Backfill | None, now: str) -> Backfill | None:
    """Return how far a look back has come: forward only, within what was asked for."""
    if told is None:
        return known
    if not moment(told.since) <= moment(told.reached) <= moment(told.until) <= moment(now):
        return known
    same = known is not None and (known.since, known.until) == (told.since, told.until)
    if known is not None and same and moment(told.reached) < moment(known.reached):
        return known
    return told


def written(time: str, shift: timedelta = timedelta()) -> str:
    """Return a time in GitHub's way of writing, shifted."""
    return (moment(time) + shift).strftime("%Y-%m-%dT%H:%M:%SZ")
