"""Finds and reads manifests in the work tree: never out of the repository, never more than a manifest can be.

Recall looks at them in every call, so nothing but `os` is imported before a file is read.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from gitexp.adapters.manifests_known import Known, places_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gitexp.adapters.facts_unlaid import Unlaid

MAX_BYTES = 20_000_000
INNER = ("requirements", "gradle")
"""Folders whose manifests speak for the folder above."""
_BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class ManifestFiles:
    """The manifests of one work tree; `unlaid` knows what is tracked and was not laid into it, None where all was."""

    def __init__(self, root: str, unlaid: Unlaid | None = None) -> None:
        self.root = root
        self.unlaid = unlaid
        self._real_root = ""
        self.unread: dict[str, str] = {}
        """Folders that could not be looked into, and why."""

    def known_in(self, folder: str) -> tuple[Known, ...]:
        """Return the manifests and lock files that speak for a folder (`` is the root), sorted by name."""
        names = self._names(folder)
        paths = [f"{folder}/{name}" if folder else name for name in names]
        for inner in inner_of(folder)[1:]:
            if inner.rpartition("/")[2] in names:
                paths += [f"{inner}/{name}" for name in self._names(inner)]
        return tuple(found for path in paths for found in places_at(path) if found.folder == folder)

    def _names(self, folder: str) -> list[str]:
        try:
            with os.scandir(f"{self.root}/{folder}") as entries:
                return sorted(entry.name for entry in entries)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return []
        except OSError as error:
            self.unread[folder or "."] = f"it can't be looked into: {error.strerror}"
            return []

    def states(self, folders: Sequence[str]) -> list[os.stat_result | None]:
        """Return the state of each folder, None where there is none."""
        return [state_of(f"{self.root}/{folder}") for folder in folders]

    def look(self, path: str) -> tuple[str, os.stat_result] | str:
        """Return where a file really lies and its state, or why it is not read."""
        self._real_root = self._real_root or os.path.realpath(self.root)
        try:
            real = os.path.realpath(f"{self.root}/{path}")
            if not real.startswith(f"{self._real_root.rstrip('/')}/"):
                return "it is a link that leads out of the repository"
            found = os.lstat(real)
        except FileNotFoundError:
            return "it is not in the work tree"
        except OSError as error:
            return f"it can't be read: {error.strerror}"
        except ValueError:
            return "its name is none that a file can have"
        if not stat.S_ISREG(found.st_mode):
            return "it is no file"
        if found.st_size > MAX_BYTES:
            return f"it is larger than {MAX_BYTES // 1_000_000} MB"
        return real, found


def by_folder(paths: Iterable[str]) -> dict[str, tuple[Known, ...]]:
    """Return those of the paths that are manifests or lock files, by the folder that they speak for."""
    found: dict[str, tuple[Known, ...]] = {}
    for path in paths:
        for one in places_at(path):
            found[one.folder] = (*found.get(one.folder, ()), one)
    return found


def inner_of(folder: str) -> list[str]:
    """Return a folder and those in it whose manifests may speak for it."""
    return [folder, *(f"{folder}/{inner}" if folder else inner for inner in INNER)]


def state_of(path: str) -> os.stat_result | None:
    """Return the state of what a path leads to; None where there is nothing, or it can't be told."""
    try:
        return os.stat(path)  # noqa: PTH116  pathlib would cost recall a millisecond
    except (OSError, ValueError):
        return None


def sparse_in(root: str, git_dir: str | None) -> str:
    """Return the git directory of a work tree that a sparse checkout may have left things out of, else nothing."""
    own = git_dir or f"{root}/.git"
    state = None if git_dir else state_of(own)
    if state and stat.S_ISREG(state.st_mode):
        # In a linked work tree a file of that name says where its git directory lies.
        told = content_of(own, 4096)
        where = "" if isinstance(told, str) else os.fsdecode(told).removeprefix("gitdir:").strip()
        own = os.path.join(root, where)  # noqa: PTH118  pathlib would cost recall a millisecond
    return own if state_of(f"{own}/info/sparse-checkout") else ""


def content_of(real: str, most: int = MAX_BYTES) -> bytes | str:
    """Return what a file holds, at most so many bytes, or why it is not read."""
    try:
        with os.fdopen(os.open(real, _READ), "rb") as file:
            return file.read(most)
    except FileNotFoundError:
        return "it is not in the work tree"
    except OSError as error:
        return f"it can't be read: {error.strerror}"


def decoded(content: bytes) -> str:
    """Return the text of a manifest. Raises Unreadable."""
    encoding = next((name for bom, name in _BOMS.items() if content.startswith(bom)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        from gitexp.adapters.manifests_reading import Unreadable

        raise Unreadable("it is no text in UTF-8") from error
