"""Reads which commands the settings of an agent name: those of its hooks, and of its MCP servers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gitexp.adapters.agent_settings import Looked, call_in, own_of

SERVERS = ("mcpServers", "mcp_servers", "servers")
REMARKS = frozenset({"comment", "description", "matcher", "name", "note", "statusMessage", "title"})
"""Where in a hook words stand that nothing runs; other keys that begin with no letter (`_was`, `//`) are remarks too."""


class Named(NamedTuple):
    """A command that a file names, on one line.

    `program` is what is started, "" where that can't be told; `name` is the server's, and `off` the key that switches it
    off.
    """

    line: str
    program: str = ""
    name: str = ""
    off: str = ""


def hooked(looked: Looked) -> Iterator[Named]:
    """Yield the commands of the hooks that a file has; of one that can't be read its text."""
    if looked.content is None:
        yield Named(looked.text)
        return
    waiting: list[object] = [looked.content.get("hooks")]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            yield Named(found, program_of(found))
        elif isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            command, words = found.get("command"), found.get("args")
            if isinstance(command, str) and isinstance(words, list):
                yield Named(_line(command, words), command)
            waiting += [part for key, part in found.items() if key[:1].isalpha() and key not in REMARKS]


def servers(looked: Looked, root: str) -> Iterator[Named]:
    """Yield the servers that a file names for a folder; of one that can't be read its text."""
    if looked.content is None:
        yield Named(re.sub(r"[\"'\[\],=:]|\bargs\b", " ", looked.text))
        return
    for level in (looked.content, own_of(looked, root)):
        for key in SERVERS:
            named = level.get(key)
            for name, server in named.items() if isinstance(named, dict) else ():
                if isinstance(server, dict):
                    yield _server(str(name), server)


def program_of(line: str) -> str:
    """Return what a shell starts where a line calls `exp`, "" where that can't be told."""
    import shlex

    call = call_in(line)
    if call is None:
        return ""
    begun = re.split(r"&&|[|;&(\n{]", line[: call.end()])[-1]
    try:
        words = shlex.split(begun, posix="\\" not in begun)
    except ValueError:
        return ""
    named = [word for word in words if not re.match(r"\w+=", word) and word not in ("exec", "command", "env")]
    return named[0].strip("\"'") if named else ""


def _server(name: str, server: Mapping[str, object]) -> Named:
    command, env = server.get("command"), server.get("env")
    line = _line(command, server.get("args"))
    whole = command if isinstance(command, str) and line != command else program_of(line)
    # Where it looks for the program then, is not for us to tell.
    elsewhere = (isinstance(env, dict) and "PATH" in env) or (
        "cwd" in server and not whole.startswith("/") and ("/" in whole or "\\" in whole)
    )
    off = (
        "disabled" if server.get("disabled") is True else "enabled" if server.get("enabled") is False else ""
    )
    return Named(line, "" if elsewhere else whole, name, off)


def _line(command: object, arguments: object) -> str:
    words = [*(command if isinstance(command, list) else [command])]
    words += arguments if isinstance(arguments, list) else []
    return " ".join(word for word in words if isinstance(word, str))
