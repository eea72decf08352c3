"""Which merged pull requests are read: each once, none lost, and the memory moves forward only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.bot import Backfill, Cursor
from gitexp.steps.bot_window import (
    TRIES,
    advanced,
    advanced_backfill,
    given_up,
    portion_of,
    reading,
    since_of,
    with_missed,
)

NOW = "2024-05-10T00:00:00Z"


@dataclass(frozen=True)
class One:
    number: int
    merged_at: str


def at(minute: int) -> str:
    return (datetime(2024, 5, 1, tzinfo=UTC) + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M:%SZ")


@given(
    minutes=st.lists(st.integers(0, 300), min_size=1, max_size=30),
    most=st.integers(1, 7),
    late=st.integers(0, 14),
)
def test_whatever_merges_and_however_late_it_is_listed_each_is_read_once(minutes, most, late):
    every = [One(number, at(minute)) for number, minute in enumerate(minutes, 1)]
    cursor = Cursor()
    read: list[int] = []
    for now in [*range(0, 320, 20), *[400] * len(every)]:
        seen = [one for one in every if at(now - late) >= one.merged_at]
        since = since_of(cursor, at(0), at(now))
        found = reading(cursor, [one for one in seen if one.merged_at >= since], most=most)
        read += found.numbers
        cursor = found.cursor

    assert sorted(read) == [one.number for one in every]


def test_what_could_not_be_read_is_tried_three_times_and_then_given_up():
    cursor = Cursor(NOW)
    tries = []
    for _ in range(TRIES):
        gone = given_up(cursor, {7})
        cursor = with_missed(cursor, cursor, set(), {7})
        tries.append((cursor.missed, gone))

    assert [(((7, 1),), ()), (((7, 2),), ()), ((), (7,))] == tries
    assert () == with_missed(Cursor(missed=((7, 1),)), Cursor(missed=((7, 1),)), {7}, set()).missed


def test_a_cursor_moves_forward_only_and_never_past_now():
    known = Cursor("2024-05-05T00:00:00Z")

    told = [
        Cursor(one) for one in ("2024-05-06T00:00:00Z", "2024-05-04T00:00:00Z", "2099-01-01T00:00:00Z", None)
    ]

    assert [told[0], known, known, known] == [advanced(known, one, NOW) for one in told]


def test_a_look_back_moves_forward_only_and_within_what_was_asked_for():
    known = Backfill("2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z", "2024-02-01T00:00:00Z")
    on = Backfill(known.since, known.until, "2024-02-02T00:00:00Z")
    back = Backfill(known.since, known.until, "2024-01-02T00:00:00Z")
    beyond = Backfill(known.since, known.until, "2024-04-02T00:00:00Z")
    future = Backfill("2024-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "2098-01-01T00:00:00Z")

    assert [on, known, known, known, known] == [
        advanced_backfill(known, one, NOW) for one in (on, back, beyond, future, None)
    ]


@given(minutes=st.lists(st.integers(0, 30), min_size=1, max_size=20), most=st.integers(1, 5))
def test_a_look_back_reads_each_once_in_portions(minutes, most):
    every = sorted(
        (One(number, at(minute)) for number, minute in enumerate(minutes, 1)), key=lambda one: one.merged_at
    )
    known = Backfill(at(-1), at(100), at(-1))
    read: list[int] = []
    while not known.done:
        taken, reached, _ = portion_of([one for one in every if one.merged_at >= known.reached], known, most)
        read += [one.number for one in taken]
        known = Backfill(known.since, known.until, reached)

    assert sorted(read) == [one.number for one in sorted(every, key=lambda one: one.number)]


def test_the_first_run_of_all_looks_back_a_week_or_as_far_as_is_asked():
    assert "2024-05-03T00:00:00Z" == since_of(Cursor(), "", NOW)
    assert "2024-01-01" == since_of(Cursor(), "2024-01-01", NOW)
    assert "2024-05-09T23:45:00Z" == since_of(Cursor(NOW), "2024-01-01", NOW)
