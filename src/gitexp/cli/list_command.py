"""`exp list`: the experiences in force, a line each."""

from __future__ import annotations

import time

import click

from gitexp.cli import options, screen


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

    standing, skipped = Workshop().store.standing(worktree=worktree)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    chosen = [one for one in standing if everything or one.experience.in_force(today)]
    for skip in skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        screen.answer(
            {
                "from": "git-exp",
                "experiences": [
                    {**experience_document(one.experience), "path": one.path, "approved": one.approved}
                    for one in chosen
                ],
                "skipped": [{"where": skip.where, "what": skip.what} for skip in skipped],
            }
        )
        return
    for one in chosen:
        title = screen.short(one.experience.title, 70)
        marks = [] if one.approved else ["unapproved"]
        marks += [one.experience.status] if one.experience.status != "active" else []
        marks += ["past its end"] if not one.experience.in_force(today) and not marks else []
        screen.say(f"{one.experience.id}  {title}{_marked(marks)}")
    if not chosen:
        screen.note(
            "no experiences in force; `exp propose history: --dry-run` shows what the history would give"
        )


def _marked(marks: list[str]) -> str:
    return screen.style(f"  ({', '.join(marks)})", "yellow") if marks else ""
