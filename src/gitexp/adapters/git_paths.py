"""The paths of a tree, answering which of them a name or a glob means."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath

from gitexp.adapters.git import Git
from gitexp.records.globs import matches


class Paths:
    """Files and folders by their last part, so that a name is looked up without a walk."""

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self._ends: dict[str, list[str]] = defaultdict(list)
        folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
        for path in (*files, *sorted(folders - {"."})):
            self._ends[path.rpartition("/")[2]].append(path)

    def named(self, name: str, most: int) -> tuple[str, ...]:
        """Return the paths that are the name, or end with it after a slash; the exact one first."""
        asked = name.removeprefix("./").strip("/")
        found = [
            path for path in self._ends.get(asked.rpartition("/")[2], ()) if f"/{path}".endswith(f"/{asked}")
        ]
        return tuple(sorted(found, key=lambda path: (path != asked, path))[:most])

    def matching(self, glob: str, most: int) -> tuple[str, ...]:
        """Return the first files that a glob matches."""
        found: list[str] = []
        for path in self._files:
            if len(found) == most:
                break
            if matches(glob, path):
                found.append(path)
        return tuple(found)


def tracked(git: Git, rev: str, *, without: str) -> Paths:
    """Return the files of a tree, without those of one folder."""
    with contextlib.closing(git.stream("ls-tree", "-r", "-z", "--name-only", "--full-tree", rev)) as records:
        files = [record.decode("utf-8", "surrogateescape") for record in records]
    return Paths([path for path in files if not path.startswith(f"{without}/")])
