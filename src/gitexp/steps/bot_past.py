"""What became of the bot's proposal since it last looked: merged, closed, frozen by a person, or never opened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from gitexp.records.bot import BotState, OpenProposal, Refusal, Row
from gitexp.records.pull import Act, Pull
from gitexp.records.words import shortened
from gitexp.steps.bot_plan import moment
from gitexp.steps.quoting import plain
from gitexp.steps.redact import redacted

REASON = 300
"""Characters that are kept of a reason."""
NO_WORD = "closed without a word"
TAKEN_OUT = "taken out of the proposal before it was merged"
TAKEN_BACK = "merged, and taken back again"
GONE = "the branch was deleted without a merge"
NOT_HERE = "the proposal was merged a short while ago, and this clone does not have the merge yet"
BY_HAND = "the branch has a commit by a person, and no pull request: open it by hand, or delete the branch"
THEIRS = "the branch holds commits by people that no pull request has: it is left alone until it is deleted"
LOST = "the bot's memory of it was lost"
COMMIT = "a person's commit on the branch"
LAG = timedelta(days=1)
"""A clone may be older than a merge, but not by more."""
MARK = re.compile(r"^<!-- exp:proposal v1 base=([0-9a-f]{40,64}) head=([0-9a-f]{40,64}) ", re.MULTILINE)
MANY_CLOSED = 20
_ACTS = {"review": "review", "comment": "comment", "review_comment": "comment on a line"}


class Became(NamedTuple):
    """The memory as it is now, what people refused, and the pull request that is open."""

    state: BotState
    refusals: tuple[Refusal, ...]
    pull: Pull | None
    unfinished: bool
    """An earlier run was cut off: there is no pull request where there should be one, or its text is not the branch's."""
    why: str = ""
    """Why nothing may be laid on the branch now; empty where it may."""


def became(
    state: BotState,
    pulls: Sequence[Pull],
    tip: str | None,
    *,
    tip_is_own: bool,
    standing: Mapping[str, str],
    now: str,
    opens: bool,
) -> Became:
    """Return what became of the proposal that the memory tells of.

    `standing` are the blobs of what stands on the default branch, by identity; `opens` tells whether a proposal gets a
    pull request.
    What can't be told yet (a merge that this clone has not seen) stays as it is for the next run.
    """
    pull = next((one for one in pulls if one.state == "open"), None)
    proposal = state.proposal
    if proposal is None and pull is not None:
        return _found_again(_closed(state, pulls), pull, tip, tip_is_own=tip_is_own)
    if proposal is None:
        theirs = tip is not None and not tip_is_own and tip not in {one.head for one in pulls}
        return Became(_closed(state, pulls), (), pull, unfinished=False, why=THEIRS if theirs else "")
    if pull is not None:
        frozen = proposal.frozen or frozen_words(pull, tip_is_own=tip_is_own)
        kept = replace(proposal, number=pull.number, frozen=frozen)
        stale = not proposal.rows or marked(pull.body) not in ("", proposal.head)
        return Became(replace(state, proposal=kept), (), pull, unfinished=stale)
    # Of every one that was closed before this proposal was laid the memory knows already.
    ended = next((one for one in pulls if one.number not in state.closed), None)
    stands = [row for row in proposal.rows if is_taken(row, standing)]
    if ended is not None and ended.state == "merged":
        return _merged(state, proposal, ended, standing, now)
    if ended is not None:
        return Became(*_refused(state, proposal.rows, _reason(ended), ended, now), None, unfinished=False)
    if not opens and stands:
        return Became(_without(state, proposal.rows), (), None, unfinished=False)
    if tip is None and not opens:
        return Became(*_refused(state, proposal.rows, (GONE, None), None, now), None, unfinished=False)
    theirs = tip is not None and not tip_is_own
    kept = replace(proposal, frozen=COMMIT if theirs and not opens else "")
    why = BY_HAND if theirs and opens else ""
    return Became(replace(state, proposal=kept), (), None, unfinished=opens and not theirs, why=why)


def marked(body: str) -> str:
    """Return the commit that the last marker of a text names; empty where it has none."""
    found = MARK.findall(body.replace("\r\n", "\n"))
    return str(found[-1][1]) if found else ""


