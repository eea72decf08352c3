"""Counts the agent sessions about a repository in the folders where agents keep them. No session is opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from gitexp.records.glance import Sessions


class FolderSessions:
    """Implements `SessionFolders` for agents whose folder is named after the project, and those inside it."""

    def __init__(self, root: str | None, home: str) -> None:
        self._root = root
        self._home = home

    def count(self) -> Sequence[Sessions]:
        """Return the sessions by agent, only agents that have some."""
        if self._root is None:
            return []
        claude = Path(self._home) / ".claude" / "projects" / re.sub(r"[^A-Za-z0-9]", "-", self._root)
        found = [
            Sessions("Claude Code", _files(claude, "*.jsonl")),
            Sessions("SpecStory", _files(Path(self._root) / ".specstory" / "history", "*.md")),
            Sessions("Aider", _files(Path(self._root), ".aider.chat.history.md")),
        ]
        return [one for one in found if one.count]


def _files(folder: Path, pattern: str) -> int:
    try:
        return sum(path.is_file() for path in folder.glob(pattern))
    except OSError:
        return 0
