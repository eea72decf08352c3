"""Plan: whether this run may change what the proposal holds. Small and still: five at most, weekly, never when frozen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from gitexp.records.bot import BotState

SLACK = timedelta(hours=12)
"""A weekly schedule may start early or late by hours, and must still find its week over."""
CAN_WAIT = timedelta(weeks=8)
LEFT_TO_THE_RUN = "waited eight weeks for a second sighting: left to the run"


class Plan(NamedTuple):
    """How many files the proposal may hold after this run; 0: it stays as it is, and `why` says for what reason."""

    room: int
    why: str = ""

    @property
    def lays(self) -> bool:
        """Return whether the proposal is made anew in this run."""
        return self.room > 0


def plan(
    state: BotState, *, room: int, every_days: int, now: str, on_demand: bool, unfinished: bool = False
) -> Plan:
    """Return what may be done to the proposal now.

    A frozen one belongs to the people who are at it. Else it changes once in `every_days`, at once where somebody
    asked for it, or where an earlier run was cut off before the pull request was there.
    """
    proposal = state.proposal
    if proposal is not None and proposal.frozen:
        return Plan(
            0, f"the open proposal is frozen since {proposal.frozen}; what is new waits for the next one"
        )
    if on_demand or unfinished or not state.laid:
        return Plan(room)
    due = moment(state.laid) + timedelta(days=every_days) - SLACK
    if moment(now) >= due:
        return Plan(room)
    return Plan(
        0, f"the last proposal is of {state.laid[:10]}; the next one comes {every_days} days after it"
    )


def looks_back(state: BotState) -> bool:
    """Return whether a look back goes on, or has left something that waits: its next portion may be laid."""
    back = state.backfill
    if back is None:
        return False
    until = moment(back.until)
    merged = (one.source.merged_at for one in state.waiting)
    return not back.done or any(moment(time) <= until for time in merged if time)


def is_left(first_seen: str, sightings: int, now: str) -> bool:
    """Return whether a candidate has waited long enough, without being said in a second discussion."""
    return sightings < 2 and moment(now) - moment(first_seen) > CAN_WAIT


def moment(time: str) -> datetime:
    """Return an ISO time as a moment; the beginning of time for what is none."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
