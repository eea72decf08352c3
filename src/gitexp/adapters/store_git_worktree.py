"""Reads the experiences that lie in the work tree: for authors, who want to see what is not approved yet."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters.git import shown
from gitexp.adapters.store_git_tree import STORE, refusal
from gitexp.records.experience import RESERVED
from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class WorktreeFile:
    """A file of the work tree that may be an experience; `data` is None where it is larger than was asked for."""

    path: str
    data: bytes | None


def worktree_files(root: str, limit: int) -> Iterator[WorktreeFile | Skipped]:
    """Yield the experience files of the work tree by path. No symlink is followed, wherever it points."""
    for area in _folder(root, STORE):
        if isinstance(area, Skipped):
            yield area
        elif area.is_symlink():
            yield Skipped(_where(area.name), "is a symlink: not followed")
        elif (
            area.is_dir(follow_symlinks=False) and not area.name.startswith(".") and area.name not in RESERVED
        ):
            yield from _area(root, area.name, limit)


def _area(root: str, area: str, limit: int) -> Iterator[WorktreeFile | Skipped]:
    for file in _folder(root, f"{STORE}/{area}"):
        if isinstance(file, Skipped):
            yield file
            continue
        reason = refusal(area, file.name)
        if reason == "" or file.is_dir(follow_symlinks=False):
            continue
        if reason:
            yield Skipped(_where(area, file.name), reason)
        else:
            yield _file(root, f"{STORE}/{area}/{file.name}", limit)


def _folder(root: str, path: str) -> Iterator[os.DirEntry[str] | Skipped]:
    """Yield what a folder holds, by name; a folder that is not there holds nothing."""
    place = Path(root, path)
    if place.is_symlink():
        yield Skipped(path, "is a symlink: not followed")
        return
    try:
        with os.scandir(place) as entries:
            yield from sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield Skipped(shown(path), f"cannot be read: {error.strerror}")


def _file(root: str, path: str, limit: int) -> WorktreeFile | Skipped:
    """Read one regular file. A pipe or a device is never opened for waiting, a symlink never followed."""
    try:
        handle = os.open(Path(root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        linked = error.errno == errno.ELOOP
        return Skipped(path, "is a symlink: not followed" if linked else f"cannot be read: {error.strerror}")
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return Skipped(path, "is no regular file")
        data = file.read(limit + 1)
    return WorktreeFile(path, data if len(data) <= limit else None)


def _where(*parts: str) -> str:
    return shown("/".join((STORE, *parts)))
