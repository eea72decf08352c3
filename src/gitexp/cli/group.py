"""The commands, each loaded only when it is called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

import click

from gitexp.cli import screen

COMMANDS = {
    "archaeology": "Show the past of a place before it is changed",
    "audit": "Check the whole store against the code",
    "ci": "Run the bot: read merged pull requests, propose, answer, audit",
    "change": "Write down what was meant and rejected with a commit, for you to commit",
    "demo": "Tell the whole story on a small sample repository",
    "evaluate": "Measure the engine on fixed cases",
    "facts": "Show what is known of the environment here, or declare a fact",
    "feedback": "Say what became of an experience that was recalled",
    "hook": "Answer an agent's hook: what it should know before it edits",
    "index": "Show the index that recall asks, or bring it up to date",
    "init": "Lay the folder for experiences, its charter and the note for agents",
    "list": "List the experiences in force",
    "mcp": "Serve recall, archaeology and notes to agents by MCP (stdio)",
    "new": "Write a new experience by hand, for you to commit",
    "note": "Note in the journal what was learnt, for a later proposal",
    "propose": "Read discussions and propose what is worth keeping",
    "recall": "Show the experiences that apply here",
    "retract": "Take an experience back, with the reason, for you to commit",
    "show": "Show one experience whole",
    "stats": "Show what recall did: hits, latency, and what became of its answers",
    "supersede": "Put one experience in another's place, for you to commit",
    "symbols": "Say which named things exist in the code",
    "sync": "Fetch and push what is shared and is no file: usage, journal, runs, ledger",
    "usage": "Show what of this clone's usage would be shared",
}


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and lists all without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"gitexp.cli.{cmd_name}_command")
        command = module.command
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean `{near[0]}`?" if near else "`exp --help` lists them"
            raise click.UsageError(f"no command `{args[0]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`exp COMMAND --help` has more examples.",
)
@click.version_option(package_name="git-exp", prog_name="exp")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (bare `exp` only; each command has its own)."
)
@click.pass_context
def exp(ctx: click.Context, as_json: bool) -> None:
    """Keep what a team learnt the hard way, and recall it only where it applies.

    \b
    Examples:
      exp                                   where this repository stands; writes nothing
      exp propose history: --dry-run        what the history would give
      exp recall --file src/net/retry.py    what applies before an edit
    """
    if ctx.invoked_subcommand is None:
        from gitexp.cli.glance_command import show_glance

        show_glance(as_json=as_json)


def invoke(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; a wrong call is told in one line."""
    try:
        result: Any = exp.main(args=list(arguments), prog_name="exp", standalone_mode=False)
    except click.exceptions.UsageError as error:
        from gitexp.cli.wrong_call import told

        screen.note(f"Error: {told(error, exp, arguments)}")
        return 2
    except click.ClickException as error:
        screen.note(f"Error: {' '.join(error.format_message().split())}")
        return 2
    except click.Abort as error:
        raise KeyboardInterrupt from error
    sys.stdout.flush()
    return result if isinstance(result, int) else 0
