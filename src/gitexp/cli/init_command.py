"""`exp init`: lay the folder for experiences, its charter, and the note that tells agents when to recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen

if TYPE_CHECKING:
    from gitexp.adapters.house import Undone


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
    from gitexp.adapters.house import Plan, lay, plan, undo
    from gitexp.cli.wiring import Workshop

    root = Workshop().root
    if undoing:
        return _undone(undo(root), as_json=as_json)
    planned: Plan = plan(root)
    rows = [("create", name) for name in planned.created]
    rows += [("add to", name) for name in planned.changed]
    rows += [("keep", name) for name in planned.kept]
    if not as_json:
        for what, name in rows:
            screen.say(f"{what:<7} {name}")
    ask = screen.on_terminal() and not (dry_run or yes or as_json) and bool(planned.layings)
    if dry_run or (ask and not screen.ask("Write these?")):
        if not as_json:
            screen.note("nothing written")
    else:
        lay(planned)
    if as_json:
        screen.answer(
            {
                "created": list(planned.created),
                "changed": list(planned.changed),
                "kept": list(planned.kept),
                "removed": [],
            }
        )
    elif planned.layings and not dry_run:
        screen.note("next: read experiences/CHARTER.md, commit, then  exp propose history: --dry-run")
    return 0


def _undone(done: Undone, *, as_json: bool) -> int:
    if as_json:
        screen.answer(
            {
                "created": [],
                "removed": list(done.removed),
                "changed": list(done.changed),
                "kept": list(done.kept),
            }
        )
        return 0
    for what, names in (
        ("removed", done.removed),
        ("taken out of", done.changed),
        ("kept, it was changed", done.kept),
    ):
        for name in names:
            screen.say(f"{what}: {name}")
    if not (done.removed or done.changed or done.kept):
        screen.note("nothing of exp's was there")
    return 0
