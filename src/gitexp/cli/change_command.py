"""`exp change record`: write what was meant, rejected and learnt with one commit, as a file for the person to commit."""

from __future__ import annotations

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError


@click.group(name="change", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Write down what was meant and rejected with a commit, for you to commit

    \b
    Examples:
      exp change record                             of HEAD, from its message
      exp change record v1.2~3 --print              look, and write nothing
    """
    if ctx.invoked_subcommand is None:
        raise UsageError(
            "exp change", "needs to know what to do", "`exp change record` writes a change record"
        )


@command.command(name="record")
@click.argument("rev", default="HEAD", metavar="[REV]")
@click.option("--intent", metavar="TEXT", help="What the change was for (default: the message's subject).")
@click.option(
    "--constraint", "constraints", multiple=True, metavar="TEXT", help="What has to hold (can be repeated)."
)
@click.option("--impact", metavar="TEXT", help="What it reaches, beside the files of the commit.")
@click.option(
    "--reject",
    "rejected",
    multiple=True,
    metavar="'WHAT: WHY'",
    help="An alternative that was not taken, and why (can be repeated).",
)
@click.option("--outcome", metavar="TEXT", help="What came of it.")
@click.option(
    "--from",
    "source",
    metavar="FILE",
    help="The change's discussion, a file or folder in a form that `exp propose` reads; what it rejected with a "
    "reason comes in, of private sessions after you were asked.",
)
@click.option("--print", "only_print", is_flag=True, help="Print the YAML and write nothing.")
@options.as_json
def record(
    rev: str,
    intent: str | None,
    constraints: tuple[str, ...],
    impact: str | None,
    rejected: tuple[str, ...],
    outcome: str | None,
    source: str | None,
    only_print: bool,
    as_json: bool,
) -> None:
    """Write a change record of REV (default HEAD), for you to commit

    What the commit's message, its trailers (Constraint:, Rejected: WHAT | WHY, Directive:, Fixes:) and its files
    tell comes in by itself; what nobody said stays out. Nothing is committed.

    \b
    Examples:
      exp change record --reject "a thread for each client: the firmware mixes up their answers"
      exp change record 8d3a1f0 --from discussion.json --outcome "no mixed-up answer since"
      exp change record v2.0 --print
    """
    from gitexp.cli.change_recording import Words, recorded

    words = Words(intent, constraints, impact, rejected, outcome, source)
    made = recorded(rev, words, only_print=only_print)
    if as_json:
        screen.answer({"path": made.path, "written": not only_print, "record": made.document})
        return
    if only_print:
        screen.say(made.text.rstrip("\n"))
        return
    screen.say(made.path)
    from gitexp.cli.wiring import Workshop

    screen.note(
        f"not served yet: git add {Workshop().typed(made.path)} && git commit, then merge it to the default branch"
    )