def _found_again(state: BotState, pull: Pull, tip: str | None, *, tip_is_own: bool) -> Became:
    """Return the memory with an open proposal that it has forgotten; somebody's own pull request is left alone.

    Where the candidates are still known it is laid anew; else it stays as it is, until people are done with it.
    """
    if tip is None or not tip_is_own or marked(pull.body) != tip:
        why = f"a pull request from the branch is open that this bot did not open: {pull.url}"
        return Became(state, (), pull, unfinished=False, why=why)
    base = MARK.findall(pull.body.replace("\r\n", "\n"))[-1][0]
    known = bool(state.waiting or state.changes)
    frozen = frozen_words(pull, tip_is_own=True) or ("" if known else LOST)
    kept = OpenProposal(
        (), base, tip, pull.created_at, pull.created_at, pull.title, pull.number, frozen=frozen
    )
    return Became(replace(state, proposal=kept), (), pull, unfinished=not frozen)


def frozen_words(pull: Pull, *, tip_is_own: bool) -> str:
    """Return since when and by what a person's act the proposal is theirs; empty where there is none."""
    if pull.human_acts:
        act = pull.human_acts[0]
        when = act.at[:16].replace("T", " ")
        return f"{when} UTC (first {_ACTS[act.kind]} by a person)"
    return "" if tip_is_own else COMMIT


def is_taken(row: Row, standing: Mapping[str, str]) -> bool:
    """Return whether what a row brings stands by now, as it was proposed or as people made it."""
    blob = standing.get(row.id[-10:])
    return row.kind != "question" and blob is not None and blob != row.before


def _merged(
    state: BotState, proposal: OpenProposal, pull: Pull, standing: Mapping[str, str], now: str
) -> Became:
    """Return the memory after a merge; what was taken out before it was refused by a person."""
    files = [row for row in proposal.rows if row.kind != "question"]
    live = [row for row in files if row.state != "dropped"]
    if live and not any(is_taken(row, standing) for row in live):
        # This clone is older than the merge; or all of it is gone again, which can be told only later.
        if moment(now) - moment(pull.closed_at or now) < LAG:
            return Became(state, (), None, unfinished=False, why=NOT_HERE)
        return Became(*_refused(state, proposal.rows, (TAKEN_BACK, None), pull, now), None, unfinished=False)
    out = [row for row in live if not is_taken(row, standing)]
    _, refusals = _refused(state, out, (TAKEN_OUT, None), pull, now)
    done = [row for row in proposal.rows if row.kind != "question" or row.state != "open"]
    return Became(_ended(_without(state, done), pull), refusals, None, unfinished=False)


def _refused(
    state: BotState, rows: Sequence[Row], why: tuple[str, str | None], pull: Pull | None, now: str
) -> tuple[BotState, tuple[Refusal, ...]]:
    reason, by = why
    at = (pull.closed_at if pull else None) or now
    refusals = tuple(
        Refusal(row.key, row.id, None, reason, by, at, pull.number if pull else None)
        for row in rows
        if row.state != "dropped"
    )
    rest = _without(state, state.proposal.rows if state.proposal else rows)
    return (_ended(rest, pull) if pull else rest), refusals


def _reason(pull: Pull) -> tuple[str, str | None]:
    """Return why it was closed, in the last words that a person said there before."""
    said: list[Act] = [act for act in pull.human_acts if act.text.strip() and not act.text.startswith("/exp")]
    before = [act for act in said if not pull.closed_at or act.at <= pull.closed_at]
    if not (before or said):
        return NO_WORD, None
    last = (before or said)[-1]
    return shortened(plain(redacted(last.text)), REASON), last.by


def _without(state: BotState, rows: Sequence[Row]) -> BotState:
    """Return the memory without a proposal, and without what these rows held."""
    keys = {row.key for row in rows}
    return replace(
        state,
        proposal=None,
        answered=(),
        waiting=tuple(one for one in state.waiting if one.key not in keys),
        changes=tuple(one for one in state.changes if one.record.hex not in keys),
    )


def _ended(state: BotState, pull: Pull) -> BotState:
    numbers = dict.fromkeys([*state.closed, pull.number])
    return replace(state, closed=tuple(numbers)[-MANY_CLOSED:])


def _closed(state: BotState, pulls: Sequence[Pull]) -> BotState:
    """Return the memory with the closed ones that it knows nothing of: nothing follows from them."""
    numbers = dict.fromkeys([*state.closed, *(one.number for one in reversed(pulls) if one.state != "open")])
    return replace(state, closed=tuple(numbers)[-MANY_CLOSED:])
