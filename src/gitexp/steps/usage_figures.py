"""The usage figures step: from what recall did, and what became of it, the figures over all and of each experience."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from gitexp.records.experience import Experience
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.records.usage_figures import (
    ENOUGH_OVER_TIME,
    Counts,
    DoorFigures,
    ExperienceFigures,
    Halves,
    Latency,
    UsageFigures,
    Week,
)
from gitexp.steps.usage_canary import Deliveries

MOST_WEEKS = 8
MOST_NOTES = 20


def usage_figures(
    events: Iterable[UsageEvent], experiences: Sequence[Experience[str]], *, since: str = "", today: str
) -> UsageFigures:
    """Return the figures over the events of all clones, from `since` on (YYYY-MM-DD, "" for all of them).

    An outcome that several have seen (the same commit, the same experience) counts once. `today` (YYYY-MM-DD) says
    what is in force, and where the last week ends.
    """
    whole = list(events)
    recalls = [one for one in whole if isinstance(one, RecallEvent) and one.at >= since]
    outcomes = [one for one in once(whole) if one.at >= since]
    rows = each_experience(recalls, outcomes, experiences, before=whole)
    handed = {row.hex for row in rows if row.recalls}
    force = sorted({one.id: one.hex for one in experiences if one.in_force(today)}.items())
    return UsageFigures(
        since=since,
        until=today,
        clones=len(({one.clone for one in recalls} | {one.clone for one in outcomes}) - {""}),
        requests=len(recalls),
        given=sum(bool(one.given) for one in recalls),
        poor=sum(one.match == "poor" for one in recalls),
        injected=sum(len(one.given) for one in recalls),
        tokens=sum(one.tokens for one in recalls),
        latency=_latency(recalls),
        weeks=weeks_of(recalls, since, today),
        doors=each_door(recalls),
        experiences=rows,
        canary=Deliveries(recalls, whole).compared(outcomes),
        in_force=len(force),
        never=tuple(id for id, hex in force if hex not in handed),
    )


def each_experience(
    recalls: Sequence[RecallEvent],
    outcomes: Sequence[OutcomeEvent],
    experiences: Sequence[Experience[str]],
    *,
    before: Sequence[UsageEvent] = (),
) -> tuple[ExperienceFigures, ...]:
    """Return a row for each experience that was handed on or told of, the most recalled first.

    `before` may hold earlier recalls too: an outcome's recall may lie before the time that is asked about.
    """
    given: dict[str, list[RecallEvent]] = defaultdict(list)
    for recall in recalls:
        for hex in dict.fromkeys(recall.given):
            given[hex].append(recall)
    told: dict[str, list[OutcomeEvent]] = defaultdict(list)
    for outcome in outcomes:
        told[outcome.hex].append(outcome)
    known = {one.hex: one for one in experiences}
    deliveries = Deliveries(recalls, before)
    rows = [
        replace(
            _row(hex, given.get(hex, []), told.get(hex, []), known.get(hex)),
            canary=deliveries.compared(outcomes, hex),
        )
        for hex in {**given, **told}
    ]
    return tuple(sorted(rows, key=lambda row: (-row.recalls, -row.told.all, -row.diff.all, row.id, row.hex)))


def each_door(recalls: Sequence[RecallEvent]) -> tuple[DoorFigures, ...]:
    """Return what recall did by each door, the busiest first."""
    by_door: dict[str, list[RecallEvent]] = defaultdict(list)
    for recall in recalls:
        by_door[recall.by].append(recall)
    figures = (
        DoorFigures(
            by,
            requests=len(some),
            given=sum(bool(one.given) for one in some),
            injected=sum(len(one.given) for one in some),
            tokens=sum(one.tokens for one in some),
            latency=_latency(some),
        )
        for by, some in by_door.items()
    )
    return tuple(sorted(figures, key=lambda one: (-one.requests, one.by)))


def once(events: Iterable[UsageEvent]) -> list[OutcomeEvent]:
    """Return the outcomes by time, without what was seen in one commit by several clones, or several times."""
    found: dict[tuple[str, ...], OutcomeEvent] = {}
    said = 0
    for event in events:
        if not isinstance(event, OutcomeEvent):
            continue
        said += 1
        # What was said stands by itself: two people may say the same.
        key = (event.origin, event.hex, event.commit) if event.commit else (str(said),)
        found.setdefault(key, event)
    return sorted(found.values(), key=lambda one: (one.at, one.hex))


def counts_of(outcomes: Iterable[OutcomeEvent]) -> Counts:
    """Return how often each outcome is among these."""
    counted = Counter(one.outcome for one in outcomes)
    return Counts(counted["adopted"], counted["ignored"], counted["wrong"], counted["failed"])


def percentile(ordered: Sequence[int], share: float) -> int:
    """Return the least of the ordered numbers that so large a share of them does not exceed (nearest rank)."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def weeks_of(recalls: Sequence[RecallEvent], since: str, today: str) -> tuple[Week, ...]:
    """Return the last eight weeks, oldest first, without those before the first recall and before `since`."""
    try:
        last = date.fromisoformat(today)
        asked = date.fromisoformat(since or "0001-01-01")
    except ValueError:
        return ()
    days = sorted(day for one in recalls if (day := _day(one.at)) is not None and day <= last)
    monday = last - timedelta(days=last.weekday() + 7 * (MOST_WEEKS - 1))
    if not days or days[-1] < monday:
        return ()
    first = max(monday, asked, days[0])
    requests = Counter(_monday(day) for day in days)
    given = Counter(_monday(day) for one in recalls if one.given and (day := _day(one.at)) and day <= last)
    weeks = []
    for start in (monday + timedelta(weeks=number) for number in range(MOST_WEEKS)):
        end = min(start + timedelta(days=6), last)
        if end >= first:
            counted = (end - max(start, first)).days + 1
            weeks.append(Week(start.isoformat(), requests[start], given[start], counted))
    return tuple(weeks)


def _row(
    hex: str,
    recalls: Sequence[RecallEvent],
    outcomes: Sequence[OutcomeEvent],
    known: Experience[str] | None,
) -> ExperienceFigures:
    of = {origin: [one for one in outcomes if one.origin == origin] for origin in ("said", "trailer", "diff")}
    told = [one for one in outcomes if one.origin != "diff"]
    noted = [one for one in reversed(told) if one.note]
    return ExperienceFigures(
        hex=hex,
        id=known.id if known else "",
        title=str(known.title) if known else "",
        status=known.status if known else "",
        recalls=len(recalls),
        trial=sum(hex in one.trial for one in recalls),
        first=min((one.at for one in recalls), default=""),
        last=max((one.at for one in recalls), default=""),
        said=counts_of(of["said"]),
        trailer=counts_of(of["trailer"]),
        diff=counts_of(of["diff"]),
        told_over_time=_halves(told),
        seen_over_time=_halves(of["diff"]),
        notes=tuple(noted[:MOST_NOTES]),
    )


def _latency(recalls: Sequence[RecallEvent]) -> Latency | None:
    measured = sorted(one.ms for one in recalls if one.ms > 0)
    return Latency(*(percentile(measured, share) for share in (0.5, 0.9, 0.99))) if measured else None


def _halves(outcomes: Sequence[OutcomeEvent]) -> Halves | None:
    middle = len(outcomes) // 2
    if middle < ENOUGH_OVER_TIME:
        return None
    return Halves(counts_of(outcomes[:middle]), counts_of(outcomes[middle:]))


def _day(at: str) -> date | None:
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
