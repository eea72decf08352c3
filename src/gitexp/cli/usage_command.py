"""`exp usage`: what of this clone's usage would be shared; `exp usage share` shares it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from gitexp.cli import options, screen
from gitexp.cli.sync_command import remote_option
from gitexp.errors import RepositoryError
from gitexp.records.skipped import Skipped
from gitexp.records.sync import UsageShare


@click.group(name="usage", invoke_without_command=True)
@options.as_json
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> int:
    """Show what of this clone's usage would be shared

    Each recall is logged in this clone: when, which experiences were given, how long it took; not what was asked.
    Nothing of it leaves the clone before `exp usage share` or `exp sync`. Git's exp.usage false switches it off.

    \b
    Examples:
      exp usage
      exp usage --json
      exp usage share
    """
    if ctx.invoked_subcommand is not None:
        return 0
    from gitexp.cli import sync_screen
    from gitexp.cli.wiring_sync import SyncWiring

    wiring = SyncWiring()
    usage, skipped = wiring.shareable_usage()
    if as_json:
        switches = {"on": wiring.usage_on, "words": wiring.words_on}
        document = {**switches, **sync_screen.usage_document(usage)}
        screen.answer({**document, "skipped": sync_screen.skipped_rows(skipped)})
    else:
        _show(usage, on=wiring.usage_on, words=wiring.words_on)
    _say_skipped(skipped)
    return 0


@command.command(name="share")
@remote_option
@click.option(
    "--push/--no-push",
    default=True,
    help="Push it (the default), or only put it on this clone's ref.",
)
@options.as_json
def share(remote: str | None, push: bool, as_json: bool) -> int:
    """Share this clone's usage with all who can read the remote

    The events go onto refs/exp/usage/CLONE, which this clone alone moves, and that is pushed. Words that were asked
    stay here. A second time without new events changes nothing.

    \b
    Examples:
      exp usage share
      exp usage share --no-push        only onto this clone's own ref
      exp usage share --remote upstream --json
    """
    from gitexp.cli import sync_screen
    from gitexp.cli.wiring_sync import SyncWiring

    wiring = SyncWiring()
    if not wiring.usage_on:
        raise RepositoryError(
            "exp.usage", "is false: nothing is logged and nothing shared", "git config exp.usage true"
        )
    address, done = wiring.share_usage(remote, push=push)
    if as_json:
        screen.answer(sync_screen.document(done))
    elif push:
        sync_screen.show(done, address)
    elif done.usage:
        screen.say(f"{done.usage.ref}: {sync_screen.new_of(done.usage)}; not pushed")
    sync_screen.say_skipped(done)
    failed = sync_screen.failure(done)
    if failed:
        raise failed
    return 0


def _show(usage: UsageShare, *, on: bool, words: bool) -> None:
    from gitexp.cli import sync_screen

    if not on:
        screen.say("usage is off: nothing is logged, and nothing is shared (git config exp.usage true)")
    if not usage.events:
        screen.say("nothing was recalled here yet, so that there is nothing to share")
        return
    screen.say(sync_screen.told(usage))
    rest = f"{usage.added} not shared yet:  exp usage share" if usage.added else "all of them shared"
    screen.say(f"  {rest}")
    screen.say(f"  the ref of this clone: {usage.ref}")
    screen.say("")
    screen.say("the newest, as it would be shared:")
    screen.say(f"  {usage.example}")
    if words:
        screen.say("")
        screen.say("what was asked is logged too (exp.usageWords is true), and is never shared")


def _say_skipped(skipped: Sequence[Skipped]) -> None:
    for skip in skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
