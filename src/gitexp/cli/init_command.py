"""`exp init`: lay the folder for experiences, its charter, the note for agents, and with `--github` the bot's workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_house import GithubHouse, Plan


@click.command(name="init")
@click.option("--github", "for_github", is_flag=True, help="Lay the workflows of the bot on GitHub, too.")
@click.option(
    "--action",
    metavar="OWNER/NAME@COMMIT",
    help="What the workflows use: the repository with git-exp's action.yml (default: exp.action, or as laid).",
)
@click.option(
    "--level",
    type=click.Choice(["report", "branch", "pull-request"]),
    help="How far the bot may go (default: as laid, else report).",
)
@click.option(
    "--engine", type=click.Choice(["rules", "model"]), help="Its judge (default: as laid, else rules)."
)
@click.option("--model", metavar="NAME", help="The language model (default: as laid, else exp.model).")
@click.option(
    "--comment/--no-comment",
    default=None,
    help="Whether archaeology may comment on pull requests (default: as laid, else not).",
)
@click.option(
    "--codeowners",
    multiple=True,
    metavar="OWNER",
    help="Who is asked to review experiences (can be repeated).",
)
@click.option("--undo", "undoing", is_flag=True, help="Take out what exp laid and nobody changed.")
@click.option("--dry-run", is_flag=True, help="List the files and write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask on a terminal.")
@options.as_json
def command(
    for_github: bool,
    action: str | None,
    level: str | None,
    engine: str | None,
    model: str | None,
    comment: bool | None,
    codeowners: tuple[str, ...],
    undoing: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Lay the folder for experiences, its charter and the note for agents

    It lists its files before it writes them. A second run changes nothing; what a person wrote is never
    overwritten. Nothing is committed: that is yours to do. With --github the bot's workflows come along; at the
    level that they are laid by default they write nothing.

    \b
    Examples:
      exp init
      exp init --dry-run
      exp init --github --action OWNER/NAME@COMMIT
      exp init --github --level pull-request --codeowners @org/team
      exp init --undo
    """
    named = (action, level, engine, model, comment)
    if (codeowners or any(one is not None for one in named)) and (undoing or not for_github):
        mend = "leave it out with --undo" if undoing else "add --github"
        raise UsageError("exp init", "an option here is about laying the bot's workflows", mend)
    from gitexp.cli.wiring import Workshop

    workshop = Workshop()
    if undoing:
        return _undo(workshop, github=for_github, dry_run=dry_run, yes=yes, as_json=as_json)
    github = workshop.github_house(*named, codeowners) if for_github else None
    planned = workshop.plan_house(github)
    rows = [
        ("create", planned.created),
        ("add to", planned.changed),
        ("remove", planned.removed),
        ("keep", planned.kept),
    ]
    _list(rows, as_json=as_json)
    write = not dry_run and (not planned.layings or _agreed(yes=yes, as_json=as_json))
    if write:
        workshop.lay_house(planned)
    if as_json:
        own = {"created": list(planned.created), "changed": list(planned.changed), "kept": list(planned.kept)}
        screen.answer({**own, "removed": list(planned.removed), "written": write})
    else:
        _tell_next(planned, github, written=write)
    return 0


def _tell_next(planned: Plan, github: GithubHouse | None, *, written: bool) -> None:
    """Say what is to be done now, by whom."""
    if github is not None and not github.pinned:
        screen.note(f"pin {github.action} by its full commit: a tag can be moved to other code")
    if github is not None and not github.owners:
        screen.note(
            "to have owners asked, add `/experiences/ @ORG/TEAM` to CODEOWNERS:  exp init --github --codeowners @ORG/TEAM"
        )
    if not written:
        screen.note("nothing written")
    elif planned.layings and github is None:
        screen.note("next: read experiences/CHARTER.md, commit, then  exp propose history: --dry-run")
    elif planned.layings and github is not None:
        screen.note(
            "next: read experiences/CHARTER.md, commit and push; the first run is the workflow `exp propose`"
        )
        if github.engine == "model":
            screen.note(
                "next: set the secret EXP_API_KEY, and EXP_BASE_URL if the endpoint is not OpenAI's own"
            )
        if github.level == "pull-request":
            tick = "Allow GitHub Actions to create and approve pull requests"
            screen.note(f"next: in Settings > Actions > General tick `{tick}`")


def _undo(workshop: Workshop, *, github: bool, dry_run: bool, yes: bool, as_json: bool) -> int:
    planned = workshop.undo_house(dry=True, github=github)
    rows = [
        ("remove", planned.removed),
        ("take out of", planned.changed),
        ("keep, it was changed", planned.kept),
    ]
    _list(rows, as_json=as_json)
    some = bool(planned.removed or planned.changed)
    write = not dry_run and some and _agreed(yes=yes, as_json=as_json)
    done = workshop.undo_house(dry=False, github=github) if write else planned
    if as_json:
        own = {"removed": list(done.removed), "changed": list(done.changed), "kept": list(done.kept)}
        screen.answer({"created": [], **own, "written": write})
    elif not some:
        screen.note("nothing of exp's is there to take out")
    elif not write:
        screen.note("nothing written")
    return 0


def _list(rows: Sequence[tuple[str, Sequence[str]]], *, as_json: bool) -> None:
    width = max(len(what) for what, _ in rows) + 1
    for what, names in rows if not as_json else ():
        for name in names:
            screen.say(f"{what:<{width}} {name}")


def _agreed(*, yes: bool, as_json: bool) -> bool:
    """Return whether to write: a person at a terminal is asked, a program has said so by calling."""
    return yes or as_json or not screen.on_terminal() or screen.ask("Write this?")
