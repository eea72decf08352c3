"""The step summary of a run of the bot: what was read, what is proposed, what was left out and why, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.bot import BotState
from gitexp.records.run import Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_changes import change_item
from gitexp.steps.proposal_item import item
from gitexp.steps.proposal_left_out import dropped, lacking
from gitexp.steps.proposal_question import question
from gitexp.steps.proposal_text import judged, table_row
from gitexp.steps.propose import path_of
from gitexp.steps.quoting import code, inline

SHOWN = 30


@dataclass(frozen=True)
class Told:
    """What the run knows beside the pipeline's result. All of it is the bot's own words, or is quoted here."""

    window: str = ""
    """What was read, in words."""
    plan: str = ""
    """Why the proposal stays as it is; empty where it may change."""
    link: str = ""
    """The pull request, or where one is opened by hand."""
    link_is_pull: bool = False
    failed: str = ""
    """Why the pull request could not be opened."""
    refused: tuple[str, ...] = ()
    unread: Sequence[str] = ()
    left: Sequence[Skipped] = ()
    calls: int | None = None
    read: int | None = None
    """How many discussions the reading job read, where this is another one."""
    whole: bool = False
    """Whether each item is told whole, with its quotes: where there is no pull request to read it in."""
    next_job: bool = False
    """Whether another job publishes what this one found."""


def summary(run: Run, state: BotState, told: Told) -> Redacted:
    """Return the summary in Markdown. Words of people can't ping, link, hide or break out of their places."""
    lines = ["## exp: what a team learnt", ""]
    lines += _result(run, state, told)
    lines += ["", *_funnel(run, told)]
    lines += _accepted(run, told)
    lines += _left_out(run, told)
    lines += _notes(run, state, told)
    return Redacted.rendered("\n".join(lines) + "\n")


def _result(run: Run, state: BotState, told: Told) -> Iterator[str]:
    if told.failed:
        yield f"**The branch is pushed, the pull request could not be opened:** {inline(Redacted.rendered(told.failed))}"
    if told.link:
        yield f"[{'The proposal' if told.link_is_pull else 'Open the pull request'}]({told.link})"
    if told.plan:
        yield f"The proposal stays as it is: {inline(Redacted.rendered(told.plan))}."
    found = sum(one.experience is not None for one in run.decisions) + len(run.changes)
    if not found and not told.plan and not told.next_job:
        yield "Nothing is proposed: nothing learnt is the normal result of a discussion."
    if told.next_job:
        yield "What was found is in the artifact; the next job looks every word of it up again."
    held = {row.key for row in state.proposal.rows} if state.proposal else set()
    waiting = sum(one.key not in held for one in state.waiting)
    if waiting:
        yield f"{waiting} {'candidate waits' if waiting == 1 else 'candidates wait'} for a later proposal."


def _funnel(run: Run, told: Told) -> Iterator[str]:
    funnel = run.funnel
    read = funnel.discussions if told.read is None else told.read
    yield "| discussions | turns | topics | candidates | kept | after dedup | new | changes | skipped | questions |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    yield (
        f"| {read} | {funnel.turns} | {funnel.topics} | {funnel.candidates} | {funnel.kept} | {funnel.after_dedup} "
        f"| {funnel.create} | {funnel.update} | {funnel.skip} | {funnel.contradict} |"
    )
    if told.window:
        yield ""
        yield inline(Redacted.rendered(told.window))
    if funnel.shut_out:
        yield f"{counted(funnel.shut_out, 'turn')} of people whose word does not count here (trust: {run.trust})."
    machines = sum(turn.speaker.role == "bot" for one in run.discussions for turn in one.turns)
    if machines:
        yield f"{counted(machines, 'turn')} by machines: they never teach."
    if funnel.redacted:
        yield f"{counted(funnel.redacted, 'secret, address or name', 'secrets, addresses or names')} taken out."


def _accepted(run: Run, told: Told) -> Iterator[str]:
    shown = [one for one in run.decisions if one.experience is not None or one.action == "contradict"]
    if not shown and not run.changes:
        return
    yield ""
    yield "### Proposed"
    yield ""
    yield "| | experience | said by | settled by | names at HEAD |"
    yield "|---|---|---|---|---|"
    for number, decision in enumerate(shown, 1):
        yield table_row(run, number, decision)
    for number, change in enumerate(run.changes, len(shown) + 1):
        yield f"| {number} | change record: {inline(change.record.title)} | | | |"
    if told.whole:
        yield from _items(run)


def _items(run: Run) -> Iterator[str]:
    """Yield what the pull request would tell: without it this is all that a person gets to read."""
    files = [one for one in run.decisions if one.experience is not None]
    for number, decision in enumerate(files, 1):
        yield ""
        yield from item(run, number, decision, path_of(decision))
    asked = [one for one in run.decisions if one.action == "contradict" and one.target]
    for number, decision in enumerate(asked, len(files) + 1):
        yield ""
        yield from question(run, number, decision, None)
    for number, change in enumerate(run.changes, len(files) + len(asked) + 1):
        yield ""
        yield from change_item(change, number)


def _left_out(run: Run, told: Told) -> Iterator[str]:
    yield ""
    yield "### Left out"
    yield ""
    counts = Counter(lacking(run, candidate) for candidate in run.near)
    skipped = Counter(one.reason for one in run.decisions if one.action == "skip")
    if not counts and not skipped and not run.dropped:
        yield "Nothing that was said came near to an experience." if run.discussions else "Nothing was read."
    if counts or skipped:
        yield "| because | how many |"
        yield "|---|---|"
        for reason, many in sorted((counts + skipped).items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"| {inline(Redacted.rendered(reason))} | {many} |"
    yield from dropped(run)
    for skip in told.left[:SHOWN]:
        yield f"- {inline(Redacted.rendered(skip.what))}"


def _notes(run: Run, state: BotState, told: Told) -> Iterator[str]:
    yield ""
    unread = [skip for skip in run.skipped if skip.bad]
    if unread or told.unread:
        yield "### Not read"
        yield ""
        for skip in unread[:SHOWN]:
            yield f"- {code(Redacted.rendered(skip.where))}: {inline(Redacted.rendered(skip.what))}"
        for words in told.unread[:SHOWN]:
            yield f"- {inline(Redacted.rendered(words))}"
        if len(unread) > SHOWN:
            yield f"- and {len(unread) - SHOWN} more: they are in the log"
        yield ""
    for words in told.refused:
        yield f"Refused by people, and not proposed again: {inline(Redacted.rendered(words))}"
    calls = f" · {counted(told.calls, 'call')} to GitHub" if told.calls is not None else ""
    yield f"{judged(run)} · run {run.id}{calls}"
