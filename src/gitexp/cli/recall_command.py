"""`exp recall`: what applies here. Most calls are read by `recall_asked` and never come by."""

from __future__ import annotations

import click

from gitexp.cli import options
from gitexp.cli.recall_asked import Asked


@click.command(name="recall")
@click.argument("words", nargs=-1, metavar="[QUERY]")
@options.files
@click.option(
    "--symbol", "-s", "symbols", multiple=True, metavar="NAME", help="A symbol at hand (can be repeated)."
)
@options.env
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=None,
    help="How many at most (default: 1, 3 or 5, by how much is asked).",
)
@click.option(
    "--budget", type=click.IntRange(min=1), default=None, help="How many tokens at most (default: 500)."
)
@click.option(
    "--all", "everything", is_flag=True, help="Show also what is near, can't be told, or does not apply."
)
@click.option(
    "--worktree", is_flag=True, help="Add what lies in the work tree unapproved, marked so (for authors)."
)
@options.as_json
def command(
    words: tuple[str, ...],
    files: tuple[str, ...],
    symbols: tuple[str, ...],
    env: tuple[str, ...],
    limit: int | None,
    budget: int | None,
    everything: bool,
    worktree: bool,
    as_json: bool,
) -> None:
    """Show the experiences that apply here

    Asked before an edit, it gives what the team learnt about the place: only what applies here and now, with
    reasons. It serves what the default branch holds; nothing found is no output on a pipe, and exit code 0.

    \b
    Examples:
      exp recall --file src/net/retry.py
      exp recall "retry on 500" --file src/net/retry.py --env httpx=0.23
      exp recall --symbol RetryPolicy --json
      exp recall --env rendering=canvas --all
    """
    from gitexp.cli.recall_run import run_recall

    run_recall(Asked(words, files, symbols, env, limit, budget, everything, worktree, as_json))
