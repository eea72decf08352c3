"""One run of the pipeline by the bot, and what is said of it: the way that `propose`, `extract` and `publish` share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gitexp.bot import Desk, Outcome, begin, conclude
from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.audit import mends_of
from gitexp.cli.ci.office import TRUST, Office
from gitexp.pipeline import Asked, run_pipeline
from gitexp.records.bot import BotState, Cursor
from gitexp.records.proposal import ProposedFile
from gitexp.steps.bot_after import mend_key
from gitexp.steps.bot_links import Site
from gitexp.steps.bot_summary import Told, summary
from gitexp.steps.bot_window import given_up
from gitexp.steps.commands_answer import brings
from gitexp.steps.commands_desk import Undone, Work
from gitexp.steps.commands_drop import emptied

if TYPE_CHECKING:
    from gitexp.cli.wiring_bot import NumberedSource
    from gitexp.ports import Engine, LanguageModel, Source
    from gitexp.records.proposal import Proposal
    from gitexp.records.run import Run

Result = TypeVar("Result")
TRIES = 3
"""How often a run begins anew because another one moved the memory meanwhile."""


def desk_of(office: Office) -> Desk:
    """Return what lies on the desk: fetched, looked through, planned. At level `report` nobody is asked for a proposal."""
    forge = office.forge if office.told.level != "report" else None
    return begin(office.remote, forge, office.standing, office.wish(), recorded=lambda: _recorded(office))


def _recorded(office: Office) -> set[str]:
    """Return the ten hex digits of each change record of the default branch."""
    held, _ = office.workshop.changes(office.base).store.held()
    return {one.record.hex for one in held}


def wanted(run: Run, source: NumberedSource, outcome: Outcome | None = None) -> int:
    """Return the exit code: 1 where something that was to be read could not be, 4 where the pull request is not there.

    Where a setting leaves opening it to people it is said, and the run is green.
    """
    if outcome is not None and outcome.failed is not None and not outcome.by_hand:
        return 4
    return 1 if source.stopped or any(skip.bad for skip in run.skipped) else 0


def say_given_up(before: Cursor, failed: Collection[int]) -> None:
    """Say of each pull request that is not tried again that it is lost to the bot: nothing is lost in silence."""
    for number in given_up(before, failed):
        words = (
            f"#{number} could not be read or judged three times: given up; by hand: `exp propose pr:{number}`"
        )
        report.annotate("warning", words, title="exp: given up")


def piped(
    office: Office, desk: Desk, sources: Sequence[Source], engine: Engine, llm: LanguageModel | None = None
) -> tuple[Run, Proposal]:
    """Run the pipeline over what was chosen and what waits."""
    workshop, base = office.workshop, office.base
    asked = Asked(
        trust=office.told.trust or TRUST,
        base=base.commit,
        branch=desk_branch(office),
        room=desk.plan.room,
    )
    return run_pipeline(
        sources,
        engine,
        workshop.symbols(base.commit),
        office.store,
        asked,
        screen.progress(),
        None,
        workshop.at_hand(base.commit),
        workshop.changes(base),
        workshop.removals(base.commit),
        llm,
        desk.earlier,
    )


def desk_branch(office: Office) -> str:
    """Return the proposal branch's name, checked."""
    return office.workshop.branch(office.told.branch)


def concluded(office: Office, desk: Desk, run: Run, proposal: Proposal, state: BotState) -> Outcome:
    """Push and see to the pull request."""
    mended = _with_mends(office, desk, run, proposal.files)
    if desk.plan.lays and mended.none:
        state = replace(state, checked=office.base.commit)
    # What stands is not refused as a whole: only this change of it was.
    refused = {one.id for one in desk.refusals} - {one.experience.id for one in office.standing}
    gone = [one for one in office.store.pending(desk_branch(office)) if one.experience.id in refused]
    told = office.told
    return conclude(
        replace(desk, state=state),
        mended.run,
        mended.files,
        office.wish(),
        office.remote,
        office.forge if told.level == "pull-request" else None,
        standing=office.standing,
        refused=gone,
        over=_is_over(office, desk),
        site=Site(told.server_url, told.repository),
        tell=screen.progress(),
    )


class _Mended(NamedTuple):
    """The run with its mends, and all files; `none`: every standing experience follows the code."""

    run: Run
    files: Sequence[ProposedFile]
    none: bool


