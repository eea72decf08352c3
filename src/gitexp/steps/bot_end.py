"""How a proposal of the bot ends: merged, refused, closed by a machine, taken from its branch; and how it begins again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.records.bot import BotState, Ended, OpenProposal, Refusal, Row
from gitexp.records.pull import Pull
from gitexp.records.words import shortened
from gitexp.steps.quoting import plain
from gitexp.steps.redact import redacted

REASON = 300
"""Characters that are kept of a reason."""
NO_WORD = "closed without a word"
TAKEN_OUT = "taken out of the proposal before it was merged"
MANY_CLOSED = 20


class Why(NamedTuple):
    """Why something is refused, and who refused it."""

    reason: str
    by: str | None = None


def is_taken(row: Row, standing: Mapping[str, str]) -> bool:
    """Return whether what a row brings stands by now, as it was proposed or as people made it."""
    blob = standing.get(row.id[-10:])
    return row.kind != "question" and blob is not None and blob != row.before


def merged(
    state: BotState, proposal: OpenProposal, pull: Pull, standing: Mapping[str, str], now: str
) -> tuple[BotState, tuple[Refusal, ...]]:
    """Return the memory after a merge; what was taken out before it was refused by a person."""
    files = [row for row in proposal.rows if row.kind != "question" and row.state != "dropped"]
    out = [row for row in files if not is_taken(row, standing)]
    done = [row for row in proposal.rows if row.kind != "question" or row.state != "open"]
    return _ended(without(state, done), pull), refusals(out, Why(TAKEN_OUT), pull, now)


def refused(
    state: BotState, rows: Sequence[Row], why: Why, pull: Pull | None, now: str
) -> tuple[BotState, tuple[Refusal, ...]]:
    """Return the memory after people refused these rows, that is all of the proposal."""
    kept = replace(without(state, rows), ended=_kept(state, pull) if pull else None)
    return (_ended(kept, pull) if pull else kept), refusals(rows, why, pull, now)


def put_back(state: BotState, pull: Pull, now: str) -> BotState:
    """Return the memory after a machine closed the proposal: nobody refused it, so what it held waits again.

    It is laid again as if it were laid at that moment: at once only where a person asks for it.
    """
    rows = state.proposal.rows if state.proposal else ()
    gone = [row for row in rows if row.state == "dropped"]
    laid = max(state.laid, pull.closed_at or now) if len(rows) > len(gone) else state.laid
    kept = replace(without(state, gone), ended=_kept(state, pull), laid=laid)
    return _ended(kept, pull)


def taken(state: BotState, proposal: OpenProposal, standing: Mapping[str, str]) -> BotState:
    """Return the memory after people took files from the branch without a pull request; the other rows stay on it."""
    gone = [row for row in proposal.rows if is_taken(row, standing)]
    rest = tuple(row for row in proposal.rows if row not in gone)
    left = [row for row in rest if row.state != "dropped" and row.kind != "question"]
    return replace(
        without(state, gone if left else [*gone, *(row for row in rest if row.state != "open")]),
        proposal=replace(proposal, rows=rest) if left else None,
        answered=state.answered if left else (),
    )


def reopened(state: BotState, pull: Pull) -> BotState | None:
    """Return the memory after people opened the last closed proposal again; None where this is another one."""
    ended = state.ended
    if ended is None or ended.proposal.number != pull.number:
        return None
    waiting = {one.key: one for one in (*state.waiting, *ended.waiting)}
    changes = {one.record.hex: one for one in (*state.changes, *ended.changes)}
    return replace(
        state,
        proposal=ended.proposal,
        answered=ended.answered,
        waiting=tuple(waiting[key] for key in sorted(waiting)),
        changes=tuple(changes[key] for key in sorted(changes)),
        closed=tuple(number for number in state.closed if number != pull.number),
        ended=None,
    )


def refusals(rows: Sequence[Row], why: Why, pull: Pull | None, now: str) -> tuple[Refusal, ...]:
    """Return the refusals of rows; what was dropped by a command is refused already."""
    at = (pull.closed_at if pull else None) or now
    return tuple(
        Refusal(row.key, row.id, None, why.reason, why.by, at, pull.number if pull else None)
        for row in rows
        if row.state != "dropped"
    )


def reason(pull: Pull) -> Why:
    """Return why it was closed: the last words there of who closed it; else of anyone, and then it says whose."""
    said = [act for act in pull.human_acts if act.text.strip() and not act.text.lstrip().startswith("/exp")]
    before = [act for act in said if not pull.closed_at or act.at <= pull.closed_at]
    own = [act for act in before if pull.closed_by and act.by == pull.closed_by]
    if not (before or said):
        return Why(NO_WORD, pull.closed_by)
    last = (own or before or said)[-1]
    words = shortened(plain(redacted(last.text)), REASON)
    if own or pull.closed_by is None:
        return Why(words, last.by)
    whose = plain(redacted(last.by or "someone whose account is gone"))
    return Why(f"{NO_WORD} by who did it; the last word there, by {whose}: {words}", pull.closed_by)


def without(state: BotState, rows: Sequence[Row]) -> BotState:
    """Return the memory without a proposal, and without what these rows held."""
    keys = {row.key for row in rows}
    return replace(
        state,
        proposal=None,
        answered=(),
        waiting=tuple(one for one in state.waiting if one.key not in keys),
        changes=tuple(one for one in state.changes if one.record.hex not in keys),
    )


def closed(state: BotState, pulls: Sequence[Pull]) -> BotState:
    """Return the memory with the closed ones that it knows nothing of: nothing follows from them."""
    numbers = dict.fromkeys([*state.closed, *(one.number for one in reversed(pulls) if one.state != "open")])
    return replace(state, closed=tuple(numbers)[-MANY_CLOSED:])


def _kept(state: BotState, pull: Pull) -> Ended | None:
    """Return what a closed proposal held, for whoever opens it again."""
    proposal = state.proposal
    if proposal is None or not proposal.rows:
        return None
    keys = {row.key for row in proposal.rows}
    return Ended(
        replace(proposal, number=pull.number),
        state.answered,
        tuple(one for one in state.waiting if one.key in keys),
        tuple(one for one in state.changes if one.record.hex in keys),
    )


def _ended(state: BotState, pull: Pull) -> BotState:
    numbers = dict.fromkeys([*state.closed, pull.number])
    return replace(state, closed=tuple(numbers)[-MANY_CLOSED:])
