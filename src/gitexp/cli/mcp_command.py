"""`exp mcp`: serve an agent by the Model Context Protocol, on stdin and stdout."""

from __future__ import annotations

import os
import sys

import click


@click.command(name="mcp")
def command() -> None:
    """Serve recall, archaeology and notes to agents by MCP (stdio)

    An agent starts it in the repository and asks it; nobody types to it. It offers the tools recall, archaeology and
    show, which read, and note, which writes into the journal of this clone.

    \b
    Examples:
      exp mcp                               what an agent's settings name as the command
      claude mcp add exp -- exp mcp         tell Claude Code of it
    """
    from gitexp.cli import screen
    from gitexp.cli.mcp_server import serve

    if screen.can_ask():
        screen.note("exp mcp waits for an agent's messages (JSON-RPC, one a line); Ctrl-D ends it")
    code = serve()
    sys.stderr.flush()
    os._exit(code)  # a thread may still wait for the client
