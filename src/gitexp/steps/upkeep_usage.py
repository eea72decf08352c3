"""The upkeep usage step: of what is in force, what nobody is given, what nobody takes over, and what fails more and more."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import comb

from gitexp.records.fault import Fault
from gitexp.records.skipped import Skipped
from gitexp.records.store_file import StoreFile
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.records.usage_figures import Counts, ExperienceFigures, Halves
from gitexp.records.words import counted
from gitexp.steps.audit_held import held
from gitexp.steps.audit_ids import typed
from gitexp.steps.usage_figures import each_experience, once

DAYS = 90
"""How long an experience must have stood as it is before it says anything that nobody was given it."""
RECALLS = 200
"""How many recalls must have been logged in that time."""
HALF = 5
"""Outcomes that each half must have, for one to be held against the other."""
BY_CHANCE = 0.1
"""A fall is clear where chance alone would make one as deep less often than so."""
BAD = 3
"""How often it must have been told wrong or failed."""
OFTEN = 20
"""How often it must have been given before it says anything that nobody took it over."""

NO_USAGE = "no usage is logged: what is never recalled, or fails, can't be told"

Since = Callable[[Mapping[str, str]], Mapping[str, str]]
"""Returns for files (path and blob) when they came to the default branch as they are (UTC), where git can tell."""


@dataclass(frozen=True)
class Told:
    """What usage tells: faults, what it can't tell yet in words, and what of it could not be read."""

    faults: tuple[Fault, ...]
    limits: tuple[str, ...]
    skipped: tuple[Skipped, ...] = ()


def usage_faults(
    files: Sequence[StoreFile],
    events: Sequence[UsageEvent],
    since: Since,
    *,
    today: str,
    dead: Collection[str] = (),
) -> Told:
    """Return what usage holds against what is in force on a day (YYYY-MM-DD).

    `events` are of all clones. What was told of an earlier text of a file says nothing of the present one. Of the
    `dead` it is not asked who was given them.
    """
    served = [one for one in files if one.experience is not None and one.experience.in_force(today)]
    if not served or not events:
        return Told((), (NO_USAGE,) if served else ())
    landed = since({file.path: file.blob for file in served})
    standing = {file.experience.hex: landed.get(file.path, "") for file in served if file.experience}
    recalls = [one for one in events if isinstance(one, RecallEvent)]
    figures = {row.hex: row for row in _figures(recalls, events, standing)}
    adopted = any(one.outcome == "adopted" for one in events if isinstance(one, OutcomeEvent))
    faults = [fault for file in served for fault in _held(file, figures, adopted)]
    waiting = [file for file in served if file.id not in dead and _times_given(file, figures) == 0]
    faults += _never_recalled(waiting, recalls, landed, figures, today)
    limits = []
    if len(recalls) < RECALLS:
        known = f"{counted(len(recalls), 'recall')} logged" if recalls else "no recall is logged"
        limits.append(f"{known}: what is never recalled can be told from {RECALLS} on")
    if not adopted:
        limits.append("nobody told of an adoption yet: what is never adopted can't be told")
    return Told(tuple(faults), tuple(limits))


def _figures(
    recalls: Sequence[RecallEvent], events: Sequence[UsageEvent], standing: Mapping[str, str]
) -> Sequence[ExperienceFigures]:
    """Return the figures of each experience since it stands as it is."""
    since = [
        one._replace(given=tuple(hex for hex in one.given if standing.get(hex, "") <= one.at))
        for one in recalls
    ]
    told = [one for one in once(events) if standing.get(one.hex, "") <= one.at]
    return each_experience(since, told, ())


def _times_given(file: StoreFile, figures: Mapping[str, ExperienceFigures]) -> int:
    row = figures.get(file.experience.hex) if file.experience else None
    return row.recalls if row else 0


