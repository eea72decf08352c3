"""Reads blobs, trees and commits at any revision through one `git cat-file --batch` process."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType

from gitexp.adapters.git import Git

MAX_TREE = 1 << 26
_AT_ONCE = 64
"""Names sent before the answers are read: few enough that the pipe holds them whole."""
_DRAINED = 1 << 20
"""Up to this size an unwanted answer is read past; beyond it, ending the process is quicker."""


@dataclass(frozen=True)
class StoredObject:
    """An object of the repository; `data` is None where it is larger than was asked for."""

    id: str
    kind: str
    size: int
    data: bytes | None


@dataclass(frozen=True)
class Entry:
    """One line of a tree. Names are bytes: git does not promise UTF-8."""

    mode: str
    name: bytes
    id: str

    @property
    def is_file(self) -> bool:
        """Return whether it is a regular file."""
        return self.mode.startswith("100")

    @property
    def is_folder(self) -> bool:
        """Return whether it is a tree."""
        return self.mode == "40000"

    @property
    def is_symlink(self) -> bool:
        """Return whether it is a symbolic link."""
        return self.mode == "120000"

    @property
    def kind(self) -> str:
        """Return what it is, for a message."""
        known = {"40000": "a folder", "120000": "a symlink", "160000": "a submodule"}
        return known.get(self.mode, "a file")


class ObjectReader:
    """Answers by id or by any revision that git knows. Use it in a `with` block."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None
        self._trees: dict[str, tuple[Entry, ...]] = {}

    def __enter__(self) -> ObjectReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, name: str, limit: int) -> StoredObject | None:
        """Return an object, None where this clone does not have it."""
        return self.read_all([name], limit)[0]

    def read_all(self, names: Sequence[str], limit: int) -> list[StoredObject | None]:
        """Return the objects in the order asked, each with at most `limit` bytes of data."""
        found: list[StoredObject | None] = []
        while len(found) < len(names):
            batch = names[len(found) : len(found) + _AT_ONCE]
            self._send(batch)
            for _ in batch:
                found.append(self._receive(limit))
                # git ends at an object that a partial clone lacks: the names after it are asked again.
                if self._process is None:
                    break
        return found

    def tree(self, name: str) -> tuple[Entry, ...] | None:
        """Return the entries of a tree, None where there is no such tree."""
        if name in self._trees:
            return self._trees[name]
        found = self.read(name, MAX_TREE)
        if found is None or found.kind != "tree" or found.data is None:
            return None
        return self._trees.setdefault(found.id, parse_tree(found.data, len(found.id) // 2))

    def folder(self, commit: str, path: str) -> tuple[Entry, ...]:
        """Return the entries of a folder at a commit, none where there is no such folder."""
        return self.tree(f"{commit}:{path}") or ()

    def entry(self, tree: str, path: bytes) -> Entry | None:
        """Return what lies at a path of a tree, None where nothing does."""
        first, _, rest = path.partition(b"/")
        found = next((entry for entry in self.tree(tree) or () if entry.name == first), None)
        if not rest or found is None:
            return found
        return self.entry(found.id, rest) if found.is_folder else None

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with process:
            process.kill()

    def _send(self, names: Sequence[str]) -> None:
        if self._process is None:
            self._process = self._git.start("cat-file", "--batch")
        assert self._process.stdin is not None
        asked = "".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape")
        # Unbuffered, and an ended process is seen when it does not answer.
        with contextlib.suppress(BrokenPipeError):
            os.write(self._process.stdin.fileno(), asked)

    def _receive(self, limit: int) -> StoredObject | None:
        assert self._process is not None and self._process.stdout is not None
        answers = self._process.stdout
        words = answers.readline().split()
        if not words:
            self.close()
        if len(words) != 3 or not words[2].isdigit():
            return None
        size = int(words[2])
        data = answers.read(size) if size <= max(limit, _DRAINED) else None
        if data is None:
            self.close()
        else:
            answers.read(1)
        return StoredObject(words[0].decode(), words[1].decode(), size, data if size <= limit else None)


def parse_tree(data: bytes, id_size: int) -> tuple[Entry, ...]:
    """Return the entries of a raw tree object."""
    entries: list[Entry] = []
    at = 0
    while at < len(data):
        blank = data.index(b" ", at)
        end = data.index(b"\0", blank)
        at, mode, name = end + 1 + id_size, data[at:blank].decode("ascii"), data[blank + 1 : end]
        entries.append(Entry(mode, name, data[end + 1 : at].hex()))
    return tuple(entries)


def tree_bytes(entries: Sequence[Entry]) -> bytes:
    """Return a raw tree object, in git's order: a folder sorts as if its name ended in a slash."""
    ordered = sorted(entries, key=lambda entry: entry.name + b"/" if entry.is_folder else entry.name)
    return b"".join(
        f"{entry.mode} ".encode() + entry.name + b"\0" + bytes.fromhex(entry.id) for entry in ordered
    )
