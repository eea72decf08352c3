"""READ AFTER pipeline.py. The bot: what became of the proposal -> plan -> run the pipeline -> one push -> one pull request.

A run is computed whole from the base, the memory (`refs/exp/ledger`) and what is read; nothing is changed before the one
atomic push, and all that follows it is done again by the next run where it was cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from gitexp.errors import ExpError, OutsideError
from gitexp.ports.bot import Forge, Push, Remote
from gitexp.records.bot import BotState, Earlier, Level, OpenProposal, Refusal, Row
from gitexp.records.experience import Standing
from gitexp.records.proposal import ProposedFile
from gitexp.records.pull import Pull
from gitexp.records.run import Run
from gitexp.records.skipped import Skipped
from gitexp.steps.bot_after import remembered, rows_of
from gitexp.steps.bot_links import Site
from gitexp.steps.bot_past import became, marked
from gitexp.steps.bot_plan import Plan, looks_back, plan
from gitexp.steps.bot_text import bot_body, bot_title, message
from gitexp.steps.consent import shareable
from gitexp.steps.proposal_patch import FROZEN, with_frozen, with_head
from gitexp.steps.propose import path_of

Tell = Callable[[str], None]
STALE = "**The branch holds more than this text tells: see Files changed.**"


@dataclass(frozen=True)
class Wish:
    """What the run is asked for. `default` is the branch that proposals go onto; `now` an ISO time."""

    level: Level
    branch: str
    default: str
    base: str
    now: str
    room: int = 5
    every_days: int = 7
    on_demand: bool = False
    portion: bool = False
    """A proposal was closed: the next portion of a look back may be laid, where there is one and it was merged."""


@dataclass(frozen=True)
class Desk:
    """What lies on the bot's desk when a run begins: the memory as it is now, the proposal's pull request, the plan."""

    state: BotState
    remembered: BotState
    """The memory as it was found: where nothing of it changes, nothing is pushed."""
    plan: Plan
    tip: str | None
    pull: Pull | None
    refusals: tuple[Refusal, ...] = ()
    """What people refused since the last run, and before it."""
    refused_before: tuple[Refusal, ...] = ()

    @property
    def earlier(self) -> Earlier:
        """Return what the pipeline carries on: all that waits; what is on a proposal that stays stays there."""
        proposal = self.state.proposal
        held = {row.key for row in proposal.rows} if proposal and not self.plan.lays else set()
        return Earlier(
            carried=tuple(one for one in self.state.waiting if one.key not in held),
            changes=tuple(one for one in self.state.changes if one.record.hex not in held),
            # The branch of a proposal that is over may still be there: nothing on it is proposed any more.
            anew=self.plan.lays or proposal is None,
            refused={one.key: one.reason for one in (*self.refused_before, *self.refusals)},
        )


@dataclass(frozen=True)
class Outcome:
    """What a run left behind. `failed` says why the pull request could not be opened: the branch is there."""

    state: BotState
    pushed: bool
    commit: str | None = None
    pull: Pull | None = None
    failed: ExpError | None = None
    left: tuple[Skipped, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Return whether a setting of the repository leaves it to people to open the pull request."""
        return self.failed is not None and "Settings > Actions" in self.failed.mend


def begin(
    remote: Remote,
    forge: Forge | None,
    standing: Sequence[Standing[str]],
    wish: Wish,
    *,
    recorded: Callable[[], Collection[str]] = tuple,
) -> Desk:
    """Fetch the memory, look what became of the proposal, and plan. Nothing is written.

    `recorded` tells the ten hex digits of each change record of the default branch.
    """
    remote.fetch(wish.branch)
    tip = remote.tip(wish.branch)
    found = remote.state()
    pulls = _pulls(forge, wish)
    now = became(
        found,
        pulls,
        tip,
        tip_is_own=tip is not None and (tip == _left_at(found) or remote.is_own(tip)),
        standing=_standing(found, standing, recorded),
        now=wish.now,
        opens=wish.level == "pull-request" and forge is not None,
    )
    planned = plan(
        now.state,
        room=wish.room,
        every_days=wish.every_days,
        now=wish.now,
        on_demand=wish.on_demand or (wish.portion and looks_back(now.state)),
        unfinished=now.unfinished,
    )
    if now.why:
        planned = Plan(0, now.why)
    rows = now.state.proposal.rows if now.state.proposal else ()
    again = {row.key for row in rows if row.state != "dropped"}
    before = tuple(one for one in remote.refusals() if one.key not in again)
    return Desk(now.state, found, planned, tip, now.pull, now.refusals, before)


def _pulls(forge: Forge | None, wish: Wish) -> Sequence[Pull]:
    """Return the pull requests of the branch. At level `branch` people open them, and they may be hidden from the bot."""
    try:
        return forge.proposals(wish.branch) if forge else ()
    except OutsideError:
        if wish.level == "pull-request":
            raise
        return ()


def _standing(
    state: BotState, standing: Sequence[Standing[str]], recorded: Callable[[], Collection[str]]
) -> dict[str, str]:
    """Return what stands on the default branch, by identity; of change records only where the proposal has some."""
    rows = state.proposal.rows if state.proposal else ()
    changes = recorded() if any(row.kind == "change" for row in rows) else ()
    return {one.experience.hex: one.blob for one in standing} | dict.fromkeys(changes, "stands")


def _left_at(state: BotState) -> str:
    """Return where the bot left the branch: that commit is its own, also where what it stood on is gone by now."""
    return state.proposal.head if state.proposal else ""