def _held(file: StoreFile, figures: Mapping[str, ExperienceFigures], adopted: bool) -> Iterator[Fault]:
    """Yield what is held against one experience that was given."""
    row = figures.get(file.experience.hex) if file.experience else None
    if row is None:
        return
    name = typed(file.id)
    if failing := _failing(row):
        mend = f"see `exp stats {name}`; then mend it, or `exp retract {name} --reason …`"
        yield held(file, "failing", file.line("what"), failing, mend, "warning")
    elif adopted and row.recalls >= OFTEN and not row.told.adopted + row.diff.adopted:
        became = _became(row) or "nothing was told of it, and no diff shows anything"
        message = f"was given {_times(row.recalls)} and never adopted; {became}"
        mend = "see whether it says what to do, and where: its `what`, its scope and its conditions"
        yield held(file, "never_adopted", file.line("what"), message, mend, "notice")


def _failing(row: ExperienceFigures) -> str:
    """Return in words why an experience fails, "" where it does not. What diffs show is only a sign, and kept apart."""
    bad = row.told.wrong + row.told.failed
    if bad >= BAD and bad > row.told.adopted:
        adopted = f"adopted {_times(row.told.adopted)}" if row.told.adopted else "never adopted"
        return f"was told to be wrong or to have failed {_times(bad)}, and {adopted}; {_became(row)}"
    for halves, how in ((row.told_over_time, "as it was told"), (row.seen_over_time, "as diffs show")):
        if halves and _falls(halves):
            older, newer = _of(halves.older), _of(halves.newer)
            fell = f"{older} times in the older half of its time, {newer} in the newer one, {how}"
            return f"was adopted {fell}; {_became(row)}"
    return ""


def _became(row: ExperienceFigures) -> str:
    """Return in words all that was told of an experience or seen, by who says so; "" where that is nothing."""
    sides = (("by feedback", row.said), ("in commits", row.trailer), ("by diffs", row.diff))
    return "; ".join(f"{side} {_named(counts)}" for side, counts in sides if counts.all)


def _named(counts: Counts) -> str:
    """Return each outcome that there is, with how often."""
    outcomes = (
        ("adopted", counts.adopted),
        ("ignored", counts.ignored),
        ("wrong", counts.wrong),
        ("failed", counts.failed),
    )
    return ", ".join(f"{outcome} {_times(many)}" for outcome, many in outcomes if many)


def _falls(halves: Halves) -> bool:
    """Return whether fewer were adopted of the newer half, and so many fewer that it is hardly chance.

    Fisher's exact test: how often as few of the adopted, or fewer, would lie in the newer half if they lay anyhow.
    """
    older, newer = halves.older, halves.newer
    if min(older.all, newer.all) < HALF or halves.change >= 0:
        return False
    adopted = older.adopted + newer.adopted
    ways = sum(
        comb(newer.all, few) * comb(older.all, adopted - few)
        for few in range(newer.adopted + 1)
        if adopted - few <= older.all
    )
    return ways / comb(older.all + newer.all, adopted) < BY_CHANCE


def _never_recalled(
    files: Sequence[StoreFile],
    recalls: Sequence[RecallEvent],
    landed: Mapping[str, str],
    figures: Mapping[str, ExperienceFigures],
    today: str,
) -> Iterator[Fault]:
    """Yield what nobody was given, though it stands long enough and enough was asked."""
    times = sorted(one.at for one in recalls)
    if not files or len(times) < RECALLS:
        return
    latest = (date.fromisoformat(today) - timedelta(days=DAYS)).isoformat()
    for file in files:
        at = landed.get(file.path, "")
        many = len(times) - bisect_left(times, at)
        if at and at[:10] <= latest and many * _share(file) >= RECALLS:
            row = figures.get(file.experience.hex) if file.experience else None
            became = f"; {_became(row)}" if row else ""
            message = f"none of {many} recalls gave it since it stands as it is ({at[:10]}){became}"
            mend = (
                "see whether its scope, symbols and search words meet what is asked, or "
                f"`exp retract {typed(file.id)} --reason …`"
            )
            yield held(file, "never_recalled", file.line("scope") or file.line("id"), message, mend, "notice")


def _share(file: StoreFile) -> float:
    """Return which share of the clones is served an experience: a canary is given to some alone."""
    canary = (file.experience.lifecycle.canary if file.experience else None) or ""
    number = canary.removesuffix("%").strip()
    return min(100, int(number)) / 100 if number.isascii() and number.isdecimal() else 1.0


def _of(counts: Counts) -> str:
    return f"{counts.adopted} of {counts.all}"


def _times(many: int) -> str:
    return "once" if many == 1 else f"{many} times"
