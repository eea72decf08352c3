"""Reads the text of tracked files at one revision."""

from __future__ import annotations

from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader

MAX_FILE = 2_000_000
"""Bytes; a larger file is no text that a person wrote."""


class GitFiles:
    """Implements `Files` for one revision; `rev` is None where there is no tree to ask."""

    def __init__(self, git: Git, rev: str | None) -> None:
        self._git = git
        self._rev = rev

    def text(self, path: str) -> str | None:
        """Return the file's text; None where there is none, or it is too large, or this clone lacks it."""
        if self._rev is None or "\n" in path:
            return None
        with ObjectReader(self._git) as objects:
            found = objects.read(f"{self._rev}:{path}", MAX_FILE)
        if found is None or found.kind != "blob" or found.data is None:
            return None
        return found.data.decode("utf-8", "replace")
