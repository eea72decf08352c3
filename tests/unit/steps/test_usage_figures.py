"""The figures over all recalls, and of each experience."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.usage import Origin, Outcome, OutcomeEvent, RecallEvent, UsageEvent
from gitexp.records.usage_figures import Counts, DoorFigures, Halves, Latency, Week
from gitexp.steps.usage_figures import once, percentile, usage_figures, weeks_of
from support.experiences import an_experience

FLUSH, OTHER = "0a1b2c3d4e", "bbbbbbbbbb"
KNOWN = an_experience()
TODAY = "2026-03-11"
"""A Wednesday."""


def recall(at: str = "2026-03-02T10:00:00Z", *hexes: str, clone: str = "a" * 16, **changes) -> RecallEvent:
    return RecallEvent(at, hexes, clone=clone, **changes)


def outcome(
    at: str,
    what: Outcome = "adopted",
    origin: Origin = "said",
    hex: str = FLUSH,
    commit: str = "",
    note: str = "",
) -> OutcomeEvent:
    return OutcomeEvent(at, hex, what, origin, note, commit, "a" * 16)


def figures(events: Sequence[UsageEvent], since: str = "", experiences=(KNOWN,)):
    return usage_figures(events, experiences, since=since, today=TODAY)


def test_rates_are_over_all_requests():
    got = figures(
        [
            recall("2026-03-02T10:00:00Z", FLUSH, OTHER, tokens=120, match="good"),
            recall("2026-03-02T10:01:00Z", FLUSH, tokens=60, match="poor"),
            recall("2026-03-02T10:02:00Z"),
            recall("2026-03-02T10:03:00Z", clone="b" * 16),
        ]
    )

    assert (4, 2, 1) == (got.requests, got.given, got.poor)
    assert (0.5, 0.5, 0.75, 45.0) == (got.success_rate, got.no_hit_rate, got.mean_injected, got.mean_tokens)
    assert 2 == got.clones


def test_of_nothing_there_is_no_rate():
    got = figures([])

    assert (0, None, None, None, None) == (
        got.requests,
        got.success_rate,
        got.mean_injected,
        got.latency,
        got.canary,
    )
    assert ((), ()) == (got.weeks, got.experiences)


def test_percentiles_are_times_that_were_measured():
    got = figures([recall(f"2026-03-02T10:00:{n % 60:02}Z", ms=n) for n in range(1, 101)] + [recall()])

    assert Latency(50, 90, 99) == got.latency
    assert Latency(7, 7, 7) == figures([recall(ms=7)]).latency
    assert figures([recall(ms=0)]).latency is None


@given(st.lists(st.integers(1, 10**6), min_size=1), st.sampled_from([0.5, 0.9, 0.99]))
def test_so_large_a_share_is_not_above_a_percentile(numbers: list[int], share: float):
    ordered = sorted(numbers)
    got = percentile(ordered, share)

    assert sum(one <= got for one in ordered) >= share * len(ordered) - 1e-6
    assert sum(one < got for one in ordered) < share * len(ordered) + 1e-6


def test_weeks_begin_on_monday_and_the_first_and_last_count_their_days():
    got = weeks_of(
        [
            recall("2026-02-27T23:59:59Z"),
            recall("2026-03-02T00:00:00Z"),
            recall("2026-03-10T01:00:00Z", FLUSH),
        ],
        "",
        TODAY,
    )

    assert (Week("2026-02-23", 1, 0, 3), Week("2026-03-02", 1, 0, 7), Week("2026-03-09", 1, 1, 3)) == got
    assert 1 / 3 == got[-1].a_day


def test_there_are_at_most_eight_weeks_and_none_before_the_day_asked_about():
    every = [recall(f"2025-{month:02}-15T10:00:00Z") for month in range(1, 13)]
    every.append(recall("2026-03-10T10:00:00Z"))

    whole, part = weeks_of(every, "", TODAY), weeks_of(every, "2026-03-04", TODAY)

    assert (8, "2026-01-19") == (len(whole), whole[0].start)
    assert [("2026-03-02", 5), ("2026-03-09", 3)] == [(one.start, one.days) for one in part]
    assert () == weeks_of([recall("2025-01-01T10:00:00Z")], "", TODAY)


def test_a_clock_that_ran_ahead_makes_no_week_of_the_future():
    assert () == weeks_of([recall("2031-01-01T10:00:00Z")], "", TODAY)
    assert 1 == figures([recall("2031-01-01T10:00:00Z")]).requests


def test_since_leaves_out_what_was_before():
    events: list[UsageEvent] = [
        recall("2026-03-01T23:59:59Z", FLUSH),
        recall("2026-03-02T00:00:00Z", FLUSH),
        outcome("2026-03-01T10:00:00Z"),
    ]

    [row] = figures(events, since="2026-03-02").experiences
    assert (1, 0, "2026-03-02T00:00:00Z") == (row.recalls, row.told.all, row.first)


def test_what_was_said_in_commits_and_seen_is_counted_apart():
    [row] = figures(
        [
            recall("2026-03-02T10:00:00Z", FLUSH),
            outcome("2026-03-02T11:00:00Z"),
            outcome("2026-03-02T11:00:01Z", "wrong"),
            outcome("2026-03-02T12:00:00Z", "failed", "trailer", commit="c" * 40),
            outcome("2026-03-02T13:00:00Z", "ignored", "diff", commit="d" * 40),
        ]
    ).experiences

    assert (Counts(1, 0, 1, 0), Counts(0, 0, 0, 1), Counts(0, 1, 0, 0)) == (row.said, row.trailer, row.diff)
    assert Counts(1, 0, 1, 1) == row.told


def test_one_commit_seen_by_several_clones_counts_once_and_two_people_twice():
    seen = outcome("2026-03-02T13:00:00Z", "adopted", "diff", commit="d" * 40)
    other = OutcomeEvent(seen.at, FLUSH, "adopted", "diff", commit="d" * 40, clone="b" * 16)
    said = outcome("2026-03-02T14:00:00Z")

    assert [seen, said, said] == once([seen, other, said, said, recall()])


def test_over_time_the_newer_half_is_held_against_the_older_one():
    told = [outcome(f"2026-03-0{day}T10:00:00Z") for day in (1, 2, 3)]
    told += [outcome(f"2026-03-0{day}T10:00:00Z", "wrong") for day in (4, 5)] + [
        outcome("2026-03-06T10:00:00Z")
    ]

    [row] = figures(list(reversed(told))).experiences

    assert Halves(Counts(3), Counts(1, 0, 2, 0)) == row.told_over_time
    assert row.told_over_time is not None and -2 / 3 == pytest.approx(row.told_over_time.change)
    assert row.seen_over_time is None


def test_too_few_outcomes_have_no_halves():
    [row] = figures([outcome(f"2026-03-0{day}T10:00:00Z") for day in (1, 2, 3, 4, 5)]).experiences

    assert row.told_over_time is None


def test_rows_name_what_stands_and_the_digits_of_what_does_not():
    rows = figures(
        [recall("2026-03-02T10:00:00Z", OTHER), recall("2026-03-02T10:00:01Z", OTHER, FLUSH)]
    ).experiences

    assert [(OTHER, "", 2), (FLUSH, "cache-flush-before-fork-0a1b2c3d4e", 1)] == [
        (r.hex, r.id, r.recalls) for r in rows
    ]


def test_what_is_in_force_and_was_given_to_nobody_is_named():
    idle = an_experience(id="cache-idle-cccccccccc")
    gone = an_experience(id="cache-gone-dddddddddd", status="retracted")

    got = figures([recall("2026-03-02T10:00:00Z", FLUSH)], experiences=(an_experience(), idle, gone))

    assert (2, ("cache-idle-cccccccccc",)) == (got.in_force, got.never)


def test_notes_come_newest_first():
    [row] = figures(
        [outcome("2026-03-01T10:00:00Z", note="old"), outcome("2026-03-02T10:00:00Z", "wrong", note="new")]
    ).experiences

    assert ["new", "old"] == [one.note for one in row.notes]


def test_an_experience_given_twice_in_one_recall_counts_once():
    [row] = figures([recall("2026-03-02T10:00:00Z", FLUSH, FLUSH)]).experiences

    assert 1 == row.recalls


def test_a_canary_is_held_against_all_that_is_none_and_the_others_against_nothing():
    events: list[UsageEvent] = [
        recall("2026-03-02T10:00:00Z", FLUSH, OTHER, trial=(FLUSH,)),
        outcome("2026-03-02T11:00:00Z", "wrong"),
        outcome("2026-03-02T11:00:00Z", "adopted", hex=OTHER),
    ]

    canary, other = sorted(figures(events).experiences, key=lambda row: row.hex)

    assert canary.canary is not None and other.canary is None
    assert (Counts(0, 0, 1, 0), Counts(1)) == (canary.canary.trial.told, canary.canary.rest.told)
    assert canary.canary == figures(events).canary


def test_each_door_has_its_own_figures_the_busiest_first():
    one, other = "0a1b2c3d4e", "1b2c3d4e5f"
    found = figures(
        [
            recall("2026-03-02T10:00:00Z", one, other, by="mcp", tokens=90, ms=20),
            recall("2026-03-02T10:00:01Z", by="hook", ms=30),
            recall("2026-03-02T10:00:02Z", one, by="hook", tokens=40, ms=40),
            recall("2026-03-02T10:00:03Z", by="cli"),
        ]
    )

    assert (
        DoorFigures("hook", 2, 1, 1, 40, Latency(30, 40, 40)),
        DoorFigures("cli", 1, 0, 0),
        DoorFigures("mcp", 1, 1, 2, 90, Latency(20, 20, 20)),
    ) == found.doors
    assert [0.5, 0.0, 1.0] == [door.success_rate for door in found.doors]


@given(st.lists(st.sampled_from(["cli", "hook", "mcp"]), max_size=20))
def test_the_doors_together_are_all_recalls(doors: list[str]):
    found = figures([recall("2026-03-02T10:00:00Z", "0a1b2c3d4e", by=by) for by in doors])

    assert (found.requests, found.given, found.injected) == tuple(
        sum(getattr(door, name) for door in found.doors) for name in ("requests", "given", "injected")
    )
