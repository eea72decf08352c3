"""Finds the agent sessions about a repository in the folders where agents keep them; counting opens none."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value
from gitexp.adapters.source_reader import Here
from gitexp.records.glance import Sessions

LOOKED_AT = 200
"""Lines of a session within which it must say in which folder it took place."""
MAX_NAME = 200
"""Characters of a folder's name; of a longer path Claude Code keeps the beginning, and a hash behind it."""


@dataclass(frozen=True)
class SessionFile:
    """A session on this machine: its file, when it was last written to (seconds), its bytes, and whose it is."""

    path: Path
    at: float
    size: int
    agent: str = "Claude Code"


class FolderSessions:
    """Implements `SessionFolders` for agents whose folder is named after the project, and those inside it.

    `config` is where Claude Code keeps its own files.
    """

    def __init__(self, here: Here, config: Path) -> None:
        self._here = here
        self._projects = config / "projects"

    def count(self) -> Sequence[Sessions]:
        """Return the sessions by agent, only agents that have some."""
        if not self._here.roots:
            return []
        own = [folder for folder in self._folders() if folder.name in self._names()]
        root = Path(self._here.roots[0])
        found = [
            Sessions("Claude Code", sum(1 for folder in own for _ in self._files(folder))),
            Sessions("SpecStory", _count(root / ".specstory" / "history", "*.md")),
            Sessions("Aider", _count(root, ".aider.chat.history.md")),
        ]
        return [one for one in found if one.count]

    def claude_code(self) -> list[SessionFile]:
        """Return this repository's own sessions of Claude Code, the newest first.

        Two paths can have one folder there, and that of a path inside this repository looks like that of one
        beside it: so the session itself must say that it took place in this repository.
        """
        names = self._names()
        found: list[SessionFile] = []
        for folder in self._folders():
            for file in self._files(folder):
                cwd = _cwd(file.path)
                if self._here.holding(cwd) if cwd else folder.name in names:
                    found.append(file)
        return sorted(found, key=lambda file: (-file.at, file.path))

    def _names(self) -> set[str]:
        """Return what Claude Code calls the folders of this repository's work trees."""
        return {re.sub(r"[^A-Za-z0-9]", "-", root) for root in self._here.roots}

    def _folders(self) -> Iterator[Path]:
        """Yield the folders that may be this repository's, or of a folder in it. A link out of there is none."""
        beginnings = tuple(name[:MAX_NAME] for name in self._names())
        try:
            home = self._projects.resolve()
            inside = sorted(folder for folder in home.iterdir() if folder.name.startswith(beginnings))
        except (OSError, RuntimeError):
            return
        yield from (folder for folder in inside if folder.is_dir() and not folder.is_symlink())

    def _files(self, folder: Path) -> Iterator[SessionFile]:
        """Yield the sessions of a folder, but those of sub-agents."""
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith(".jsonl"))  # noqa: PTH208
        except OSError:
            return
        for name in names:
            try:
                seen = (folder / name).lstat()
            except OSError:
                continue
            if stat.S_ISREG(seen.st_mode) and not name.startswith("agent-"):
                yield SessionFile(folder / name, seen.st_mtime, seen.st_size)


def _cwd(path: Path) -> str:
    """Return the folder in which a session took place, as it says itself; "" where it does not."""
    try:
        with path.open("rb") as stream:
            for number, one in enumerate(json_lines(stream, "")):
                if number == LOOKED_AT:
                    break
                found = (
                    one.content.get("cwd")
                    if isinstance(one, Value) and isinstance(one.content, dict)
                    else None
                )
                if isinstance(found, str) and found:
                    return found
    except OSError:
        return ""
    return ""


def _count(folder: Path, pattern: str) -> int:
    try:
        return sum(path.is_file() for path in folder.glob(pattern))
    except OSError:
        return 0
