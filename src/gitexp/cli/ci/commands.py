"""`exp ci commands`: carry out what people command in comments on the open proposal, and answer in one place.

One push moves branch and memory; then come the text, the reactions, and the answer, which is last: a run that is cut
off before it is made up for by the next one, which finds the answer missing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Protocol

from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.office import Office, office
from gitexp.cli.ci.runs import again
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.cli.ci.talk import Talk
from gitexp.errors import ExpError, UsageError
from gitexp.ports.bot import Forge, Push, Remote
from gitexp.records.bot import BotState, OpenProposal
from gitexp.records.labelled_case import LabelledCase
from gitexp.records.proposal import ProposedFile
from gitexp.records.pull import Act, Pull
from gitexp.records.words import counted
from gitexp.steps.commands_answer import Asked, Done, answer, brings, chosen, closed, waiting
from gitexp.steps.commands_desk import Files, Undone, Work
from gitexp.steps.commands_drop import emptied
from gitexp.steps.commands_message import message
from gitexp.steps.commands_read import heard
from gitexp.steps.proposal_patch import patched, retitled
from gitexp.steps.status_comment import status_text

CLOSED = "Nothing is left of this proposal: it is closed. Open questions come again in the next one."
MARKER = "<!-- exp:proposal v1 "
EDITED = "The text of this pull request was edited by hand; what is not found in it can't be marked there: "


class TipFiles(Files, Protocol):
    """The files of the branch, and what merging it would bring."""

    def brings_nothing(self, commit: str) -> bool:
        """Return whether merging a commit would change nothing."""
        ...


@dataclass(frozen=True)
class Desk:
    """What the command works with. `cases` turns labelled cases into files."""

    remote: Remote
    forge: Forge
    files: Callable[[str], TipFiles]
    cases: Callable[[Sequence[LabelledCase]], dict[str, str]]
    branch: str
    now: str
    mark: str
    """Stands in what is pushed and in no other run's push: two runs that do the same must not both go on."""
    first: bool = True
    """False where another run was faster: an answer that is missing then is that run's, which is still at it."""


@dataclass(frozen=True)
class About:
    """The pull request that a comment's event names; `marked` where its text has a proposal's marker."""

    number: int
    marked: bool


@dataclass(frozen=True)
class Outcome:
    """What a run did. `why` says why there was nothing to do."""

    done: Done | None = None
    pull: Pull | None = None
    commit: str | None = None
    closed: bool = False
    why: str = ""


def run(told: Surroundings) -> int:
    """Answer the commands of the open proposal; a comment elsewhere costs no call of the API."""
    if told.level != "pull-request":
        what = f"`{told.level}` answers no commands"
        raise UsageError("input level (EXP_LEVEL)", what, "write pull-request")
    why = _not_ours(told)
    if why:
        screen.note(why)
        return 0
    tries = count()
    return again(lambda: _once(office(told), first=next(tries) == 0))


def _not_ours(told: Surroundings) -> str:
    """Return why the event is none for this mode, empty where it may be one."""
    if told.event_name != "issue_comment":
        return ""
    if told.number is None:
        return "the comment is on an issue: nothing to do"
    if told.event.text("issue", "state") == "closed":
        return "the comment is on a closed pull request: nothing to do"
    if told.event.text("comment", "user", "type") == "Bot":
        return "the comment is a machine's: nothing to do"
    if heard(told.event.text("comment", "body")).nothing:
        return "the comment commands nothing"
    return ""


def _once(at: Office, *, first: bool) -> int:
    from gitexp.cli.wiring_commands import branch_files, case_files

    branch = at.workshop.branch(at.told.branch)
    desk = Desk(
        at.remote,
        at.forge,
        lambda tip: branch_files(at.workshop, tip, at.base.commit),
        case_files,
        branch,
        at.now,
        secrets.token_hex(4),
        first,
    )
    number = at.told.number if at.told.event_name == "issue_comment" else None
    about = About(number, MARKER in at.told.event.text("issue", "body")) if number is not None else None
    outcome = respond(desk, about, _act(at.told))
    _say(at, outcome)
    return 0


def _act(told: Surroundings) -> Act | None:
    """Return the event's own comment: it is looked for where a crowd hides it, and answered first."""
    event = told.event.at("comment")
    number = event.number("id")
    if told.event_name != "issue_comment" or number is None or told.event.text("action") == "deleted":
        return None
    by = event.text("user", "login") or None
    return Act("comment", str(number), by, event.text("created_at"), event.text("body"))


def respond(desk: Desk, about: About | None = None, act: Act | None = None) -> Outcome:
    """Carry out and answer all commands that wait. `about` is what the event is about, `act` its own comment."""
    desk.remote.fetch(desk.branch)
    state = desk.remote.state()
    proposal, tip = state.proposal, desk.remote.tip(desk.branch)
    if proposal is None or tip is None:
        return Outcome(why="there is no open proposal")
    if about is not None and not _may_be(about, proposal):
        return Outcome(why="the comment is on another pull request than the proposal")
    pull = next((one for one in desk.forge.proposals(desk.branch) if one.state == "open"), None)
    if pull is None or (about is not None and about.number != pull.number):
        return Outcome(why="the comment is on no open proposal")
    talk = Talk(desk.forge, pull, proposal.status)
    if act is not None:
        pull = talk.with_own(act)
    return _answered(desk, state, proposal, pull, tip, talk, act.id if act else "")


def _may_be(about: About, proposal: OpenProposal) -> bool:
    """Return whether it may be the proposal's, without a call; one that a person opened by hand has no marker."""
    return about.marked or proposal.number in (None, about.number)


