"""Small and still: when a proposal may change, and when what waits is left to the run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.records.bot import Backfill, BotState
from gitexp.steps.bot_plan import is_left, looks_back, moment, plan
from support.bot_memory import a_carried, a_proposal

LAID = BotState(laid="2024-05-01T06:00:00Z")


def planned(state: BotState, now: str = "2024-05-02T06:00:00Z", **asked: bool) -> int:
    given = {"on_demand": False, "unfinished": False} | asked
    return plan(state, room=5, every_days=7, now=now, **given).room


@pytest.mark.parametrize(
    ("now", "room"),
    [("2024-05-07T17:59:59Z", 0), ("2024-05-07T18:00:00Z", 5), ("2024-05-08T06:00:00Z", 5), ("no time", 0)],
)
def test_a_proposal_changes_once_a_week_and_a_schedule_may_start_half_a_day_early(now, room):
    assert room == planned(LAID, now)


def test_it_changes_at_once_for_the_first_time_on_demand_and_where_a_run_was_cut_off():
    assert [5, 5, 5, 0] == [
        planned(BotState()),
        planned(LAID, on_demand=True),
        planned(LAID, unfinished=True),
        planned(LAID),
    ]


def test_a_frozen_one_never_changes():
    frozen = replace(LAID, proposal=replace(a_proposal(), frozen="2024-05-01 (first review by a person)"))

    found = plan(frozen, room=5, every_days=7, now="2025-01-01T00:00:00Z", on_demand=True, unfinished=True)

    assert not found.lays and "2024-05-01 (first review by a person)" in found.why


@pytest.mark.parametrize(
    ("now", "sightings", "left"),
    [
        ("2024-06-26T00:00:00Z", 1, False),
        ("2024-06-26T00:00:01Z", 1, True),
        ("2025-01-01T00:00:00Z", 2, False),
    ],
)
def test_what_waits_eight_weeks_without_a_second_sighting_is_left(now, sightings, left):
    assert left == is_left("2024-05-01T00:00:00Z", sightings, now)


def test_a_time_without_a_zone_is_in_utc_and_what_is_none_is_long_ago():
    assert moment("2024-05-01T00:00:00") == moment("2024-05-01T02:00:00+02:00")
    assert moment("soon") < moment("1970-01-01")


@pytest.mark.parametrize(
    ("reached", "merged_at", "goes_on"),
    [
        (None, "2024-01-01T00:00:00Z", False),
        ("2024-02-01T00:00:00Z", None, True),
        ("2024-03-01T00:00:00Z", None, False),
        ("2024-03-01T00:00:00Z", "2024-02-01T00:00:00Z", True),
        ("2024-03-01T00:00:00Z", "2024-03-02T00:00:00Z", False),
    ],
)
def test_a_look_back_goes_on_till_it_is_done_and_nothing_of_it_waits(reached, merged_at, goes_on):
    back = Backfill("2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z", reached) if reached else None
    one = a_carried()
    waits = (replace(one, source=replace(one.source, merged_at=merged_at)),) if merged_at else ()

    assert goes_on == looks_back(BotState(backfill=back, waiting=waits))
