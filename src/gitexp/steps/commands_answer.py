"""Answers the commands of a proposal's comments in order: each comment once, and only those of people who may write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from gitexp.records.bot import BotState, OpenProposal, Row
from gitexp.records.commanded import Answered, Commanded, Verb
from gitexp.records.discussion import YesNo
from gitexp.records.pull import Act, Pull, Reaction
from gitexp.steps.bot_past import frozen_words
from gitexp.steps.bot_plan import moment
from gitexp.steps.commands_change import canary, edit, resolve
from gitexp.steps.commands_desk import Asking, Files, Undone, Work
from gitexp.steps.commands_drop import GONE, drop
from gitexp.steps.commands_read import Heard, Told, heard
from gitexp.steps.commands_why import help_words, why
from gitexp.steps.commands_words import told
from gitexp.steps.status_comment import NOT_ALLOWED, NOT_KNOWN, Entry, is_status, marked, told_in

PER_RUN = 20
"""Comments of people who may command that one run answers; the rest is left to the next one."""
OTHERS = 5
"""Comments of people who may not, beside them."""
REMEMBERED = 500
"""Names of answered comments that are kept beyond those that are still told: to forget one of these is to obey it twice."""
RETOLD = timedelta(days=1)
"""How long an answer is told again where the status comment is not there: a run was cut off, or somebody deleted it."""
_DOES: dict[Verb, Callable[[Work, Row, Commanded, Asking, Files], Work]] = {
    "drop": drop,
    "edit": edit,
    "resolve": resolve,
    "canary": canary,
}


@dataclass(frozen=True)
class Asked:
    """One comment that commands; `again`: it was carried out, and only the answer is missing."""

    act: Act
    heard: Heard
    again: bool = False

    @property
    def name(self) -> str:
        """Return the comment's name in the memory."""
        return name_of(self.act)

    @property
    def by(self) -> str:
        """Return who wrote it; empty where the account is gone."""
        return self.act.by or ""


@dataclass(frozen=True)
class Done:
    """What the commands of a run lead to."""

    work: Work
    entries: tuple[Entry, ...]

    @property
    def changed(self) -> bool:
        """Return whether files of the branch change."""
        return bool(self.work.texts)


def name_of(act: Act) -> str:
    """Return the name of a comment: its number, for another kind after that kind."""
    return act.id if act.kind == "comment" else f"{act.kind}:{act.id}"


def waiting(
    pull: Pull, answered: Collection[str], status: Act | None, now: str, own: str = ""
) -> list[Asked]:
    """Return the comments that wait for an answer: the event's own one, then the others, then what was answered and lost.

    Of each the oldest first; none of a machine, and not the bot's own. `own` is the id of the event's comment.
    """
    known = told_in(status.text) if status else frozenset()
    found: list[Asked] = []
    for act in pull.acts:
        name = name_of(act)
        if act.bot or is_status(act) or not act.id or name in known:
            continue
        again = name in answered
        if again and status is None and not _is_new(act, now):
            continue
        commands = heard(act.text)
        if not commands.nothing:
            found.append(Asked(act, commands, again))
    return sorted(found, key=lambda one: (one.name != own, one.again))


def chosen(comments: Sequence[Asked], may: Mapping[str, YesNo], pull: Pull) -> list[Asked]:
    """Return the comments that this run answers, oldest first: who may not command takes nobody's place."""
    allowed = [one for one in comments if may.get(one.by) == "yes"]
    others = [one for one in comments if may.get(one.by) != "yes"]
    taken = {one.name for one in (*allowed[:PER_RUN], *others[:OTHERS])}
    order = {name_of(act): number for number, act in enumerate(pull.acts)}
    return sorted((one for one in comments if one.name in taken), key=lambda one: order[one.name])


