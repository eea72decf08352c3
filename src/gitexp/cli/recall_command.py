"""`exp recall`: what applies here."""

from __future__ import annotations

import time

import click

from gitexp.cli import options
from gitexp.records.limits import BUDGET, LIMIT


@click.command(name="recall")
@click.argument("words", nargs=-1, metavar="[QUERY]")
@options.files
@click.option(
    "--symbol", "-s", "symbols", multiple=True, metavar="NAME", help="A symbol at hand (can be repeated)."
)
@options.env
@click.option(
    "--limit", type=click.IntRange(min=1), default=None, help=f"How many at most (default {LIMIT})."
)
@click.option(
    "--budget", type=click.IntRange(min=1), default=None, help=f"How many tokens at most (default {BUDGET})."
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
    start = time.monotonic()
    from gitexp.cli.wiring import Workshop

    workshop = Workshop().begin()  # git answers while the rest is imported
    from gitexp.cli import screen
    from gitexp.cli.recall_screen import document, show
    from gitexp.recall import Question, recall

    given = tuple(workshop.path(file) for file in files)
    question = Question(
        words=" ".join(words),
        files=given,
        symbols=symbols,
        env=env,
        limit=limit or (None if budget or as_json or everything else LIMIT),
        budget=budget or (None if limit or as_json or everything else BUDGET),
        facts=as_json,
        all=everything,
        worktree=worktree,
        approvals=as_json or screen.on_terminal(),
        today=time.strftime("%Y-%m-%d", time.gmtime()),
    )
    answer = recall(question, workshop.store, workshop.facts(), workshop.symbols(), workshop.versions())
    workshop.cache.save()
    elapsed = round((time.monotonic() - start) * 1000)
    if as_json:
        screen.answer(document(answer, elapsed))
    else:
        show(answer, question, elapsed)
