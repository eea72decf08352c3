"""`exp init`: lay the folder for experiences, its charter, the note for agents; with options what agents or the bot need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitexp.cli import init_agents, options, screen
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.cli.init_agents import ForAgents
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_agents import AgentsPlan, Hooks
    from gitexp.cli.wiring_house import GithubHouse, Plan, Theirs, Undone


@click.command(name="init")
@click.option(
    "--agents",
    "agents",
    multiple=True,
    metavar="NAMES",
    help="Lay what agents need: claude-code, codex, cursor, gemini-cli, copilot-cli, with commas; or all.",
)
@click.option(
    "--hooks",
    type=click.Choice(["shared", "personal", "none"]),
    help="Whose settings get their hooks (default: as laid, else shared).",
)
@click.option("--no-rules", is_flag=True, help="Lay no path-scoped rule files for agents.")
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
    agents: tuple[str, ...],
    hooks: Hooks | None,
    no_rules: bool,
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
    overwritten. Nothing is committed: that is yours to do. With --agents each agent gets a block in the file that it
    reads at every start, a skill, hooks, and rule files of what is in force; run again, it renews them. With --github
    the bot's workflows come along; at the level that they are laid by default they write nothing. A workflow that
    you edited is yours: where it is other than asked for, that is said. What can't be laid, or is other than asked
    for, makes the exit code 1.

    \b
    Examples:
      exp init
      exp init --dry-run
      exp init --agents claude-code,codex
      exp init --agents all --hooks personal    in your own settings, for you alone
      exp init --agents cursor --undo           takes out what is Cursor's
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
    for_agents = init_agents.asked_for(agents, hooks, rules=not no_rules, undoing=undoing)
    workshop = Workshop()
    if undoing:
        return _undo(workshop, for_agents, github=for_github, dry_run=dry_run, yes=yes, as_json=as_json)
    github = workshop.github_house(asked) if for_github else None
    planned = workshop.plan_house(github)
    house = workshop.agents_house()
    asks = screen.on_terminal() and screen.can_ask() and not (yes or as_json or dry_run)
    more = init_agents.planned(house, workshop, for_agents, ask=asks) if for_agents else None
    _show(planned, more, as_json=as_json)
    some = bool(planned.layings or (more and more.changes))
    write = not dry_run and (not some or _agreed(yes=yes, as_json=as_json))
    if write:
        workshop.lay_house(planned)
        if more:
            house.lay(more)
    if as_json:
        screen.answer(_document(planned, more, written=write))
    _tell_off(planned.theirs)
    if more and for_agents:
        init_agents.tell_left(more)
        init_agents.tell_laid(house, more, for_agents)
    if not as_json:
        _tell_next(planned, github, more, written=write)
    off = any(set(one.off) & set(asked.named) for one in planned.theirs)
    return int(off or bool(more and more.left))


def _document(planned: Plan, more: AgentsPlan | None, *, written: bool) -> dict[str, object]:
    """Return what is done as JSON."""
    theirs = [{"file": one.name, "off": list(one.off), "still": list(one.still)} for one in planned.theirs]
    edited = [{"file": name, "off": [], "still": []} for name in (more.edited if more else ())]
    return {
        "created": [*planned.created, *(more.created if more else ())],
        "changed": [*planned.changed, *(more.changed if more else ())],
        "kept": [*planned.kept, *((*more.kept, *more.edited) if more else ())],
        "removed": [*planned.removed, *(more.removed if more else ())],
        "changed_by_people": [*theirs, *edited],
        "left_alone": init_agents.left_rows(more),
        "written": written,
    }


def _show(planned: Plan, more: AgentsPlan | None, *, as_json: bool) -> None:
    """List the files; those that fit already are one line."""
    theirs = {one.name: one for one in planned.theirs}
    fitting = [name for name in planned.kept if name not in theirs] + list(more.kept if more else ())
    edited = [*(f"{one.name}{_still(one)}" for one in planned.theirs), *(more.edited if more else ())]
    rows = [
        ("create", (*planned.created, *(more.created if more else ()))),
        ("change", (*planned.changed, *(more.changed if more else ()))),
        ("remove", (*planned.removed, *(more.removed if more else ()))),
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


def _tell_next(planned: Plan, github: GithubHouse | None, more: AgentsPlan | None, *, written: bool) -> None:
    """Say what is to be done now, by whom."""
    if github is not None and not github.pinned:
        screen.note(f"pin {github.action} by its full commit: a tag can be moved to other code")
    if github is not None and not github.owners:
        screen.note(
            "to have owners asked, add `/experiences/ @ORG/TEAM` to CODEOWNERS:  exp init --github --codeowners @ORG/TEAM"
        )
    if more is None and github is None:
        screen.note(init_agents.HINT)
    if not written:
        screen.note("nothing written")
    elif more and not planned.layings:
        if not all(one.place.own for one in more.changes):
            screen.note("next: commit what is for all")
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


def _undo(
    workshop: Workshop,
    for_agents: ForAgents | None,
    *,
    github: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Take out what was laid: all of it, or with options what is for some agents, or for GitHub."""
    whole = for_agents is None or github
    planned = workshop.undo_house(dry=True, github=github) if whole else None
    house = workshop.agents_house()
    chosen = for_agents or (None if github else init_agents.EVERYBODY)
    more = house.undo(chosen.agents, init_agents.where_only(chosen)) if chosen else None
    document = _undone(planned, more)
    beside = planned.beside if planned else ()
    rows = [
        ("remove", document["removed"]),
        ("take out of", document["changed"]),
        ("keep, it was changed", [name for name in document["kept"] if name not in beside]),
        ("keep, it has lines of yours", beside),
    ]
    _list([row for row in rows if row[1]], as_json=as_json)
    some = bool(document["removed"] or document["changed"])
    write = not dry_run and some and _agreed(yes=yes, as_json=as_json)
    if write and more:
        house.lay(more)
    if write and planned:
        workshop.undo_house(dry=False, github=github)
    if as_json:
        left = {"left_alone": init_agents.left_rows(more)}
        screen.answer({"created": [], **document, **left, "written": write})
    elif not some:
        screen.note("nothing of exp's is there to take out")
    elif not write:
        screen.note("nothing written")
    if planned:
        _tell_left(planned)
    if more:
        init_agents.tell_left(more)
    return int(bool(more and more.left))


def _undone(planned: Undone | None, more: AgentsPlan | None) -> dict[str, list[str]]:
    """Return the files that are taken out, those that lose what is exp's, and those that people changed."""
    return {
        "removed": [*(planned.removed if planned else ()), *(more.removed if more else ())],
        "changed": [*(planned.changed if planned else ()), *(more.changed if more else ())],
        "kept": [*(planned.kept if planned else ()), *(more.edited if more else ())],
    }


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
