"""`exp sync`: fetch and push what exp keeps under `refs/exp/`, and nothing else."""

from __future__ import annotations

import click

from gitexp.cli import options, screen

remote_option = click.option(
    "--remote", metavar="NAME", help="The remote (default: origin, or the only one that there is)."
)


@click.command(name="sync")
@remote_option
@click.option(
    "--runs",
    is_flag=True,
    help="Push also the kept runs and refusals that only this clone has; all who can read there can read them.",
)
@click.option("--push-private", is_flag=True, help="With --runs: also where they come from private sessions.")
@click.option(
    "--journal", is_flag=True, help="Push also this clone's notes; all who can read there can read them."
)
@options.as_json
def command(remote: str | None, runs: bool, push_private: bool, journal: bool, as_json: bool) -> int:
    """Fetch and push what is shared and is no file: usage, journal, runs, ledger

    Fetches refs/exp/* of the remote into refs/exp/remotes/NAME/, puts this clone's usage on its own ref
    (unless git's exp.usage is false), and pushes that ref. This clone's notes stay here unless you ask: by
    --journal once, by git's exp.syncJournal true always. No branch, tag, work tree or index is touched. Words
    that were asked are never shared.

    \b
    Examples:
      exp sync
      exp sync --remote upstream --json
      exp sync --runs                    also what only this clone knows of runs and refusals
      exp sync --journal                 also what was noted in this clone
    """
    from gitexp.cli import sync_screen
    from gitexp.cli.wiring_sync import SyncWiring

    address, done = SyncWiring().sync(remote, runs=runs, private_too=push_private, journal=journal)
    if as_json:
        screen.answer(sync_screen.document(done))
    else:
        sync_screen.show(done, address)
    sync_screen.say_skipped(done)
    failed = sync_screen.failure(done)
    if failed:
        raise failed
    return 0
