"""`exp index`: what recall asks: brought up to date, shown, compared, made anew; and the vectors beside it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from gitexp.cli.wiring_index import IndexWiring, Vectors


@click.command(name="index")
@click.option(
    "--embed",
    is_flag=True,
    help="Make the vectors that are missing for nearness in meaning; asks before text leaves.",
)
@click.option("--yes", "-y", is_flag=True, help="With --embed: send without asking.")
@click.option(
    "--rebuild", is_flag=True, help="Make the index anew from what git serves; with --embed the vectors too."
)
@click.option("--check", is_flag=True, help="Compare it with a fresh one; exit code 1 where they differ.")
@options.as_json
def command(embed: bool, yes: bool, rebuild: bool, check: bool, as_json: bool) -> int:
    """Show the index that recall asks, or bring it up to date

    Recall keeps its index by itself; this says what is in it and where it lies, and makes a large one beforehand.
    With git's exp.embeddings set to the name of a model, --embed makes the vectors of the experiences in force.

    \b
    Examples:
      exp index
      exp index --check
      exp index --embed          says what would be sent where, and asks
      exp index --rebuild --json
    """
    start = time.monotonic()
    from gitexp.cli import index_screen
    from gitexp.cli.wiring_index import IndexWiring

    wiring = IndexWiring().begin()
    if rebuild:
        wiring.forget()
    contents = wiring.contents()
    done = _embed(wiring, yes=yes, anew=rebuild) if embed else True
    found = wiring.differences() if check else None
    vectors, problem = _vectors(wiring)
    unserved = wiring.unserved()
    elapsed = round((time.monotonic() - start) * 1000)
    if as_json:
        screen.answer(index_screen.document(contents, wiring.index_file, vectors, unserved, found, elapsed))
    else:
        index_screen.show(contents, wiring.index_file, vectors, unserved, elapsed)
        if found is not None:
            index_screen.show_differences(found)
    for skip in unserved:
        if skip.bad:
            screen.note(f"not read: {skip.where}: {skip.what}")
    if problem:
        raise problem
    return 0 if done and not found else 1


def _vectors(wiring: IndexWiring) -> tuple[Vectors | None, RepositoryError | None]:
    """Return what there is of vectors, and why that can't be told: the index is shown all the same."""
    if not wiring.meant:
        return None, None
    try:
        return wiring.vectors(), None
    except RepositoryError as error:
        return None, error


def _embed(wiring: IndexWiring, *, yes: bool, anew: bool) -> bool:
    """Make the vectors that are missing, once the person agreed; return whether all of them are there."""
    from gitexp.records.words import counted

    plan = wiring.plan(anew=anew)
    if not plan.wanted:
        return True
    many = counted(len(plan.wanted), "experience")
    own = ", and 48 sentences of exp's own" if plan.ground else ""
    told = (
        f"asks {wiring.endpoint.model} at {wiring.endpoint.shown} for vectors: about {plan.tokens:,} tokens"
    )
    screen.note(f"{told}; what leaves this machine: title, when, what and why of {many} (redacted){own}")
    if not yes and not screen.ask("send them?"):
        screen.note("nothing was sent; `--yes` sends without asking")
        return False
    tell = screen.progress()
    try:
        left_out = wiring.make(plan, screen.counting(tell, "making vectors"))
    finally:
        tell("")
    for skip in left_out:
        screen.note(f"{skip.where}: {skip.what}")
    return not left_out
