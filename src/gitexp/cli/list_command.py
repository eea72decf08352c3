"""`exp list`: the experiences in force, a line each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.records.experience import SERVED

if TYPE_CHECKING:
    from gitexp.cli.wiring_usage import Trial
    from gitexp.records.experience import Standing


@click.command(name="list")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="List also what is not in force: contested, superseded, retracted, expired, archived.",
)
@click.option("--worktree", is_flag=True, help="Add what lies in the work tree unapproved, marked so.")
@options.as_json
def command(everything: bool, worktree: bool, as_json: bool) -> None:
    """List the experiences in force

    \b
    Examples:
      exp list
      exp list --all --json
    """
    from gitexp.cli.wiring import Workshop, experience_document
    from gitexp.cli.wiring_usage import trials

    workshop = Workshop()
    standing, skipped = workshop.store.standing(worktree=worktree)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    chosen = [one for one in standing if everything or one.experience.in_force(today)]
    tried = trials(workshop, chosen)
    for skip in skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        screen.answer(
            {
                "from": "git-exp",
                "experiences": [
                    {
                        **experience_document(one.experience),
                        "path": one.path,
                        "approved": one.approved,
                        "canary": trial.share if trial else None,
                        "tried_here": trial.here if trial else None,
                    }
                    for one in chosen
                    for trial in [tried.get(one.path)]
                ],
                "skipped": [{"where": skip.where, "what": skip.what} for skip in skipped],
            }
        )
        return
    for one in chosen:
        title = screen.short(one.experience.title, 70)
        marks = _marks(one, tried.get(one.path), today)
        screen.say(f"{one.experience.id}  {title}{_marked(marks)}")
    if not chosen:
        screen.note(
            "no experiences in force; `exp propose history: --dry-run` shows what the history would give"
        )


def _marks(one: Standing[str], trial: Trial | None, today: str) -> list[str]:
    """Return what is special about an experience: that it is not served, or not everywhere."""
    marks = [] if one.approved else ["unapproved"]
    if trial and trial.share < 100:
        marks.append(f"canary {trial.share}%: {'tried' if trial.here else 'held back'} in this clone")
    elif one.experience.status != "active":
        marks.append(one.experience.status)
    if one.experience.status in SERVED and not one.experience.in_force(today):
        marks.append("past its end")
    return marks


def _marked(marks: list[str]) -> str:
    return screen.style(f"  ({', '.join(marks)})", "yellow") if marks else ""
