"""`exp init`: lay the folder for experiences, its charter, and the note that tells agents when to recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.cli.wiring import Workshop


@click.command(name="init")
@click.option("--undo", "undoing", is_flag=True, help="Take out what exp laid and nobody changed.")
@click.option("--dry-run", is_flag=True, help="List the files and write nothing.")
@click.option("--yes", is_flag=True, help="Do not ask on a terminal.")
@options.as_json
def command(undoing: bool, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Lay the folder for experiences, its charter and the note for agents

    It lists its files before it writes them. A second run changes nothing; what a person wrote is never
    overwritten. Nothing is committed: that is yours to do.

    \b
    Examples:
      exp init
      exp init --dry-run
      exp init --undo
    """
    from gitexp.cli.wiring import Workshop

    workshop = Workshop()
    if undoing:
        return _undo(workshop, dry_run=dry_run, yes=yes, as_json=as_json)
    planned = workshop.plan_house()
    rows = [("create", planned.created), ("add to", planned.changed), ("keep", planned.kept)]
    _list(rows, as_json=as_json)
    write = not dry_run and (not planned.layings or _agreed(yes=yes, as_json=as_json))
    if write:
        workshop.lay_house(planned)
    if as_json:
        own = {"created": list(planned.created), "changed": list(planned.changed), "kept": list(planned.kept)}
        screen.answer({**own, "removed": [], "written": write})
    elif not write:
        screen.note("nothing written")
    elif planned.layings:
        screen.note("next: read experiences/CHARTER.md, commit, then  exp propose history: --dry-run")
    return 0


def _undo(workshop: Workshop, *, dry_run: bool, yes: bool, as_json: bool) -> int:
    planned = workshop.undo_house(dry=True)
    rows = [
        ("remove", planned.removed),
        ("take out of", planned.changed),
        ("keep, it was changed", planned.kept),
    ]
    _list(rows, as_json=as_json)
    some = bool(planned.removed or planned.changed)
    write = not dry_run and some and _agreed(yes=yes, as_json=as_json)
    done = workshop.undo_house(dry=False) if write else planned
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
