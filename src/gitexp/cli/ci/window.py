"""Which merged pull requests a run reads: since the cursor, since the last run that went well, a portion of a look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gitexp.cli.ci.office import Office
from gitexp.records.bot import Backfill, BotState, Cursor
from gitexp.records.words import counted
from gitexp.steps.bot_plan import moment
from gitexp.steps.bot_window import portion_of, reading, since_of, with_missed, written

if TYPE_CHECKING:
    from gitexp.cli.wiring_bot import MergedPull

CALLS_EACH, TOKENS_IN, TOKENS_OUT = 2.5, 7_400, 600
"""What a long discussion took of a language model, measured over 69 of them (`make replay-shared`)."""
MOST = 100
"""Pull requests that one ordinary run reads; what is more waits for the next one."""


@dataclass(frozen=True)
class Chosen:
    """What to read, and how far the memory has come where all of it was read."""

    numbers: tuple[int, ...]
    listed: tuple[MergedPull, ...]
    before: Cursor
    cursor: Cursor
    backfill: Backfill | None = None
    rest: int = 0
    since: str = ""
    """From when on merged pull requests were listed (ISO time): where a first run is cut short, the next begins there."""
    begun: str = ""
    """Of a look back: how far it had come before this portion. Empty for an ordinary run."""
    why: str = ""
    """Why nothing is read, or since when is."""

    @property
    def updated(self) -> dict[int, str]:
        """Return when each changed last."""
        return {one.number: one.updated_at for one in self.listed}

    def read(self, read: set[int], failed: set[int], unread: Sequence[int]) -> Chosen:
        """Return how far the run has come, by what it read: never past what it did not get to."""
        if unread:
            times = [one.merged_at for one in self.listed if one.number in unread]
            first = min(times, key=moment, default=None)
            done = [one for one in self.listed if first is None or moment(one.merged_at) < moment(first)]
            if self.backfill is not None and self.begun:
                reached = max((one.merged_at for one in done), key=moment, default=self.begun)
                cursor = with_missed(self.cursor, self.before, read, failed)
                return replace(self, cursor=cursor, backfill=replace(self.backfill, reached=reached))
            again = reading(self.before, done, most=len(done)).cursor
            again = again if again.until else replace(again, until=self.since)
            return replace(self, cursor=with_missed(again, self.before, read, failed))
        return replace(self, cursor=with_missed(self.cursor, self.before, read, failed))

    @property
    def more(self) -> bool:
        """Return whether it was a portion of a look back, and more of it is left."""
        return bool(self.begun) and self.backfill is not None and not self.backfill.done


def choose(office: Office, state: BotState) -> Chosen:
    """Return what this run reads. Lists only; nothing is fetched whole.

    A run by schedule goes on with a look back that nothing else will wake: a portion that teaches nothing makes no
    proposal, and so none is closed.
    """
    if office.told.backfill or office.closes_a_portion:
        return _portion(office, state)
    chosen = _ordinary(office, state)
    waits = state.backfill is not None and not state.backfill.done and state.proposal is None
    if office.told.event_name == "schedule" and waits and not chosen.numbers:
        return _portion(office, state)
    return chosen


def _ordinary(office: Office, state: BotState) -> Chosen:
    cursor = state.cursor if office.told.level != "report" else _since_last_run(office)
    since = since_of(cursor, office.told.since, office.now)
    listed = office.workshop.merged_since(office.api, moment(since), None, None, office.default)
    if office.told.event_name == "push" and office.told.sha and not listed:
        # The list may lag behind the event; what it misses beside others comes with the next window, which overlaps.
        listed = office.workshop.pulls_of_commit(office.api, office.told.sha)
    wanted = [one for one in listed if not one.own]
    chosen = reading(cursor, wanted, most=MOST)
    after = chosen.cursor if chosen.cursor.until else replace(chosen.cursor, until=office.now)
    why = f"merged since {since[:16].replace('T', ' ')} UTC"
    if office.told.since and cursor.until and moment(office.told.since) < moment(cursor.until):
        why += f"; the input since counts for a first run: to go back to {office.told.since}, use backfill"
    return Chosen(chosen.numbers, tuple(wanted), cursor, after, state.backfill, chosen.rest, since, why=why)


def _portion(office: Office, state: BotState) -> Chosen:
    """Return the next portion of a look back; none while a proposal is open."""
    known = state.backfill
    if office.told.backfill and office.told.since:
        until = state.cursor.until or office.now
        asked = written(office.told.since)
        if known is None or known.since != asked:
            known = Backfill(asked, until, asked)
    keeps = office.told.level != "report"
    waits = state.proposal is not None and keeps and not office.told.dry_run
    if known is None or known.done or waits:
        why = _why_not(known, state)
        return Chosen((), (), state.cursor, state.cursor, known, why=why)
    listed = office.workshop.merged_since(
        office.api, moment(known.reached), moment(known.until), None, office.default
    )
    taken, reached, rest = portion_of([one for one in listed if not one.own], known, office.told.portion)
    numbers = tuple(one.number for one in taken)
    after = replace(known, reached=reached)
    why = f"looking back, merged since {known.reached[:10]}"
    if rest and not keeps:
        why += "; nothing is remembered at level report: give a larger portion, or a later date, to see more"
    return Chosen(
        numbers, tuple(taken), state.cursor, state.cursor, after, rest, begun=known.reached, why=why
    )


def _why_not(known: Backfill | None, state: BotState) -> str:
    """Return why a look back reads nothing now."""
    if known is None:
        return "no look back is under way: give a date to begin at (input since)"
    if known.done:
        return f"the look back to {known.since[:10]} is done; give an earlier date to go further back"
    number = f" #{state.proposal.number}" if state.proposal and state.proposal.number else ""
    return f"the look back goes on when the open proposal{number} is closed: merge it, or close it"


def _since_last_run(office: Office) -> Cursor:
    """Return a cursor for a run that keeps nothing: since this workflow last ended well."""
    if office.told.since or not office.told.workflow:
        return Cursor()
    last = office.workshop.last_success(office.api, office.told.workflow, office.default)
    return Cursor(until=last) if last else Cursor()


def estimate(office: Office, chosen: Chosen) -> str:
    """Return what reading the chosen ones will cost, and all that is left of a look back, in words."""
    many = len(chosen.numbers)
    if not many:
        return "That costs nothing."
    told = [office.workshop.estimate(office.api, many)]
    if chosen.rest:
        told.append(
            f"with what is left: {office.workshop.estimate(office.api, many + chosen.rest).partition(';')[0]}"
        )
    if office.told.engine == "model":
        told.append(_asked(office, many + chosen.rest))
    return "; ".join(told)


def _asked(office: Office, many: int) -> str:
    """Return what a language model will be asked at most, by what long discussions took (docs/explanation/scale.md)."""
    sent, got = many * TOKENS_IN, many * TOKENS_OUT
    prices = office.workshop.prices()
    cost = f", {(sent * prices[0] + got * prices[1]) / 1e6:.2f} by your prices" if prices else ""
    return f"a language model: about {many * CALLS_EACH:.0f} calls and {sent + got:,} tokens, if all are long ones{cost}"


def said(chosen: Chosen) -> str:
    """Return in words what is read."""
    rest = f"; {chosen.rest} more are not read in this run" if chosen.rest else ""
    why = f" ({chosen.why})" if chosen.why else ""
    return f"{counted(len(chosen.numbers), 'merged pull request')} to read{why}{rest}"
