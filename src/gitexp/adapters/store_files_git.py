"""Gives audit every file of the store at a commit, or of the work tree, with what it holds; nothing is left out unsaid."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import Entry, ObjectReader, StoredObject
from gitexp.adapters.store_file_yaml import kind_of, read
from gitexp.adapters.store_git_reading import MAX_FILE
from gitexp.adapters.store_git_tree import STORE
from gitexp.records.skipped import Skipped
from gitexp.records.store_file import Objection, StoreFile

MAX_OTHER = 1 << 20
"""Bytes of a file that is no record: a charter, a case."""
MAX_DEPTH = 20
_ASK_AT_ONCE = 256
_PROBE = 8000
"""Bytes in which git itself looks for a NUL to call a file binary."""

_READ = frozenset({"experience", "change", "facts", "settings"})
"""What exp reads when it serves; of the other files audit sees the text alone."""
_LACKING = "not in this clone: git fetch --refetch --no-filter brings what it lacks"
_LINKED = "is a symlink: not followed"
_DEEP = Skipped(STORE, f"holds folders more than {MAX_DEPTH} deep: not looked at")


@dataclass(frozen=True)
class _Lying:
    """What lies at a path: a blob of git, or a file of the work tree where `blob` is empty; `other` is what else it is."""

    path: str
    blob: str = ""
    other: str = ""


class GitStoreFiles:
    """Reads the store at `commit`, an id, whatever is served of it; without one, in the work tree below `root`."""

    def __init__(
        self, git: Git, commit: str | None, root: str | None = None, *, object_format: str = "sha1"
    ) -> None:
        self._git = git
        self._commit = commit
        self._root = root
        self._format = object_format

    def files(self) -> tuple[Sequence[StoreFile], Sequence[Skipped]]:
        """Return the files by path, and what could not be looked at."""
        found = self._at_commit(self._commit) if self._commit else self._in_worktree(self._root)
        files: list[StoreFile] = []
        skipped: set[Skipped] = set()
        for one in found:
            if isinstance(one, Skipped):
                skipped.add(one)
            else:
                files.append(one)
        files.sort(key=lambda file: file.path)
        return files, sorted(skipped, key=lambda skip: (skip.where, skip.what))

    def _at_commit(self, commit: str) -> Iterator[StoreFile | Skipped]:
        with ObjectReader(self._git) as reader:
            lying = list(_listed(reader, commit))
            yield from (one for one in lying if isinstance(one, Skipped))
            places = [one for one in lying if isinstance(one, _Lying)]
            for start in range(0, len(places), _ASK_AT_ONCE):
                batch = places[start : start + _ASK_AT_ONCE]
                stored = iter(reader.read_all([one.blob for one in batch if not one.other], MAX_OTHER))
                for one in batch:
                    yield from _from_git(one, None if one.other else next(stored))

    def _in_worktree(self, root: str | None) -> Iterator[StoreFile | Skipped]:
        for one in _walked(root) if root else ():
            if isinstance(one, Skipped):
                yield one
            elif one.other:
                yield _other(one)
            else:
                yield self._from_disk(Path(root or ""), one)

    def _from_disk(self, root: Path, lying: _Lying) -> StoreFile | Skipped:
        """Read one regular file. A pipe or a device is never opened for waiting, a symlink never followed."""
        try:
            handle = os.open(root / lying.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as error:
            if error.errno == errno.ELOOP:
                return _other(_Lying(lying.path, other=_LINKED))
            return Skipped(shown(lying.path), f"cannot be read: {error.strerror}")
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return _other(_Lying(lying.path, other="is no regular file"))
            data = file.read(MAX_OTHER + 1)
        # As git would store it without a checkout's CRLF: audit tells files apart by this id.
        kept = data.replace(b"\r\n", b"\n")
        blob = hashlib.new(self._format, b"blob %d\0" % len(kept) + kept, usedforsecurity=False).hexdigest()
        return _taken(lying.path, blob, data if len(data) <= MAX_OTHER else None)


def _listed(reader: ObjectReader, commit: str) -> Iterator[_Lying | Skipped]:
    """Yield what lies in the store at a commit, in folders of any depth."""
    top = reader.tree(f"{commit}^{{tree}}")
    if top is None:
        # A clone without trees: that the store is not seen does not say that there is none.
        yield Skipped(STORE, _LACKING)
        return
    root = next((one for one in top if one.name == STORE.encode()), None)
    if root is None:
        return
    if not root.is_folder:
        yield Skipped(STORE, f"is {root.kind}, not a folder: no experience is served")
        return
    waiting: list[tuple[str, Entry]] = [(STORE, root)]
    while waiting:
        path, folder = waiting.pop()
        entries = reader.tree(folder.id)
        if entries is None:
            yield Skipped(shown(path), _LACKING)
        for entry in entries or ():
            inner = f"{path}/{entry.name.decode('utf-8', 'surrogateescape')}"
            if entry.is_folder and inner.count("/") > MAX_DEPTH:
                yield _DEEP
            elif entry.is_folder:
                waiting.append((inner, entry))
            else:
                yield _Lying(inner, entry.id, "" if entry.is_file else f"is {entry.kind}: not followed")


def _walked(root: str) -> Iterator[_Lying | Skipped]:
    """Yield what lies in the store of a work tree. No symlink is followed, wherever it points."""
    if Path(root, STORE).is_symlink():
        yield Skipped(STORE, "is a symlink, not a folder: no experience is served")
        return
    waiting = [STORE]
    while waiting:
        path = waiting.pop()
        try:
            with os.scandir(Path(root, path)) as entries:
                inside = list(entries)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield Skipped(shown(path), f"cannot be read: {error.strerror}")
            continue
        for entry in inside:
            inner = f"{path}/{entry.name}"
            if not entry.is_dir(follow_symlinks=False):
                yield _Lying(inner, other=_LINKED if entry.is_symlink() else "")
            elif inner.count("/") > MAX_DEPTH:
                yield _DEEP
            else:
                waiting.append(inner)


def _from_git(lying: _Lying, stored: StoredObject | None) -> Iterator[StoreFile | Skipped]:
    """Yield the file; one that this clone lacks is named and said, so that no relation to it dangles."""
    if lying.other:
        yield _other(lying)
    elif stored is None:
        yield Skipped(shown(lying.path), _LACKING)
        yield StoreFile(shown(lying.path), lying.blob, kind_of(lying.path))
    else:
        yield _taken(lying.path, lying.blob, stored.data)


def _taken(path: str, blob: str, data: bytes | None) -> StoreFile | Skipped:
    """Return the file; `data` is None where it is larger than anything that is read."""
    limit = MAX_FILE if kind_of(path) in _READ else MAX_OTHER
    if data is None or len(data) > limit:
        return _unread(path, blob, f"larger than {limit >> 10} KiB: not read", "keep what a person judges")
    if kind_of(path) not in _READ and b"\0" in data[:_PROBE]:
        return Skipped(shown(path), "is binary: not looked at", bad=False)
    if not path.isprintable():
        return _unread(path, blob, "the path is no UTF-8 or holds control characters", "rename it")
    return read(path, blob, data)


def _other(lying: _Lying) -> StoreFile | Skipped:
    return _unread(lying.path, lying.blob, lying.other, "put the file itself there, or take it out")


def _unread(path: str, blob: str, what: str, mend: str) -> StoreFile | Skipped:
    """Return what is known of a file that was not read: a fault only where exp would have to read it."""
    kind = kind_of(path)
    if kind not in _READ:
        # Without an ending it stands where an area would: then there are experiences that nobody is given.
        return Skipped(shown(path), what, bad="." not in path)
    return StoreFile(shown(path), blob, kind, errors=(Objection("unreadable", 0, what, mend),))
