"""`exp ci propose`: read and publish in one job. The rules judge: no key of a language model is beside a right to write."""

from __future__ import annotations

from dataclasses import replace

from gitexp.cli import screen
from gitexp.cli.ci import extract, report
from gitexp.cli.ci.office import Office, office
from gitexp.cli.ci.runs import again, concluded, desk_of, piped, say, say_given_up, wanted
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.cli.ci.window import choose, estimate, said
from gitexp.errors import UsageError
from gitexp.steps.bot_summary import Told


def run(told: Surroundings) -> int:
    """Read, propose, say. Ends with 0 also where nothing is proposed, and with 1 where something could not be read.

    At level `report` nothing is pushed: what was found is in the summary and in the artifact.
    """
    if told.engine == "model":
        mend = "run `extract` with the key in one job, and `publish` with the right to write in another"
        raise UsageError("exp ci propose", "asks no language model", mend)
    if told.level == "report":
        return extract.run(told)
    return again(lambda: _once(office(told)))


def _once(at: Office) -> int:
    desk = desk_of(at)
    chosen = choose(at, desk.state)
    screen.note(said(chosen))
    if at.told.dry_run:
        report.write_summary(f"{said(chosen)}. {estimate(at, chosen)}\n")
        return 0
    source = at.pulls(chosen.numbers, chosen.updated, for_evidence=False)
    engine = at.judges().judging().engine
    made, proposal = piped(at, desk, [source, *at.sessions()], engine)
    say_given_up(chosen.before, source.failed)
    after = chosen.read(source.read, source.failed, source.unread)
    state = replace(desk.state, cursor=after.cursor, backfill=after.backfill)
    outcome = concluded(at, desk, made, proposal, state)
    say(at, desk, made, outcome, Told(window=said(chosen), whole=at.told.level == "branch"))
    return wanted(made, source, outcome)
