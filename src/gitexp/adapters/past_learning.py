"""Keeps what is learnt of files' pasts, by one process of a clone at a time, and takes along what is wanted meanwhile."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.git import Git
from gitexp.adapters.past_kept import FORM, GIVEN_UP, TABLES, blob_at, key_of, lock_of, place, wanted_folder
from gitexp.errors import ExpError
from gitexp.records.tried import Tried

TEXTS = 4
"""Texts of one file that are remembered: of branches that are worked on in turn."""
FILES = 4000
"""Files that are remembered, those learnt last."""
AT_ONCE = 200
"""Files that one process learns."""
_ONCE, _TWICE = "?", "??"
"""Stands before the commit at which a file was begun, and not ended, so many times."""
SECONDS = 40.0
"""After so long no further file is begun: the process has little more, and what it is at then would be lost."""
Find = Callable[[str], Sequence[Tried]]


class Learning:
    """What is learnt of a clone's files as one commit has them."""

    def __init__(self, git: Git, common_dir: str, head: str) -> None:
        self._git = git
        self._folder = f"{common_dir}/exp"
        self._head = head

    def learn(self, paths: Sequence[str], find: Find) -> int:
        """Learn files, and those that are wanted meanwhile, and return how many were; none where another is at it."""
        with self._alone() as alone:
            if not alone:
                return 0
            database = DerivedDatabase(place(self._folder), FORM, TABLES)
            try:
                return self._learn(database, paths, find)
            finally:
                database.close()

    def _learn(self, database: DerivedDatabase, paths: Sequence[str], find: Find) -> int:
        done: set[str] = set()
        end = time.monotonic() + SECONDS
        queue = [*paths, *self._wanted(done)]
        while queue and len(done) < AT_ONCE and time.monotonic() < end:
            path = queue.pop(0)
            if path not in done:
                done.add(path)
                self._one(database, path, find)
            queue = queue or self._wanted(done)
        return len(done)

    def _one(self, database: DerivedDatabase, path: str, find: Find) -> None:
        """Learn one file. What was ended in the middle twice is not begun again: it takes too long."""
        blob = blob_at(self._git, self._head, path)
        before = database.change(lambda db: _begun(db, path, blob, self._head))
        if before in (self._head, _TWICE + self._head, GIVEN_UP + self._head):
            return
        if before and not before.startswith((_ONCE, GIVEN_UP)) and self._is_the_same(before, path):
            database.change(lambda db: _learnt(db, path, blob, self._head))
            return
        found: Sequence[Tried] = ()
        # What git can't tell of one file says nothing of the others.
        with contextlib.suppress(ExpError):
            found = find(path)
        database.change(lambda db: _keep(db, path, blob, self._head, found))

    def _is_the_same(self, before: str, path: str) -> bool:
        """Return whether nothing touched the file since it was learnt: then its past is the same."""
        if self._git.call("merge-base", "--is-ancestor", before, self._head).status:
            return False
        since = ("rev-list", "-1", "--full-history", f"{before}..{self._head}", "--", path)
        return self._git.try_run(*since) == b""

    def _wanted(self, done: Collection[str]) -> list[str]:
        """Return the files that are wanted, and take their notes away."""
        found: list[str] = []
        with contextlib.suppress(OSError):
            for note in sorted(Path(wanted_folder(self._folder)).iterdir()):
                found.append(note.read_bytes().decode("utf-8", "surrogateescape"))
                note.unlink()
        return [path for path in found if path and path not in done]

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        """Hold the lock, and say whether that could be."""
        try:
            import fcntl

            Path(self._folder).mkdir(parents=True, exist_ok=True)
            held = os.open(lock_of(self._folder), os.O_RDWR | os.O_CREAT, 0o600)
        except (OSError, ImportError):
            yield False
            return
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
        finally:
            os.close(held)


def _begun(db: sqlite3.Connection, path: str, blob: str, head: str) -> str:
    """Note that a file is begun, and return the commit at which it was learnt, or begun, before ("" for never)."""
    key = key_of(path)
    row = db.execute("SELECT head FROM past WHERE path = ? AND blob = ?", (key, blob)).fetchone()
    before = str(row[0]) if row else ""
    # At the same commit a file has one text.
    db.execute("DELETE FROM past WHERE path = ? AND head = ? AND blob <> ?", (key, head, blob))
    marks = {head: "", _ONCE + head: _TWICE, _TWICE + head: GIVEN_UP, GIVEN_UP + head: GIVEN_UP}
    _learnt(db, path, blob, marks.get(before, _ONCE) + head)
    return before


def _learnt(db: sqlite3.Connection, path: str, blob: str, head: str) -> None:
    now = int(time.time())
    db.execute("INSERT OR REPLACE INTO past VALUES (?, ?, ?, ?)", (key_of(path), blob, head, now))


def _keep(db: sqlite3.Connection, path: str, blob: str, head: str, found: Sequence[Tried]) -> None:
    _learnt(db, path, blob, head)
    key = key_of(path)
    db.execute("DELETE FROM tried WHERE path = ? AND blob = ?", (key, blob))
    db.executemany(
        f"INSERT INTO tried VALUES ({', '.join('?' * 14)})",
        [(key, blob, number, *one[:8], *map(_packed, one[8:])) for number, one in enumerate(found)],
    )
    db.execute(
        "DELETE FROM past WHERE path = ? AND blob NOT IN (SELECT blob FROM past WHERE path = ? ORDER BY at DESC LIMIT ?)",
        (key, key, TEXTS),
    )
    db.execute(
        "DELETE FROM past WHERE at < (SELECT min(at) FROM (SELECT at FROM past ORDER BY at DESC LIMIT ?))",
        (FILES,),
    )
    db.execute(
        "DELETE FROM tried WHERE NOT EXISTS (SELECT 1 FROM past WHERE past.path = tried.path AND past.blob = tried.blob)"
    )


def _packed(keys: Collection[int]) -> bytes:
    return array("I", sorted(keys)).tobytes()
