"""Knows what git tracks and did not lay into the work tree: a sparse checkout leaves it out, and it is there still."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.adapters.git import Layout
from gitexp.adapters.manifests_files import MAX_BYTES, state_of
from gitexp.adapters.manifests_known import places_at

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from gitexp.adapters.git_objects import ObjectReader


class Unlaid:
    """What is known to be there without lying there: by path an id, and by the id a content or why there is none."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known

    def states(self) -> Sequence[os.stat_result | None]:
        """Return what differs when the paths may differ."""
        return ()

    def paths(self) -> Mapping[str, str] | None:
        """Return the paths that facts may come from, a folder with a slash behind; None where they can't be told."""
        return self._known

    def read(self, id: str) -> bytes | str:
        """Return a content, or in words why there is none; here the id itself says so."""
        return id

    def close(self) -> None:
        """Let go of what reads."""


class SparseCheckout(Unlaid):
    """The paths that git marks as not laid out (`skip-worktree`), read from its object database."""

    def __init__(self, root: str, git_dir: str) -> None:
        super().__init__({})
        self._git_dir = git_dir
        self._git = Layout(root, git_dir, git_dir, "", False, False, "").git()
        self._reader: ObjectReader | None = None

    def states(self) -> Sequence[os.stat_result | None]:
        """Return the states of git's index and of the patterns: no path is left out or laid without changing one."""
        return [state_of(f"{self._git_dir}/{name}") for name in ("index", "info/sparse-checkout")]

    def paths(self) -> Mapping[str, str] | None:
        """Return manifests and lock files, and what lies where CI and tools are looked for; None where git fails."""
        listed = self._git.try_run("ls-files", "-z", "-t", "--stage")
        if listed is None:
            return None
        folders = {"", *_looked_into()}
        found: dict[str, str] = {}
        for record in listed.split(b"\0"):
            if not record.startswith(b"S "):
                continue
            told, _, name = record.partition(b"\t")
            path = name.decode("utf-8", "surrogateescape")
            folder, _, _ = path.rpartition("/")
            if folder:
                found.setdefault(f"{path.partition('/')[0]}/", "")
            if folder in folders or places_at(path):
                found[path] = told.split()[2].decode() if told.startswith(b"S 100") else ""
        return found

    def read(self, id: str) -> bytes | str:
        """Return a content out of git's object database, or why there is none."""
        if not id:
            return "it is a link that was not laid into the work tree"
        if self._reader is None:
            from gitexp.adapters.git_objects import ObjectReader  # late: most calls find nothing new

            self._reader = ObjectReader(self._git)
        stored = self._reader.read(id, MAX_BYTES)
        if stored is None:
            return "not in this clone: git fetch --refetch --no-filter brings what it lacks"
        return f"it is larger than {MAX_BYTES // 1_000_000} MB" if stored.data is None else stored.data

    def close(self) -> None:
        """End the process that reads."""
        if self._reader is not None:
            self._reader.close()


def _looked_into() -> list[str]:
    from gitexp.adapters.environment_files import looked_into

    return looked_into()
