"""`exp facts`: what is known of the environment here; `exp facts set` declares one for this clone."""

from __future__ import annotations

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError


@click.group(name="facts", invoke_without_command=True)
@options.files
@options.env
@options.as_json
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], env: tuple[str, ...], as_json: bool) -> None:
    """Show what is known of the environment here, or declare a fact

    First wins: --env, `exp facts set` (this clone), experiences/facts.yaml, then what the repository says.

    \b
    Examples:
      exp facts
      exp facts --file src/net/retry.py --json
      exp facts set rendering=canvas
      exp facts unset rendering
    """
    if ctx.invoked_subcommand is not None:
        return
    from gitexp.cli.facts_screen import facts_document, show_facts
    from gitexp.cli.wiring import Workshop

    workshop = Workshop()
    facts, skipped = workshop.facts().gather([workshop.path(file) for file in files], env)
    for skip in skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        screen.answer(
            {
                "facts": facts_document(facts),
                "skipped": [{"where": skip.where, "what": skip.what} for skip in skipped],
            }
        )
    else:
        show_facts(facts)


@command.command(name="set")
@click.argument("pairs", nargs=-1, required=True, metavar="NAME=VALUE…")
def set_facts(pairs: tuple[str, ...]) -> None:
    """Declare facts for this clone

    They are kept in this clone's git config, where no pull request can set them.

    \b
    Example:
      exp facts set rendering=canvas batch=no
    """
    from gitexp.cli.wiring import Workshop

    named = [pair.partition("=") for pair in pairs]
    for name, sign, value in named:
        if not sign or not name.strip() or not value.strip():
            raise UsageError(f"`{name}{sign}{value}`", "is no NAME=VALUE", "exp facts set rendering=canvas")
    settings = Workshop().settings
    for name, _, value in named:
        settings.set_fact(name.strip(), value.strip())
        screen.say(f"{name.strip()} = {value.strip()}  (this clone)")


@command.command(name="unset")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
def unset_facts(names: tuple[str, ...]) -> None:
    """Take back facts declared for this clone

    \b
    Example:
      exp facts unset rendering
    """
    from gitexp.cli.wiring import Workshop

    settings = Workshop().settings
    for name in names:
        if not settings.set_fact(name, None):
            raise UsageError(name, "is not set in this clone", "`exp facts` shows what is")
        screen.say(f"{name} is no longer set")
