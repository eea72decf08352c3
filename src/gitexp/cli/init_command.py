"""`exp init`: lay the folder for experiences, its charter, the note for agents, and with `--github` the bot's workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_house import GithubHouse, Plan, Theirs, Undone


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
@click.option(
    "--environment",
    metavar="NAME",
    help="GitHub's environment that holds the model's key (default: as laid; \"\": none).",
)
@click.option(
    "--max-tokens", metavar="N", help='Tokens that one run may use (default: as laid; "": the usual).'
)
@click.option("--max-cost", metavar="N", help='What one run may cost (default: as laid; "": no limit).')
@click.option(
    "--app/--no-app",
    default=None,
    help="Whether a GitHub App's token writes, so that checks run (default: as laid, else not).",
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
    environment: str | None,
    max_tokens: str | None,
    max_cost: str | None,
    app: bool | None,
    undoing: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Lay the folder for experiences, its charter and the note for agents

    It lists its files before it writes them. A second run changes nothing; what a person wrote is never
    overwritten. Nothing is committed: that is yours to do. With --github the bot's workflows come along; at the
    level that they are laid by default they write nothing. A workflow that you edited is yours: where it is other
    than asked for, that is said, and the exit code is 1.

    \b
    Examples:
      exp init
      exp init --dry-run
      exp init --github --action OWNER/NAME@COMMIT    your fork or mirror of git-exp, at one commit
      exp init --github --level pull-request --codeowners @org/team
      exp init --undo
    """
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_house import asked_house

    asked = asked_house(
        action=action,
        level=level,
        engine=engine,
        model=model,
        comment=comment,
        owners=codeowners,
        environment=environment,
        app=app,
        max_tokens=max_tokens,
        max_cost=max_cost,
    )
    if asked.named and (undoing or not for_github):
        mend = "leave it out with --undo" if undoing else "add --github"
        raise UsageError("exp init", "an option here is about laying the bot's workflows", mend)
    workshop = Workshop()
    if undoing:
        return _undo(workshop, github=for_github, dry_run=dry_run, yes=yes, as_json=as_json)
    github = workshop.github_house(asked) if for_github else None
    planned = workshop.plan_house(github)
    _show(planned, as_json=as_json)
    write = not dry_run and (not planned.layings or _agreed(yes=yes, as_json=as_json))
    if write:
        workshop.lay_house(planned)
    if as_json:
        own = {"created": list(planned.created), "changed": list(planned.changed), "kept": list(planned.kept)}
        theirs = [
            {"file": one.name, "off": list(one.off), "still": list(one.still)} for one in planned.theirs
        ]
        screen.answer(
            {**own, "removed": list(planned.removed), "changed_by_people": theirs, "written": write}
        )
    _tell_off(planned.theirs)
    if not as_json:
        _tell_next(planned, github, written=write)
    return int(any(set(one.off) & set(asked.named) for one in planned.theirs))


def _show(planned: Plan, *, as_json: bool) -> None:
    """List the files; those that fit already are one line."""
    theirs = {one.name: one for one in planned.theirs}
    fitting = [name for name in planned.kept if name not in theirs]
    edited = [f"{one.name}{_still(one)}" for one in planned.theirs]
    rows = [
        ("create", planned.created),
        ("change", planned.changed),
        ("remove", planned.removed),
        ("keep", fitting if len(fitting) < 2 else [f"{fitting[0]} and {len(fitting) - 1} more as they are"]),
        ("keep, it was changed", edited),
    ]
    _list([row for row in rows if row[1]], as_json=as_json)


def _still(one: Theirs) -> str:
    return f"  (still {'; '.join(one.still)})" if one.still else ""


def _tell_off(theirs: Sequence[Theirs]) -> None:
    """Say of files that people changed, and that are other than what is laid, what to do with them."""
    names = ", ".join(one.name for one in theirs if one.off)
    if names:
        mend = "set it there yourself, or delete the file and run this again"
        screen.note(f"changed by people, stays as it is, and is other than the rest: {names}; {mend}")


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
        if github.app and github.level != "report":
            screen.note(
                "next: set the secrets EXP_APP_ID and EXP_APP_KEY: client id and private key of your GitHub App"
            )
        if github.engine == "model":
            screen.note(
                "next: set the secret EXP_API_KEY, and EXP_BASE_URL if the endpoint is not OpenAI's own"
            )
        if github.level == "pull-request" and not github.app:
            tick = "Allow GitHub Actions to create and approve pull requests"
            screen.note(f"next: in Settings > Actions > General tick `{tick}`")


def _undo(workshop: Workshop, *, github: bool, dry_run: bool, yes: bool, as_json: bool) -> int:
    planned = workshop.undo_house(dry=True, github=github)
    rows = [
        ("remove", planned.removed),
        ("take out of", planned.changed),
        ("keep, it was changed", [name for name in planned.kept if name not in planned.beside]),
        ("keep, it has lines of yours", planned.beside),
    ]
    _list([row for row in rows if row[1]], as_json=as_json)
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
    _tell_left(planned)
    return 0


def _tell_left(planned: Undone) -> None:
    """Say which workflows of the bot go on running, because something of somebody's is in them."""
    for name in planned.kept:
        if name.startswith(".github/workflows/"):
            screen.note(f"{name} goes on running as it is: delete it yourself if it is to end")


def _list(rows: Sequence[tuple[str, Sequence[str]]], *, as_json: bool) -> None:
    width = max((len(what) for what, _ in rows), default=0) + 1
    for what, names in rows if not as_json else ():
        for name in names:
            screen.say(f"{what:<{width}} {name}")


def _agreed(*, yes: bool, as_json: bool) -> bool:
    """Return whether to write: a person at a terminal is asked, a program has said so by calling."""
    return yes or as_json or not screen.on_terminal() or screen.ask("Write this?")
