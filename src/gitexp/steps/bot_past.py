"""What became of the bot's proposal since it last looked: merged, closed, frozen by a person, or never opened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from gitexp.records.bot import BotState, OpenProposal, Refusal
from gitexp.records.pull import Pull
from gitexp.steps import bot_end as end
from gitexp.steps.bot_plan import moment

TAKEN_BACK = "merged, and taken back again"
GONE = "the branch was deleted without a merge"
NOT_HERE = "the proposal was merged a short while ago, and this clone does not have the merge yet"
BY_HAND = "the branch has a commit by a person, and no pull request: open it by hand, or delete the branch"
THEIRS = "the branch holds commits by people that no pull request has: it is left alone until it is deleted"
REOPENED = "the proposal was opened again a short while ago"
LOST = "the bot's memory of it was lost"
COMMIT = "a person's commit on the branch"
EDITED = "a person's edit of the text"
TITLED = "an edit of the title"
LAG = timedelta(days=1)
"""A clone may be older than a merge, but not by more."""
MARK = re.compile(r"^<!-- exp:proposal v1 base=([0-9a-f]{40,64}) head=([0-9a-f]{40,64}) ", re.MULTILINE)
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
    if pull is not None:
        return _open(state, pulls, pull, tip, tip_is_own=tip_is_own)
    found = _without_pull(state, pulls, tip, tip_is_own=tip_is_own, standing=standing, now=now, opens=opens)
    kept = tip is None or tip_is_own or tip in {one.head for one in pulls}
    if found.state.proposal is None and not kept:
        # Also where the proposal is over by now: who put a commit on its branch after that has it nowhere else.
        return found._replace(why=THEIRS)
    return found


def _open(state: BotState, pulls: Sequence[Pull], pull: Pull, tip: str | None, *, tip_is_own: bool) -> Became:
    """Return the memory while a pull request is open."""
    again = end.reopened(state, pull) if state.proposal is None else None
    now = again or state
    if now.proposal is None:
        return _found_again(end.closed(state, pulls), pull, tip, tip_is_own=tip_is_own)
    frozen = now.proposal.frozen or frozen_words(pull, tip_is_own=tip_is_own, proposal=now.proposal)
    kept = replace(now.proposal, number=pull.number, frozen=frozen)
    stale = not kept.rows or marked(pull.body) not in ("", kept.head)
    # What was refused by closing it is taken back first: before that nothing of it could be laid.
    return Became(replace(now, proposal=kept), (), pull, stale, REOPENED if again else "")


def _without_pull(
    state: BotState,
    pulls: Sequence[Pull],
    tip: str | None,
    *,
    tip_is_own: bool,
    standing: Mapping[str, str],
    now: str,
    opens: bool,
) -> Became:
    proposal = state.proposal
    if proposal is None:
        return Became(end.closed(state, pulls), (), None, unfinished=False)
    # Of every one that was closed before this proposal was laid the memory knows already.
    ended = next((one for one in pulls if one.number not in state.closed), None)
    if ended is not None:
        return _ended(state, proposal, ended, standing, now)
    if not opens and any(end.is_taken(row, standing) for row in proposal.rows):
        state = end.taken(state, proposal, standing)
        proposal = state.proposal
    if proposal is None:
        return Became(state, (), None, unfinished=False)
    if tip is None and not opens:
        return _over(end.refused(state, proposal.rows, end.Why(GONE), None, now))
    theirs = tip is not None and not tip_is_own
    # At this level nobody may be able to ask for the pull request: what is known to be people's stays theirs.
    frozen = proposal.frozen or (COMMIT if theirs else "")
    kept = replace(proposal, frozen="" if opens else frozen)
    why = BY_HAND if theirs and opens else ""
    return Became(replace(state, proposal=kept), (), None, unfinished=opens and not theirs, why=why)


def _ended(
    state: BotState, proposal: OpenProposal, pull: Pull, standing: Mapping[str, str], now: str
) -> Became:
    """Return the memory after its pull request was merged or closed."""
    if pull.state != "merged":
        if pull.closed_by_machine:
            return _over((end.put_back(state, pull, now), ()))
        return _over(end.refused(state, proposal.rows, end.reason(pull), pull, now))
    live = [row for row in proposal.rows if row.kind != "question" and row.state != "dropped"]
    if live and not any(end.is_taken(row, standing) for row in live):
        # This clone is older than the merge; or all of it is gone again, which can be told only later.
        if moment(now) - moment(pull.closed_at or now) < LAG:
            return Became(state, (), None, unfinished=False, why=NOT_HERE)
        refused, why = end.refused(state, proposal.rows, end.Why(TAKEN_BACK), pull, now)
        return _over((replace(refused, ended=None), why))
    return _over(end.merged(state, proposal, pull, standing, now))


def _over(found: tuple[BotState, tuple[Refusal, ...]]) -> Became:
    return Became(*found, None, unfinished=False)


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


def frozen_words(pull: Pull, *, tip_is_own: bool, proposal: OpenProposal | None = None) -> str:
    """Return since when and by what a person's act the proposal is theirs; empty where there is none.

    A title counts as a person's where it is not the `proposal`'s, and the text is the one that was written with it.
    """
    if pull.human_acts:
        act = pull.human_acts[0]
        when = act.at[:16].replace("T", " ")
        return f"{when} UTC (first {_ACTS[act.kind]} by a person)"
    if not tip_is_own:
        return COMMIT
    if pull.edited_by:
        return EDITED
    if proposal is None or not proposal.title or marked(pull.body) != proposal.head:
        return ""
    return TITLED if proposal.title.split() != pull.title.split() else ""
