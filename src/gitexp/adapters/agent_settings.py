"""Looks into the settings files of agents for what exp laid there; one that is no JSON or TOML is searched as a text."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

MAX_FILE = 4 << 20
"""Bytes of a file that is looked at: an agent may keep much beside its settings."""
MOST_FILES = 100
"""Files of one folder that are looked at."""
SERVERS = ("mcpServers", "mcp_servers", "servers")
_ID = re.compile(r"\[([\w-]+-[0-9a-f]{10})(?![\w-])", re.ASCII)
"""An experience's id, as recalled text names it."""


class Looked(NamedTuple):
    """A file's text, and what it holds where that can be read."""

    text: str
    content: Mapping[str, object] | None = None

    def of(self, name: str) -> str:
        """Return one part of what it holds as a text, the whole text where it can't be read; "" where it has none."""
        if self.content is None:
            return self.text
        part = self.content.get(name)
        return "" if part is None else json.dumps(part, ensure_ascii=False, default=str)


def looked_at(path: str) -> Looked:
    """Return what stands in a file, nothing where it is none or can't be read."""
    text = _text(path)
    try:
        if path.endswith(".toml"):
            import tomllib

            return Looked(text, tomllib.loads(text))
        content = json.loads(text)
    except (ValueError, RecursionError):
        return Looked(text)
    return Looked(text, content if isinstance(content, dict) else {})


def commands(looked: Looked, root: str) -> Iterator[str]:
    """Yield the command lines of the servers that a file names for a folder; of one that can't be read its text."""
    if looked.content is None:
        yield re.sub(r"[\"'\[\],=:]|\bargs\b", " ", looked.text)
        return
    projects = looked.content.get("projects")  # Claude Code's own file holds those of all folders
    own = projects.get(root) if isinstance(projects, dict) else None
    for level in (looked.content, own if isinstance(own, dict) else {}):
        for name in SERVERS:
            servers = level.get(name)
            for server in servers.values() if isinstance(servers, dict) else ():
                if isinstance(server, dict):
                    yield _line(server.get("command"), server.get("args"))


def runs(words: str, command: str) -> bool:
    """Return whether a text calls `exp` with a command."""
    wanted = r"\s+".join(map(re.escape, command.split()))
    return re.search(rf"(?<![\w-])(?:git-?)?exp(?:\.exe)?[\"']?\s+{wanted}(?![\w-])", words) is not None


def is_off(looked: Looked) -> bool:
    """Return whether a file switches all hooks of its agent off."""
    return looked.content is not None and looked.content.get("disableAllHooks") is True


def ids_in(path: str) -> list[str]:
    """Return the ids of experiences that a file of recalled text names."""
    return _ID.findall(_text(path))


def matching(folder: str, pattern: str) -> list[str]:
    """Return the files of a folder that a path means, whose name may hold a star, by name."""
    if "*" not in pattern:
        return [pattern] if os.path.isfile(f"{folder}/{pattern}") else []  # noqa: PTH113
    place, _, name = pattern.rpartition("/")
    try:
        names = sorted(os.listdir(f"{folder}/{place}"))  # noqa: PTH208
    except OSError:
        return []
    return [f"{place}/{one}" for one in names if fnmatchcase(one, name)][:MOST_FILES]


def _line(command: object, arguments: object) -> str:
    words = [*(command if isinstance(command, list) else [command])]
    words += arguments if isinstance(arguments, list) else []
    return " ".join(word for word in words if isinstance(word, str))


def _text(path: str) -> str:
    """Return a regular file's text, "" where it is none, can't be read or is too large."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(file, "rb") as stream:  # noqa: PTH123
            state = os.fstat(file)
            if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_FILE:
                return ""
            return stream.read(MAX_FILE).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
