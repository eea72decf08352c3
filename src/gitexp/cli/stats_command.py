"""`exp stats`: what recall did, and what became of the experiences that it handed on."""

from __future__ import annotations

import time

import click

from gitexp.cli import options, screen


@click.command(name="stats")
@click.argument("names", nargs=-1, metavar="[ID…]")
@click.option("--since", metavar="DATE", help="Count only what happened since this day (YYYY-MM-DD).")
@options.as_json
def command(names: tuple[str, ...], since: str | None, as_json: bool) -> None:
    """Show what recall did: hits, latency, and what became of its answers

    How often it was asked, what it gave, how long it took; and of each experience how often it was handed on and
    what became of it: said by `exp feedback`, in commits (`Experience: ID adopted`), or seen in diffs that followed.
    Counts this clone, and all whose usage was fetched. With IDs it shows those alone, and more of each.

    \b
    Examples:
      exp stats
      exp stats net-retry --since 2026-01-01
      exp stats --json
    """
    start = time.monotonic()
    from gitexp.cli import stats_json, stats_screen
    from gitexp.cli.day import day
    from gitexp.cli.stats_chosen import chosen_rows
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_usage import adoption_of, usage_of
    from gitexp.stats import stats

    first = day(since or "", "--since")
    workshop = Workshop()
    tell = screen.progress()
    standing, unread = workshop.store.standing()
    tell("read the usage and the history")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    experiences = [one.experience for one in standing]
    figures = stats(usage_of(workshop), adoption_of(workshop), experiences, since=first, today=today)
    tell("")
    workshop.cache.save()
    rows = chosen_rows(names, figures, experiences)
    seconds = time.monotonic() - start
    for skip in (*unread, *figures.skipped):
        if skip.bad:
            screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        screen.answer(stats_json.document(figures, rows, unread, seconds))
    elif names:
        stats_screen.show_each(rows, seconds)
    else:
        stats_screen.show(figures, seconds)
