"""`exp ci extract`: read and judge with no right to write; what was judged is handed on in the artifact."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.office import office
from gitexp.cli.ci.runs import desk_of, piped, say, say_given_up, wanted
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.cli.ci.window import Chosen, choose, estimate, said
from gitexp.errors import RepositoryError
from gitexp.records.artifact import Artifact, Opinions, Window
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.run import Run
from gitexp.steps.bot_summary import Told


def run(told: Surroundings) -> int:
    """Read, judge, write the artifact. Ends with 0, and with 1 where something could not be read."""
    at = office(told)
    desk = desk_of(at)
    chosen = choose(at, desk.state)
    screen.note(said(chosen))
    if told.dry_run:
        report.write_summary(f"{said(chosen)}. {estimate(at, chosen)}\n")
        return 0
    judging = at.judges().judging()
    noting = at.workshop.noting(judging.engine)
    source = at.pulls(chosen.numbers, chosen.updated, for_evidence=False)
    made, _ = piped(at, desk, [source, *at.sessions()], noting, judging.llm)
    failed = source.failed | _unjudged(made, told.repository)
    say_given_up(chosen.before, failed)
    after = chosen.read(source.read - failed, failed, source.unread)
    window = Window(
        cursor=after.cursor,
        backfill=after.backfill,
        read=made.funnel.discussions,
        turns=made.funnel.turns,
        numbers=_to_fetch(made, told.repository, chosen, source.read, failed),
        sessions=told.sessions,
    )
    opinions = _without(noting.opinions, {f"{told.repository}#{number}" for number in failed})
    artifact = Artifact(told.repository, at.base.commit, window, opinions, made.spent)
    _write(told.artifact, at.workshop.artifact_text(artifact))
    report.write_outputs({"artifact": told.artifact})
    say(
        at,
        desk,
        made,
        None,
        Told(window=said(chosen), next_job=told.level != "report", whole=told.level == "report"),
    )
    return wanted(made, source)


def _to_fetch(made: Run, repo: str, chosen: Chosen, read: set[int], failed: set[int]) -> tuple[int, ...]:
    """Return the pull requests that the writing job has to know of.

    Those that gave something to look up again (what waits lies in the memory), those that failed, and those that an
    earlier run had missed and this one read.
    """
    gave = {one.discussion for one in made.candidates}
    gave |= {one.discussion for one in (*made.changes, *made.changes_waiting)}
    numbers = {one.number for one in made.discussions if one.id in gave and one.repo == repo}
    missed = {number for number, _ in chosen.before.missed}
    return tuple(sorted(number for number in {*(numbers & read), *failed, *(missed & read)} if number))


def _without(opinions: Opinions, failed: set[str]) -> Opinions:
    """Return the opinions without the matters of what failed: so the writing job sees that it has to be read again."""
    return replace(opinions, matters={id: cut for id, cut in opinions.matters.items() if id not in failed})


def _unjudged(made: Run, repo: str) -> set[int]:
    """Return the pull requests of which the engine gave no answer to something: they are read again by a later run."""
    name = re.compile(re.escape(repo) + r"#(\d+)(?:/|$)")
    lost = [one.where for one in made.skipped if one.what.startswith(ENGINE_FAILED)]
    return {int(match[1]) for where in lost if (match := name.match(where))}


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no such path"
        raise RepositoryError(path, f"can't be written: {why}", "set the input artifact") from None
