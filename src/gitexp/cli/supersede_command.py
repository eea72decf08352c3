"""`exp supersede`: put one experience in another's place, as a change of both files for the person to commit."""

from __future__ import annotations

import click

from gitexp.cli import options


@click.command(name="supersede")
@click.argument("name", metavar="ID")
@click.option("--by", required=True, metavar="ID", help="The experience that replaces it.")
@click.option("--reason", metavar="TEXT", help="Why it is replaced: it goes into the old one's file.")
@options.as_json
def command(name: str, by: str, reason: str | None, as_json: bool) -> None:
    """Put one experience in another's place, for you to commit

    ID is any unique beginning of the id, or of its ten hex digits. The old file stays, names the new one, and is
    no advice any more once the change is on the default branch; the new one names the old.

    \b
    Examples:
      exp supersede net-retry --by net-retry-with-key
      exp supersede 3fa91c --by b2c441 --reason "Version 3 of the gateway takes a key."
    """
    from gitexp.cli.retiring import Desk, reason_given
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.retire import superseded

    words = reason_given(reason)
    with Desk(Workshop()) as desk:
        old, new = desk.found(name), desk.found(by)
        over, instead = superseded(old.experience, new.experience, words, desk.known())
        changes = desk.changes([(new.path, instead), (old.path, over)])
        known: dict[str, object] = {"id": over.id, "status": "superseded", "by": instead.id}
        commit = f"Supersede {over.id} by {instead.id}"
        desk.write(changes, commit=commit, as_json=known if as_json else None)
