"""The paths of a tree, answering which of them a name, a folder or a glob means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from gitexp.records.globs import matches


class Tree:
    """Files and folders by their last part, so that a name is looked up without a walk.

    `files` are regular files and symlinks, `submodules` are folders whose files another repository holds, and
    `symlinks` are those of the files that lead elsewhere.
    """

    def __init__(
        self, files: Sequence[str], *, submodules: Iterable[str] = (), symlinks: Iterable[str] = ()
    ) -> None:
        self.files = tuple(files)
        self.submodules = frozenset(submodules)
        self.symlinks = frozenset(symlinks)
        self.folders = frozenset(folder for path in (*files, *self.submodules) for folder in _above(path))
        self._ends: dict[str, list[str]] = defaultdict(list)
        for path in (*files, *sorted(self.folders | self.submodules)):
            self._ends[path.rpartition("/")[2]].append(path)

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and path in self._ends.get(path.rpartition("/")[2], ())

    def named(self, name: str, most: int) -> tuple[str, ...]:
        """Return the paths that are the name, or end with it after a slash; the exact one first."""
        asked = name.removeprefix("./").strip("/")
        found = [
            path for path in self._ends.get(asked.rpartition("/")[2], ()) if f"/{path}".endswith(f"/{asked}")
        ]
        return tuple(sorted(found, key=lambda path: (path != asked, path))[:most])

    def matching(self, glob: str, most: int) -> tuple[str, ...]:
        """Return the first files that a glob (gitignore's) matches."""
        found: list[str] = []
        for path in self.files:
            if len(found) == most:
                break
            if matches(glob, path):
                found.append(path)
        return tuple(found)

    def elsewhere(self, path: str) -> bool:
        """Return whether a path leads out of this tree: into a submodule, or through a symlink."""
        return any(above in self.submodules or above in self.symlinks for above in (*_above(path), path))


def _above(path: str) -> list[str]:
    """Return the folders around a path, the outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts))]
