"""The words of the bot's pull request: what merging brings, how to answer in a comment, what was left out (MOCKUPS 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.bot import OpenProposal
from gitexp.records.experience import Experience
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_changes import change_item
from gitexp.steps.proposal_item import item
from gitexp.steps.proposal_left_out import left_out
from gitexp.steps.proposal_question import question
from gitexp.steps.proposal_text import heading, judged, table_row, title
from gitexp.steps.quoting import code, inline, plain

MARK = "<!-- exp:proposal v1 base={base} head={head} run={run} -->"
MAX_BODY = 60_000
"""GitHub takes 65,536 characters."""
KINDS = f"KIND, why it is refused: {', '.join(f'`{kind}`' for kind in GARBAGE_KINDS)}."
ONLY_MENDS = (
    "**Merging = experiences in force follow the code.** About 1 minute. Only `experiences/` changes."
)
EDIT = (
    "Edit in place: suggestions and commits on these files are yours, the bot will not touch them. From the first "
    "review, comment or commit by a person this proposal is frozen: commands still work, and what is learnt later "
    "waits for the next one."
)
CHECKS = (
    "No checks here? A pull request that was opened with GITHUB_TOKEN starts its checks only when someone with write "
    'permission presses "Approve workflows to run", or closes and opens it again; with a GitHub App\'s token they '
    "start by themselves."
)


def bot_title(run: Run) -> Redacted:
    """Return the pull request's title."""
    if not run.mends:
        return title(run, ())
    told = f"{counted(len(run.mends), 'experience follows', 'experiences follow')} the code"
    others = any(one.experience is not None for one in run.decisions) or run.changes
    return Redacted.rendered(f"{title(run, ())}; {told}" if others else f"exp: {told}")


def bot_body(run: Run, proposal: OpenProposal, paths: Sequence[str]) -> Redacted:
    """Return the pull request's text in Markdown; where it would be too long for GitHub, quotes give way first.

    `paths` are the files of the experiences, in the order of the decisions that bring them.
    """
    whole = _body(run, proposal, paths, short=False)
    return whole if len(whole) <= MAX_BODY else _body(run, proposal, paths, short=True)


def _body(run: Run, proposal: OpenProposal, paths: Sequence[str], *, short: bool) -> Redacted:
    files = [decision for decision in run.decisions if decision.experience is not None]
    asked = [decision for decision in run.decisions if decision.action == "contradict" and decision.target]
    others = files or run.changes or not run.mends
    lines = [*heading(len(files), len(run.changes), len(asked))] if others else [ONLY_MENDS]
    if run.mends:
        lines.append(
            f"{counted(len(run.mends), 'experience')} in force get the names that the code has today."
        )
    lines += ["", "| | experience | said by | settled by | names at HEAD |", "|---|---|---|---|---|"]
    lines += [table_row(run, number, one) for number, one in enumerate((*files, *asked), 1)]
    first = len(files) + len(asked) + 1
    for number, change in enumerate(run.changes, first):
        lines.append(f"| {number} | change record: {inline(change.record.title)} | | | |")
    lines += _mended(run, first + len(run.changes))
    if short:
        lines += ["", "The quotes are left out here: they stand in the files, under Files changed."]
    else:
        lines += _items(run, files, asked, paths, first)
    lines += ["", *left_out(run), "", KINDS, "", EDIT, "", CHECKS, "", *_marks(run, proposal)]
    return Redacted.rendered("\n".join(lines) + "\n")


def _mended(run: Run, first: int) -> Iterator[str]:
    for number, one in enumerate(run.mends, first):
        words = inline(Redacted.rendered("; ".join(one.words)))
        yield f"| {number} | {code(Redacted.rendered(one.id))}: {words} | the code | | |"


def _items(
    run: Run, files: Sequence[Decision], asked: Sequence[Decision], paths: Sequence[str], first: int
) -> Iterator[str]:
    lies = {one.experience.id: path for one, path in zip(files, paths, strict=True) if one.experience}
    for number, (decision, path) in enumerate(zip(files, paths, strict=True), 1):
        yield ""
        yield from item(run, number, decision, path)
        yield ""
        yield f"refuse: `/exp drop {number} KIND why` · try on some: `/exp canary {number} 20%` · `/exp why {number}`"
    for number, decision in enumerate(asked, len(files) + 1):
        yield ""
        target = decision.target
        yield from question(run, number, decision, lies.get(_id(target)), commands=True)
    for number, change in enumerate(run.changes, first):
        yield ""
        yield from change_item(change, number)
        yield ""
        yield f"refuse: `/exp drop {number} KIND why`"


def _id(target: Experience[Redacted] | None) -> str:
    return target.id if target else ""


def _marks(run: Run, proposal: OpenProposal) -> Iterator[str]:
    yield f"{judged(run)} · run {run.id} · `/exp help`"
    yield MARK.format(base=proposal.base, head=proposal.head, run=run.id)


def message(run: Run) -> Redacted:
    """Return the commit message of the proposal branch: what it brings, a line each."""
    lines: list[str] = [str(bot_title(run)), ""]
    lines += [
        f"- {decision.action}: {plain(decision.experience.title)}"
        for decision in run.decisions
        if decision.experience is not None
    ]
    lines += [f"- change record: {plain(one.record.title)}" for one in run.changes]
    lines += [f"- names of today: {one.id}" for one in run.mends]
    return Redacted.rendered("\n".join(lines).rstrip() + "\n")