def answer(
    state: BotState,
    proposal: OpenProposal,
    pull: Pull,
    comments: Sequence[Asked],
    may: Mapping[str, YesNo],
    files: Files,
) -> Done:
    """Carry out what is commanded, in order. `may` tells of each who asks whether they may write."""
    work = Work(state, proposal)
    entries: list[Entry] = []
    for one in comments:
        work, entry = _answered(work, one, may.get(one.by, "unknown"), pull, files)
        entries.append(entry)
    names = tuple(dict.fromkeys([*state.answered, *(one.name for one in comments)]))
    frozen = work.proposal.frozen or frozen_words(pull, tip_is_own=True)
    if not frozen and comments:
        frozen = f"{comments[0].act.at[:16].replace('T', ' ')} UTC (first command)"
    now = replace(work.proposal, frozen=frozen, number=pull.number)
    done = replace(work.state, answered=_kept(names, pull), proposal=now)
    return Done(replace(work, state=done, proposal=now), tuple(entries))


def closed(work: Work) -> Work:
    """Return the same for a proposal of which nothing is left: questions that are open come again in the next one."""
    rows = tuple(row for row in work.proposal.rows if row.kind != "question" or row.state != "open")
    proposal = replace(work.proposal, rows=rows)
    return replace(work, proposal=proposal, state=replace(work.state, proposal=proposal), texts={})


def brings(proposal: OpenProposal) -> bool:
    """Return whether merging would bring anything that exp proposed."""
    return any(
        row.state == "resolved" if row.kind == "question" else row.state != "dropped" for row in proposal.rows
    )


def _answered(work: Work, one: Asked, allowed: YesNo, pull: Pull, files: Files) -> tuple[Work, Entry]:
    by = one.by or "someone whose account is gone"
    entry = Entry(one.name, by, one.act.at, left_out=one.heard.left_out)
    if allowed != "yes":
        refused = NOT_ALLOWED if allowed == "no" else NOT_KNOWN
        return work, replace(entry, refused=refused, reactions=("confused",))
    asking = Asking(one.by, one.act.at, pull.number)
    answers: list[Answered] = []
    reactions: dict[Reaction, None] = {}
    for line in one.heard.told:
        try:
            work, words, reaction = (_again if one.again else _carried_out)(work, line, asking, files)
            done = True
        except Undone as undone:
            words, reaction, done = marked(str(undone)), "confused", False
        answers.append(Answered(one.name, line.line, done, words))
        reactions[reaction] = None
    return work, replace(entry, answers=tuple(answers), reactions=tuple(reactions))


def _carried_out(work: Work, line: Told, asking: Asking, files: Files) -> tuple[Work, str, Reaction]:
    command = line.command
    if command is None:
        raise Undone(line.problem or "can't be read")
    if command.verb == "help":
        return work, help_words(), "eyes"
    row = work.row(command.target)
    if command.verb == "why":
        return work, why(work, row, files), "eyes"
    after = _DOES[command.verb](work, row, command, asking, files)
    return after, _done(after.row(str(row.number)), command, asking), "+1"


def _again(work: Work, line: Told, asking: Asking, files: Files) -> tuple[Work, str, Reaction]:
    """Tell what became of a command that an earlier run has carried out; nothing is changed by it."""
    command = line.command
    if command is None or command.verb in ("why", "help"):
        return _carried_out(work, line, asking, files)
    row = work.row(command.target)
    if told(command, asking.by) not in row.words:
        raise Undone(f"row {row.number} was left as it was when this was read")
    return work, _done(row, command, asking), "+1"


def _done(row: Row, command: Commanded, asking: Asking) -> str:
    words = told(command, asking.by)
    gone = GONE if f"{words}{GONE}" in row.words else ""
    return marked(f"row {row.number}: {words}{gone}")


def _kept(names: Sequence[str], pull: Pull) -> tuple[str, ...]:
    there = {name_of(act) for act in pull.acts}
    kept = there.union([name for name in names if name not in there][-REMEMBERED:])
    return tuple(name for name in names if name in kept)


def _is_new(act: Act, now: str) -> bool:
    return moment(now) - moment(act.at) < RETOLD
