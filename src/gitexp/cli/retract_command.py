"""`exp retract`: take an experience back, as a change of its file for the person to commit."""

from __future__ import annotations

import click

from gitexp.cli import options


@click.command(name="retract")
@click.argument("name", metavar="ID")
@click.option("--reason", metavar="TEXT", required=True, help="Why it is taken back: it goes into the file.")
@options.as_json
def command(name: str, reason: str, as_json: bool) -> None:
    """Take an experience back, with the reason, for you to commit

    ID is any unique beginning of the id, or of its ten hex digits. The file stays, and is no advice any more
    once the change is on the default branch.

    \b
    Examples:
      exp retract net-retry --reason "The gateway is idempotent since its version 3."
      exp retract 3fa91c --reason "It was about another client." --json
    """
    from gitexp.cli.retiring import Desk, reason_given
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.retire import retired

    words = reason_given(reason)
    with Desk(Workshop()) as desk:
        one = desk.found(name)
        changes = desk.changes([(one.path, retired(one.experience, "retracted", words))])
        known: dict[str, object] = {"id": one.experience.id, "status": "retracted"}
        desk.write(changes, commit=f"Retract {one.experience.id}", as_json=known if as_json else None)