def _with_mends(office: Office, desk: Desk, run: Run, files: Sequence[ProposedFile]) -> _Mended:
    """Return the run with what brings standing experiences up to the names of today, as far as there is room."""
    taken = {file.path for file in files}
    refused = {one.key for one in (*desk.refused_before, *desk.refusals)}
    room = desk.plan.room - len(files)
    if room <= 0 or not office.standing:
        return _Mended(run, files, not office.standing)
    found = mends_of(office.workshop, desk.state.checked, office.base.commit, office.now[:10])
    mends = [one for one in found if one.file.path not in taken and mend_key(one) not in refused][:room]
    return _Mended(replace(run, mends=tuple(mends)), [*files, *(one.file for one in mends)], not found)


def _is_over(office: Office, desk: Desk) -> bool:
    """Return whether all of the open proposal was refused by commands, and nothing of anybody's is on its branch.

    The run that carried out the last command may have been cut off before it closed the pull request.
    """
    from gitexp.cli.wiring_commands import branch_files

    proposal = desk.state.proposal
    dropped = proposal is not None and any(row.state == "dropped" for row in proposal.rows)
    if desk.plan.lays or desk.pull is None or desk.tip is None or office.told.level != "pull-request":
        return False
    if proposal is None or not dropped or brings(proposal):
        return False
    files = branch_files(office.workshop, desk.tip, office.base.commit)
    try:
        bare = emptied(Work(desk.state, proposal), files)
    except Undone:
        return False
    kept = [ProposedFile(path, text) for path, text in bare.texts.items() if text is not None]
    removed = [path for path, text in bare.texts.items() if text is None]
    commit = office.remote.amend(desk.tip, kept, "exp: nothing is left", removed=removed)
    return files.brings_nothing(commit)


def again(attempt: Callable[[], Result]) -> Result:
    """Run, and once more from the beginning where another run moved the memory meanwhile: nothing was changed then."""
    from gitexp.errors import Raced

    for _ in range(TRIES - 1):
        try:
            return attempt()
        except Raced as raced:
            screen.note(f"{raced}: another run was faster, beginning anew")
    return attempt()


def say(office: Office, desk: Desk, run: Run, outcome: Outcome | None, told: Told) -> None:
    """Write the step summary, the outputs and the annotations."""
    state = outcome.state if outcome else desk.state
    proposal = state.proposal
    pull = (outcome.pull if outcome else None) or desk.pull
    told = replace(
        told,
        plan=desk.plan.why,
        link=(pull.url if pull else compare_url(office))
        if proposal and office.told.level != "report"
        else "",
        link_is_pull=pull is not None,
        failed=str(outcome.failed) if outcome and outcome.failed else "",
        refused=tuple(f"{one.id}: {one.reason}" for one in desk.refusals),
        unread=tuple(office.remote.unread),
        left=outcome.left if outcome else (),
        calls=office.calls,
    )
    report.write_summary(summary(run, state, told))
    held = {row.key for row in proposal.rows} if proposal else set()
    rows = [row for row in proposal.rows if row.state != "dropped"] if proposal else []
    report.write_outputs(
        {
            "level": office.told.level,
            "branch": desk_branch(office) if proposal else "",
            "commit": proposal.head if proposal else "",
            "pr-number": pull.number if pull else "",
            "pr-url": pull.url if pull else "",
            "compare-url": compare_url(office) if proposal else "",
            "experiences": sum(row.kind == "experience" for row in rows),
            "changes": sum(row.kind == "change" for row in rows),
            "questions": sum(row.kind == "question" for row in rows),
            "waiting": sum(one.key not in held for one in state.waiting),
            "failed": str(outcome.failed) if outcome and outcome.failed else "",
        }
    )
    for skip in run.skipped:
        if skip.bad:
            report.annotate("warning", f"{skip.where}: {skip.what}", title="exp: not read")
    if outcome and outcome.failed:
        report.annotate("warning", str(outcome.failed), title="exp: no pull request")


def compare_url(office: Office) -> str:
    """Return the page on which a person opens the pull request by hand."""
    return (
        f"{office.told.server_url}/{office.told.repository}/compare/"
        f"{office.default}...{desk_branch(office)}?expand=1"
    )
