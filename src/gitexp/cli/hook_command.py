"""`exp hook`: answer an agent's hook. The usual call goes by `hook_run` without click; here are help and what is odd."""

from __future__ import annotations

import click

from gitexp.cli import screen
from gitexp.records.agent_event import AGENTS


@click.command(name="hook", context_settings={"ignore_unknown_options": True})
@click.argument(
    "agent",
    required=False,
    default="",
    shell_complete=lambda ctx, param, begin: [name for name in AGENTS if name.startswith(begin)],
)
@click.argument("paths", nargs=-1, type=click.UNPROCESSED)
@click.option("--explain", is_flag=True, help="Say on stderr what was looked at, and why it was told or not.")
@click.option(
    "--learn", is_flag=True, hidden=True, help="Find out what was taken back in files; exp calls this itself."
)
def command(agent: str, paths: tuple[str, ...], explain: bool, learn: bool) -> int:
    """Answer an agent's hook: what it should know before it edits

    Reads the event that AGENT sends on stdin and answers in its form. AGENT is claude-code, codex, cursor, gemini-cli
    or copilot-cli; `exp init --agents NAMES` writes the hooks into their settings. On an edit an experience is told
    only if its scope or symbols cover the place and it shares matter with the edit; on a read if its scope names the
    file, or it covers the file and is about the last prompt; at most two, each once in a session.

    It always ends with 0, within two seconds, and says nothing where anything fails. EXP_DEBUG=1 says on stderr what
    failed.

    \b
    Examples:
      exp hook claude-code < event.json
      exp hook claude-code --explain < event.json     why something is told, or not
    """
    if learn:
        from gitexp.cli.learn_past import learn_past

        learn_past([path for path in (agent, *paths) if path])
        return 0
    if agent not in AGENTS:
        screen.note(f"exp hook: {agent[:40] or 'no agent'}: give one of {', '.join(AGENTS)}")
        return 0
    from gitexp.cli.hook_run import run_hook

    run_hook(agent, explain=explain)
    return 0