def conclude(
    desk: Desk,
    run: Run,
    files: Sequence[ProposedFile],
    wish: Wish,
    remote: Remote,
    forge: Forge | None,
    *,
    standing: Sequence[Standing[str]],
    refused: Sequence[Standing[str]] = (),
    over: bool = False,
    site: Site | None = None,
    tell: Tell = lambda words: None,
) -> Outcome:
    """Push what the run leads to, in one move, then see to the pull request. The desk's state has the new cursor.

    `files` are the proposal's; `refused` are the experiences of the desk's refusals as they lay on the branch; `over`
    tells that merging the open pull request would bring nothing, `site` where the files lie.
    """
    kept = remembered(desk.state, run, wish.now, lays=desk.plan.lays)
    state = replace(desk.state, waiting=kept.waiting, changes=kept.changes)
    commit, proposal = desk.tip, state.proposal
    if desk.plan.lays:
        commit, proposal = _laid(desk, run, files, wish, remote, {one.path: one.blob for one in standing})
        changed = proposal is not None and proposal != desk.state.proposal
        state = replace(state, proposal=proposal, laid=wish.now if changed else state.laid)
        state = replace(state, ended=None) if changed else state
    closes = wish.level == "pull-request" and desk.state.proposal is not None
    ends = desk.pull if closes and (proposal is None if desk.plan.lays else over) else None
    if ends is not None and desk.state.proposal is not None:
        # Remembered until it is closed: a run that is cut off before that is made up for by the next one.
        rows = () if desk.plan.lays else _settled(desk.state.proposal)
        state = replace(state, proposal=replace(desk.state.proposal, rows=rows))
    tell("push")
    moved = desk.plan.lays and proposal is not None and commit != desk.tip
    dirty = moved or _is_news(desk, state)
    if dirty:
        runs = (shareable(run),) if run.discussions else ()
        to = commit if moved else None
        why = f"run {run.id}"
        remote.push(Push(wish.branch, to, desk.tip, state, runs, desk.refusals, tuple(refused), why=why))
    if ends is not None and forge is not None:
        forge.close(ends.number)
        return Outcome(replace(state, proposal=None), dirty, left=kept.left)
    waits = desk.pull is None and not desk.plan.lays
    if forge is None or wish.level != "pull-request" or proposal is None or waits:
        return Outcome(state, dirty, commit if proposal else None, None, left=kept.left)
    tell("pull request")
    try:
        pull = _shown(desk, run, proposal, wish, forge, site)
    except ExpError as error:
        return Outcome(state, dirty, commit, desk.pull, error, kept.left)
    return Outcome(state, dirty, commit, pull, left=kept.left)


def _laid(
    desk: Desk,
    run: Run,
    files: Sequence[ProposedFile],
    wish: Wish,
    remote: Remote,
    blobs: dict[str, str],
) -> tuple[str | None, OpenProposal | None]:
    """Build the branch's commit and return it with what it holds; None where there is nothing to propose."""
    rows = rows_of(run, blobs)
    words = message(run)
    commit = remote.build(wish.branch, files, words, run.at, run=run.id) if files else None
    if commit is None:
        # Questions alone have no file: they wait for the next proposal that has one.
        return None, None
    before = desk.state.proposal
    if before is not None and _same(before.rows, rows) and before.head == commit:
        return commit, before
    base = before.base if before is not None and before.head == commit else wish.base
    opened = before.opened if before is not None else wish.now
    number, status = (before.number, before.status) if before is not None else (None, "")
    title = str(bot_title(run))
    return commit, OpenProposal(rows, base, commit, opened, wish.now, title, number, status=status)


def _same(some: Sequence[Row], others: Sequence[Row]) -> bool:
    return [(row.key, row.id, row.kind) for row in some] == [(row.key, row.id, row.kind) for row in others]


def _settled(proposal: OpenProposal) -> tuple[Row, ...]:
    """Return the rows of a proposal that is over: questions that are open come again in the next one."""
    return tuple(row for row in proposal.rows if row.kind != "question" or row.state != "open")


def _is_news(desk: Desk, state: BotState) -> bool:
    """Return whether the memory has to be pushed."""
    if desk.refusals or (desk.pull is not None and not marked(desk.pull.body)):
        # Who opened it by hand left no marker in it: its comments are known by its number alone.
        return bool(desk.refusals) or state != desk.remembered
    return _bare(state) != _bare(desk.remembered)


def _bare(state: BotState) -> BotState:
    """Return the memory without the pull request's number: its text has a marker, so the number alone is worth no push."""
    return replace(state, proposal=replace(state.proposal, number=None)) if state.proposal else state


def _shown(desk: Desk, run: Run, proposal: OpenProposal, wish: Wish, forge: Forge, site: Site | None) -> Pull:
    """Open the pull request, or see that the open one says what the branch holds. What is right already stays."""
    pull = desk.pull
    if pull is not None and not desk.plan.lays:
        # Once it says so it is left alone: the line and what stands around it may be edited by people.
        told = any(line.startswith(FROZEN) for line in pull.body.splitlines())
        body = with_frozen(pull.body, proposal.frozen) if proposal.frozen and not told else pull.body
        if marked(pull.body) not in ("", proposal.head) and proposal.rows:
            # The run that moved the branch was cut off before it could say so, and by now the proposal is people's.
            body = f"{STALE}\n\n{with_head(body, proposal.head)}"
        if body != pull.body:
            forge.rewrite(pull.number, title=pull.title, body=body)
        return pull
    if pull is not None and proposal == desk.state.proposal and f"head={proposal.head} " in pull.body:
        return pull
    paths = [path_of(one) for one in run.decisions if one.experience is not None]
    title, body = str(bot_title(run)), str(bot_body(run, proposal, paths, site))
    if pull is None:
        return forge.open(wish.branch, wish.default, title, body)
    forge.rewrite(pull.number, title=title, body=body)
    return pull
