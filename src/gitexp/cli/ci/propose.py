"""`exp ci propose`: read and publish in one job. The rules judge: no key of a language model is beside a right to write."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gitexp.cli import screen
from gitexp.cli.ci import extract, report
from gitexp.cli.ci.office import Office, office
from gitexp.cli.ci.runs import again, concluded, desk_of, piped, say, say_given_up, wanted
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.cli.ci.window import choose, estimate, said
from gitexp.errors import UsageError
from gitexp.steps.bot_summary import Told

PORTIONS = 20
"""Portions of a look back that one run reads at most, as long as they teach nothing."""


def run(told: Surroundings) -> int:
    """Read, propose, say. Ends with 0 also where nothing is proposed, and with 1 where something could not be read.

    At level `report` nothing is pushed: what was found is in the summary and in the artifact.
    """
    if told.engine == "model":
        mend = "run `extract` with the key in one job, and `publish` with the right to write in another"
        raise UsageError("exp ci propose", "asks no language model", mend)
    if told.level == "report":
        return extract.run(told)
    for left in range(PORTIONS - 1, -1, -1):
        done = again(lambda: _once(office(told)))
        if done.code or not done.goes_on or not left:
            return done.code
        screen.note("nothing was learnt from this portion, on with the next")
    return 0


class Done(NamedTuple):
    """The exit code of a run, and whether a look back can go on at once: nobody has anything to read yet."""

    code: int
    goes_on: bool = False


def _once(at: Office) -> Done:
    desk = desk_of(at)
    chosen = choose(at, desk.state)
    screen.note(said(chosen))
    if at.told.dry_run:
        report.write_summary(f"{said(chosen)}. {estimate(at, chosen)}\n")
        return Done(0)
    source = at.pulls(chosen.numbers, chosen.updated, for_evidence=False)
    engine = at.judges().judging().engine
    made, proposal = piped(at, desk, [source, *at.sessions()], engine)
    say_given_up(chosen.before, source.failed)
    after = chosen.read(source.read, source.failed, source.unread)
    state = replace(desk.state, cursor=after.cursor, backfill=after.backfill)
    outcome = concluded(at, desk, made, proposal, state)
    say(at, desk, made, outcome, Told(window=said(chosen), whole=at.told.level == "branch"))
    nothing = outcome.state.proposal is None and not outcome.state.waiting and not outcome.state.changes
    return Done(wanted(made, source, outcome), nothing and after.more)
