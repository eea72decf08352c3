"""`exp ci publish`: hold the artifact's every word to what GitHub has now, then push, and keep the pull request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.office import Office, office
from gitexp.cli.ci.runs import again, concluded, desk_of, piped, say, say_given_up, wanted
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.errors import RecordError, UsageError
from gitexp.records.artifact import Artifact
from gitexp.records.bot import BotState
from gitexp.records.words import counted
from gitexp.steps.bot_summary import Told
from gitexp.steps.bot_window import advanced, advanced_backfill, with_missed

MOST = 200
"""Pull requests that one artifact may ask to look up."""


def run(told: Surroundings) -> int:
    """Publish what the reading job found. The artifact is trusted in nothing: it says where to look, and opinions."""
    if told.level == "report":
        raise UsageError(
            "input level (EXP_LEVEL)", "`report` publishes nothing", "write branch or pull-request"
        )
    return again(lambda: _once(office(told)))


def _once(at: Office) -> int:
    artifact, misfits = at.workshop.artifact(at.told.artifact)
    if artifact.repo.casefold() != at.told.repository.casefold():
        raise RecordError(at.told.artifact, f"is about another repository than {at.told.repository}")
    for skip in misfits:
        report.annotate("warning", f"{skip.where}: {skip.what}", title="exp: not taken from the artifact")
    desk = desk_of(at)
    numbers = artifact.window.numbers[:MOST]
    screen.note(f"looks up {counted(len(numbers), 'pull request')} again")
    source = at.pulls(numbers, {}, for_evidence=True)
    sessions = at.sessions() if artifact.window.sessions else []
    made, proposal = piped(at, desk, [source, *sessions], at.workshop.told(artifact.opinions))
    made = replace(made, spent=artifact.spent)
    outcome = concluded(
        at, desk, made, proposal, _state(at, desk.state, artifact, source.failed, source.unread)
    )
    told = Told(
        window=f"{counted(artifact.window.read, 'discussion')} read by the job before",
        read=artifact.window.read,
    )
    say(at, desk, made, outcome, told)
    return wanted(made, source, outcome)


def _state(
    at: Office, state: BotState, artifact: Artifact, failed: set[int], unread: Sequence[int]
) -> BotState:
    """Return the memory with what the reading job says it has read, as far as it can be true.

    What this job could not look up counts as missed: a later run reads it again.
    """
    window = artifact.window
    # What the artifact says was missed is not believed: it is told by the numbers without matters.
    cursor = replace(advanced(state.cursor, window.cursor, at.now), missed=())
    numbers = set(window.numbers[:MOST])
    missed = {number for number, _ in state.cursor.missed}
    silent = {one for one in numbers if f"{artifact.repo}#{one}" not in artifact.opinions.matters}
    lost = {*failed, *silent}
    # What neither job got to is no failure of theirs.
    later = {*unread, *window.numbers[MOST:], *(missed - numbers)} - lost
    say_given_up(state.cursor, lost)
    cursor = with_missed(cursor, state.cursor, numbers - lost - later, lost, later)
    asked = at.told.backfill or at.closes_a_portion or state.backfill is not None
    backfill = advanced_backfill(state.backfill, window.backfill, at.now) if asked else None
    return replace(state, cursor=cursor, backfill=backfill)
