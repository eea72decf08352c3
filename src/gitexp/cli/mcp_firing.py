"""Notes that the door of MCP fired, for each client apart: that one fires proves nothing of the others."""

from __future__ import annotations

import time

from gitexp.records.door import MCP, Firing

CLIENTS = {
    "claude-code": "claude-code",
    "codex": "codex",
    "copilot": "copilot-cli",
    "github-copilot": "copilot-cli",
    "cursor": "cursor",
    "gemini-cli": "gemini-cli",
    "visual-studio-code": "vscode",
    "code-oss": "vscode",
}
"""How the names of clients begin, and what exp calls them."""
NAME = 40
"""Characters of a client's name."""


def fit(name: str) -> str:
    """Return a client's name in small letters, digits and dashes, "" where nothing of it is left."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.lower())
    return "-".join(filter(None, plain.split("-")))[:NAME].strip("-")


def door_of(client: str) -> str:
    """Return the door of a client by the name that it gives itself."""
    name = fit(client)
    known = next((ours for begin, ours in CLIENTS.items() if f"{name}-".startswith(f"{begin}-")), name)
    return f"{MCP} {known}" if known else MCP


def fired(client: str, tool: str, common_dir: str, file: str = "", given: tuple[str, ...] = ()) -> None:
    """Note that a client asked; the folder is this clone's own, and no file of the repository."""
    from gitexp.cli.wiring_doors import note_firing

    note_firing(common_dir, Firing(door_of(client), now(), tool, file, given))


def failed_here(client: str, tool: str) -> None:
    """Note that a client asked what could not be answered: its door works all the same."""
    from gitexp.cli.wiring_recall import RecallWiring
    from gitexp.errors import ExpError

    try:
        common_dir = RecallWiring().layout.common_dir
    except ExpError:
        return
    fired(client, tool, common_dir)


def now() -> str:
    """Return the time as UTC (ISO 8601)."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