def _answered(
    desk: Desk, state: BotState, proposal: OpenProposal, pull: Pull, tip: str, talk: Talk, own: str
) -> Outcome:
    status = talk.status(everywhere=bool(state.answered or proposal.status))
    comments = [
        one for one in waiting(pull, state.answered, status, desk.now, own) if desk.first or not one.again
    ]
    if status is not None and comments:
        proposal = replace(proposal, status=status.id)
    files = desk.files(tip)
    if comments:
        may = desk.forge.permissions(dict.fromkeys(one.by for one in comments if one.by))
        comments = chosen(comments, may, pull)
        done = answer(state, proposal, pull, comments, may, files)
    else:
        done = Done(Work(state, proposal), ())
    commit, ends = _commit(desk, done, tip, files)
    work = closed(done.work) if ends else done.work
    if commit:
        work = replace(work, proposal=replace(work.proposal, head=commit))
    work = replace(work, state=replace(work.state, proposal=work.proposal))
    done = replace(done, work=work)
    if work.state != state or work.refusals:
        cases = desk.cases(work.cases)
        why = f"commands on {pull.number} ({desk.mark})"
        desk.remote.push(
            Push(desk.branch, commit, tip, work.state, (), work.refusals, work.refused, cases=cases, why=why)
        )
    written = _show(desk.forge, pull, done, comments, talk, status, ends=ends)
    if written and written != work.proposal.status:
        _remember(desk, work, commit or tip, pull, written)
    if ends:
        desk.forge.close(pull.number)
    return Outcome(done, pull, commit, ends)


def _remember(desk: Desk, work: Work, tip: str, pull: Pull, status: str) -> None:
    """Push the id of the status comment that was just written; who is faster than that finds it by its marker."""
    state = replace(work.state, proposal=replace(work.proposal, status=status))
    try:
        desk.remote.push(Push(desk.branch, None, tip, state, why=f"answers on {pull.number} ({desk.mark})"))
    except ExpError as error:  # the answer is there, and can be found again
        report.annotate("notice", str(error), title="exp: the answer's number is not remembered")


def _commit(desk: Desk, done: Done, tip: str, files: TipFiles) -> tuple[str | None, bool]:
    """Build what the branch becomes; None where it stays. The second value tells that nothing is left to approve.

    A branch is never moved to where its pull request would have no change: GitHub closes such a one for good.
    """
    work = done.work
    if not brings(work.proposal):
        try:
            bare = emptied(work, files)
        except Undone:
            bare = work
        if files.brings_nothing(_amended(desk.remote, bare, tip, "exp: nothing is left")):
            return None, True
    if not work.texts:
        return None, False
    commit = _amended(desk.remote, work, tip, message(done))
    if files.brings_nothing(commit):
        return None, True
    return (None if commit == tip else commit), False


def _amended(remote: Remote, work: Work, tip: str, message: str) -> str:
    kept = [ProposedFile(path, text) for path, text in work.texts.items() if text is not None]
    removed = [path for path, text in work.texts.items() if text is None]
    return remote.amend(tip, kept, message, removed=removed)


def _show(
    forge: Forge,
    pull: Pull,
    done: Done,
    comments: Sequence[Asked],
    talk: Talk,
    status: Act | None,
    *,
    ends: bool,
) -> str:
    """Mark the rows in the text, react, answer; what is right already is left alone. Return the id of the answer."""
    body, missing = patched(pull.body, done.work.proposal) if _commanded(done) else (pull.body, ())
    title = retitled(pull.title, done.work.proposal)
    if (title, body) != (pull.title, pull.body):
        forge.rewrite(pull.number, title=title, body=body)
    for one, entry in zip(comments, done.entries, strict=True):
        for reaction in entry.reactions if one.act.kind == "comment" else ():
            try:
                forge.react(one.act.id, reaction)
            except ExpError as error:  # it may be deleted by now; the answer below counts
                report.annotate("notice", str(error), title="exp: no reaction")
    notes = [*([CLOSED] if ends else []), *([f"{EDITED}{', '.join(missing)}."] if missing else [])]
    if status is None and done.entries:
        status = talk.newest_status()  # two would be one too many
    if done.entries or (status and notes):
        text = status_text(status.text if status else "", done.entries, notes)
        if status is None:
            return forge.comment(pull.number, text)
        if text.rstrip() != status.text.replace("\r\n", "\n").rstrip():
            forge.edit_comment(status.id, text)
    return status.id if status else ""


def _commanded(done: Done) -> bool:
    """Return whether the text has to tell of anything that was commanded, in this run or in one that was cut off."""
    return bool(done.entries) or any(row.state != "open" for row in done.work.proposal.rows)


def _say(at: Office, outcome: Outcome) -> None:
    if outcome.done is None or outcome.pull is None:
        report.write_summary(f"## exp: commands\n\n{outcome.why}: nothing to do.")
        return
    answers = [one for entry in outcome.done.entries for one in entry.answers]
    refused = sum(bool(entry.refused) for entry in outcome.done.entries)
    lines = ["## exp: commands", ""]
    lines.append(f"{counted(len(outcome.done.entries), 'comment')} answered on {outcome.pull.url}.")
    lines.append(f"Carried out: {sum(one.done for one in answers)} of {counted(len(answers), 'command')}.")
    if refused:
        lines.append(f"From people who may not command: {counted(refused, 'comment')}.")
    lines += [CLOSED] if outcome.closed else []
    report.write_summary("\n".join(lines))
    report.write_outputs(
        {
            "pr-number": outcome.pull.number,
            "pr-url": outcome.pull.url,
            "branch": at.told.branch,
            "commit": outcome.commit or "",
            "level": at.told.level,
        }
    )
