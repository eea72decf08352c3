"""`exp archaeology`: the past of a place, before it is changed."""

from __future__ import annotations

import time

import click

from gitexp.cli import options
from gitexp.errors import UsageError

BUDGET = 800


@click.command(name="archaeology")
@click.argument("place", required=False, metavar="[FILE[:LINE[-LINE]|::SYMBOL]]")
@click.option("--staged", is_flag=True, help="Warn about what is staged for the next commit.")
@click.option("--diff", "revs", metavar="A..B", help="Warn about what changed from A to B.")
@click.option(
    "--intent", metavar="TEXT", help="What is to be done there: was it tried, is it in, what forbids it?"
)
@click.option("--at", metavar="REV", help="The past as it was at a commit (default HEAD).")
@click.option("--since", metavar="DATE", help="List only changes since this day (YYYY-MM-DD).")
@click.option(
    "--max",
    "most",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most N changes in the chain, the newest.",
)
@click.option(
    "--no-blame",
    is_flag=True,
    help="Don't ask who wrote each line: faster; how old comments are is not told.",
)
@click.option("--full", is_flag=True, help="Show the whole chain, and all that one screen has no room for.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"On a pipe: how many tokens at most (default {BUDGET}; --full has none).",
)
@options.as_json
def command(
    place: str | None,
    staged: bool,
    revs: str | None,
    intent: str | None,
    at: str | None,
    since: str | None,
    most: int | None,
    no_blame: bool,
    full: bool,
    budget: int | None,
    as_json: bool,
) -> None:
    """Show the past of a place before it is changed

    What was tried there, what was taken back and why, what must hold, what changes along, whom to ask: of a file
    across its renames, of some lines, or of a symbol. With --staged or --diff it warns about each touched place, in
    a form for a hook or CI, and ends with 0. No file of yours is written; no network is used.

    \b
    Examples:
      exp archaeology src/net/retry.py
      exp archaeology src/net/retry.py --intent "add retry on 500"
      exp archaeology src/net/retry.py:40-60 --json
      exp archaeology src/net/retry.py::RetryPolicy.send
      exp archaeology --staged
      exp archaeology --diff origin/main..HEAD
    """
    start = time.monotonic()
    if [place is not None, staged, revs is not None].count(True) != 1:
        raise UsageError(
            "exp archaeology", "needs one place or diff", "give one of FILE, --staged, --diff A..B"
        )
    if place is None:
        asked = {"--intent": intent, "--at": at, "--since": since, "--max": most, "--no-blame": no_blame}
        given = [name for name, value in asked.items() if value]
        if given:
            raise UsageError(given[0], "is for a FILE", "leave it out: a diff is its own intent")
    from gitexp.cli import screen
    from gitexp.cli.wiring import Workshop

    workshop, tell = Workshop(), screen.progress()
    dig = workshop.dig(at)
    if place is None:
        checked = dig.diff(staged=staged, revs=revs or "", tell=tell)
        workshop.cache.save()
        from gitexp.cli import archaeology_diff_screen, archaeology_json

        if as_json:
            screen.answer(archaeology_json.checked_document(checked, _milliseconds(start), budget), rows=True)
        else:
            archaeology_diff_screen.show(checked, full=full, budget=budget)
        return
    opened = dig.open(place, since=since or "", blame=not no_blame)
    # git walks and blames while these are imported.
    from gitexp.cli import archaeology_json, archaeology_screen
    from gitexp.steps.tell_past import newest

    account = newest(opened.account(intent=intent or "", tell=tell), most)
    workshop.cache.save()
    if as_json:
        screen.answer(archaeology_json.document(account, _milliseconds(start), budget), rows=True)
        return
    seconds, today = time.monotonic() - start, time.strftime("%Y-%m-%d", time.gmtime())
    archaeology_screen.show(account, full=full, budget=budget, seconds=seconds, today=today)


def _milliseconds(start: float) -> int:
    return round((time.monotonic() - start) * 1000)
