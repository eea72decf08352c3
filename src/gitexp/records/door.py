"""A door through which agents come (a hook, MCP, the command line): when it last fired, and what it gave."""

from __future__ import annotations

from typing import NamedTuple

MCP = "mcp"
CLI = "cli"


def hook_door(agent: str) -> str:
    """Return the name of an agent's hook."""
    return f"hook {agent}"


class Firing(NamedTuple):
    """One time a door fired. `at` is UTC (ISO 8601, seconds), `event` the agent's own word, `given` ids of experiences.

    `file` is what it was about, "" where it was about none.
    """

    door: str
    at: str
    event: str = ""
    file: str = ""
    given: tuple[str, ...] = ()


class Door(NamedTuple):
    """What is known of a door: the last time that it fired, the last time that it gave something (None: never)."""

    name: str
    last: Firing
    gave: Firing | None = None
