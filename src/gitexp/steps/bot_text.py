"""The words of the bot's pull request: what merging brings, how to answer in a comment, what was left out (MOCKUPS 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.bot import OpenProposal
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.bot_after import proposed
from gitexp.steps.bot_links import Site, links
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
    "review, comment, command or commit by a person this proposal is frozen: commands still work, and what is learnt later "
    "waits for the next one."
)
CHECKS = (
    "No checks here? A pull request that was opened with GITHUB_TOKEN starts its checks only when someone with write "
    'permission presses "Approve workflows to run", or closes and opens it again; with a GitHub App\'s token they '
    "start by themselves."
)


def bot_title(run: Run) -> Redacted:
    """Return the pull request's title."""
    run = proposed(run)
    if not run.mends:
        return title(run, ())
    told = f"{counted(len(run.mends), 'experience follows', 'experiences follow')} the code"
    others = any(one.experience is not None for one in run.decisions) or run.changes
    return Redacted.rendered(f"{title(run, ())}; {told}" if others else f"exp: {told}")


def mends_line(many: int) -> str:
    """Return the line that counts the experiences in force that follow the code."""
    return f"{counted(many, 'experience')} in force get the names that the code has today."


def bot_body(run: Run, proposal: OpenProposal, paths: Sequence[str], site: Site | None = None) -> Redacted:
    """Return the pull request's text in Markdown; where it would be too long for GitHub, quotes give way first.

    `paths` are the files of the experiences, in the order of the decisions that bring them; without `site` nothing is
    linked.
    """
    whole = _body(run, proposal, paths, site, short=False)
    return whole if len(whole) <= MAX_BODY else _body(run, proposal, paths, site, short=True)


def _body(
    whole: Run, proposal: OpenProposal, paths: Sequence[str], site: Site | None, *, short: bool
) -> Redacted:
    run = proposed(whole)
    files = [decision for decision in run.decisions if decision.experience is not None]
    asked = [decision for decision in run.decisions if decision.action == "contradict"]
    others = files or run.changes or not run.mends
    lines = [*heading(len(files), len(run.changes), len(asked))] if others else [ONLY_MENDS]
    if run.mends:
        lines.append(mends_line(len(run.mends)))
    lines += ["", "| | experience | said by | settled by | names at HEAD |", "|---|---|---|---|---|"]
    lines += [table_row(run, number, one) for number, one in enumerate((*files, *asked), 1)]
    first = len(files) + len(asked) + 1
    for number, change in enumerate(run.changes, first):
        lines.append(f"| {number} | change record: {inline(change.record.title)} | | | |")
    lines += _mended(run, first + len(run.changes))
    later = sum(one.action == "contradict" for one in whole.decisions) - len(asked)
    if later:
        lines += ["", f"{counted(later, 'more question')} for a later proposal."]
    if short:
        lines += ["", "The quotes are left out here: they stand in the files, under Files changed."]
    else:
        lines += _items(_Shown(run, proposal, site), files, asked, paths, first)
    lines += ["", *left_out(run), "", KINDS, "", EDIT, "", CHECKS, "", *_marks(run, proposal)]
    return Redacted.rendered("\n".join(lines) + "\n")


def _mended(run: Run, first: int) -> Iterator[str]:
    for number, one in enumerate(run.mends, first):
        words = inline(Redacted.rendered("; ".join(one.words)))
        yield f"| {number} | {code(Redacted.rendered(one.id))}: {words} | the code | | |"


@dataclass(frozen=True)
class _Shown:
    """What the items are told of."""

    run: Run
    proposal: OpenProposal
    site: Site | None

    def links(self, evidence: Iterable[Evidence[Redacted]], path: str) -> Iterator[str]:
        found = links(self.site, [one.url for one in evidence], self.proposal.head, path)
        if found:
            yield ""
            yield found


def _items(
    shown: _Shown, files: Sequence[Decision], asked: Sequence[Decision], paths: Sequence[str], first: int
) -> Iterator[str]:
    run = shown.run
    lies = {one.experience.id: path for one, path in zip(files, paths, strict=True) if one.experience}
    told = Counter(_when(one) for one in files)
    for number, (decision, path) in enumerate(zip(files, paths, strict=True), 1):
        yield ""
        yield from _item(run, number, decision, path, alone=told[_when(decision)] == 1)
        yield from shown.links(decision.experience.evidence if decision.experience else (), path)
        yield ""
        yield f"refuse: `/exp drop {number} KIND why` · try on some: `/exp canary {number} 20%` · `/exp why {number}`"
    for number, decision in enumerate(asked, len(files) + 1):
        yield ""
        target = decision.target
        yield from question(run, number, decision, lies.get(_id(target)), commands=True)
        yield from shown.links(decision.candidate.evidence, "")
    for number, change in enumerate(run.changes, first):
        yield ""
        yield from change_item(change, number)
        said = (one.evidence for one in change.record.rejected if one.evidence)
        yield from shown.links(() if change.private else said, change.record.path)
        yield ""
        yield f"refuse: `/exp drop {number} KIND why`"


def _item(run: Run, number: int, decision: Decision, path: str, *, alone: bool) -> Iterator[str]:
    """Yield an item; where another one holds at the same time its title is the heading, so that they can be told apart."""
    head, *lines = item(run, number, decision, path)
    if alone or decision.experience is None:
        yield head
    else:
        begin = f"### {number} · "
        yield f"{begin}{inline(decision.experience.title)}"
        yield f"**When** {head.removeprefix(begin)}"
    yield from lines


def _when(decision: Decision) -> str:
    return " ".join(decision.experience.when.split()).casefold() if decision.experience else ""


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
