"""Implements `Commits` by one `git cat-file --batch-check`."""

from __future__ import annotations

import re
from collections.abc import Collection

from gitexp.adapters.git import Git

_ID = re.compile(r"[0-9a-fA-F]{4,64}")


class GitCommitNames:
    """Knows which ids, or beginnings of ids, are commits of this clone."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def present(self, names: Collection[str]) -> frozenset[str]:
        """Return those of the names that are commits here; what is no beginning of an id is none."""
        asked = [name for name in names if _ID.fullmatch(name)]
        if not asked:
            return frozenset()
        told = self._git.run(
            "cat-file",
            "--batch-check=%(objecttype)",
            stdin="".join(f"{one}^{{commit}}\n" for one in asked).encode(),
        )
        return frozenset(
            name for name, line in zip(asked, told.split(b"\n"), strict=False) if line == b"commit"
        )
