"""Implements `TakenBack` by one SQLite file of the clone: what was learnt beside of a file's past, and what is still to be.

A hook waits for it: nothing is imported that is not needed, and git is asked only where something is known.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from gitexp.adapters.derived_sqlite import DerivedDatabase, NonsenseError
from gitexp.records.tried import Tried

if TYPE_CHECKING:
    import sqlite3

    from gitexp.adapters.git import Git

FORM = "past 1"
"""Another rule of what is learnt is another form: then all is learnt anew."""
TABLES = (
    # A path is kept as its bytes. One row for each text that a file had when it was learnt ("" for none): branches do
    # not drive each other out.
    "CREATE TABLE past (path BLOB NOT NULL, blob TEXT NOT NULL, head TEXT NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (path, blob)) WITHOUT ROWID",
    "CREATE TABLE tried (path BLOB NOT NULL, blob TEXT NOT NULL, number INTEGER NOT NULL, sha TEXT NOT NULL,"
    " title TEXT NOT NULL, at TEXT NOT NULL, undone TEXT NOT NULL, undone_at TEXT NOT NULL, by TEXT NOT NULL,"
    " reason TEXT NOT NULL, certainty TEXT NOT NULL, added BLOB NOT NULL, removed BLOB NOT NULL,"
    " telling BLOB NOT NULL, PRIMARY KEY (path, blob, number)) WITHOUT ROWID",
)
PAUSE = 10
"""Seconds in which the same file is not asked for again: it is being learnt, or can't be."""
_TRIED = (
    "SELECT sha, title, at, undone, undone_at, by, reason, certainty, added, removed, telling FROM tried"
    " WHERE path = ? AND blob = ? ORDER BY number"
)
Start = Callable[[Sequence[str]], object]
GIVEN_UP = "!"
"""Stands before the commit at which learning a file took too long: nothing is known of it, and nobody tries again."""


class KeptPast:
    """What is known of files as one commit (`head`, "" for none) has them; `start` begins to learn beside."""

    def __init__(self, git: Git, common_dir: str, head: str, start: Start) -> None:
        self._git = git
        self._folder = f"{common_dir}/exp"
        self._head = head
        self._start = start
        self._known: set[str] = set()

    def of(self, path: str) -> Sequence[Tried]:
        """Return what was tried in a file and taken back; nothing where the file was learnt with another text only."""
        file = place(self._folder)
        if not self._head or not os.path.exists(file):  # noqa: PTH110  pathlib costs a hook 3 ms
            return ()
        database = DerivedDatabase(file, FORM, TABLES)
        try:
            return database.ask(lambda db: self._of(db, path))
        finally:
            database.close()

    def _of(self, db: sqlite3.Connection, path: str) -> Sequence[Tried]:
        learnt = dict(db.execute("SELECT blob, head FROM past WHERE path = ?", (key_of(path),)))
        known = (self._head, GIVEN_UP + self._head)
        now = next((blob for blob, head in learnt.items() if head in known), None)
        if now is not None:
            self._known.add(path)
            return _read(db, path, now)
        found = {blob: some for blob in learnt if (some := _read(db, path, blob))}
        # Most files have nothing: then git need not be asked which text this one has.
        return found.get(blob_at(self._git, self._head, path), ()) if found else ()

    def learn(self, paths: Sequence[str]) -> None:
        """Have it found out beside, for the next time: of files that are not known at this commit."""
        unknown = [path for path in dict.fromkeys(paths) if path not in self._known]
        for path in unknown:
            self.of(path)  # of a file that was only read nobody has asked
        wanted = [path for path in unknown if path not in self._known and self._want(path)]
        if wanted and self._head and not is_learning(self._folder):
            self._start(wanted)

    def _want(self, path: str) -> bool:
        """Note that a file is wanted, and return whether that is news."""
        folder = wanted_folder(self._folder)
        note = f"{folder}/{crc32(key_of(path)):08x}"
        try:
            if 0 <= time.time() - os.stat(note).st_mtime < PAUSE:  # noqa: PTH116  pathlib costs a hook 3 ms
                return False
        except OSError:
            pass
        try:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
            with open(note, "wb") as file:  # noqa: PTH123
                file.write(key_of(path))
        except (OSError, ValueError):
            return False  # Where nothing can be written nothing can be kept.
        return True


def key_of(path: str) -> bytes:
    """Return a path's bytes: a name need not be UTF-8."""
    return path.encode("utf-8", "surrogateescape")


def place(folder: str) -> str:
    """Return where the file of all that was learnt lies, in the folder that exp has in a clone."""
    return f"{folder}/past.db"


def wanted_folder(folder: str) -> str:
    """Return where a note lies for each file that somebody wants to be learnt."""
    return f"{folder}/past-wanted"


def lock_of(folder: str) -> str:
    """Return the file that whoever learns holds."""
    return f"{folder}/past.lock"


def is_learning(folder: str) -> bool:
    """Return whether a process is at it: it takes what is wanted meanwhile along."""
    try:
        import fcntl

        held = os.open(lock_of(folder), os.O_RDWR)
    except (OSError, ImportError):
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(held)
    return False


def blob_at(git: Git, head: str, path: str) -> str:
    """Return the blob of a file at a commit, "" where it has none."""
    found = git.try_run("rev-parse", "--quiet", "--verify", "--end-of-options", f"{head}:{path}")
    return found.decode("ascii", "replace").strip() if found else ""


def _read(db: sqlite3.Connection, path: str, blob: str) -> tuple[Tried, ...]:
    """Return what was learnt of one text of a file. Raises NonsenseError where nobody can have written that."""
    try:
        return tuple(
            Tried(*row[:-3], *(frozenset(memoryview(keys).cast("I")) for keys in row[-3:]))
            for row in db.execute(_TRIED, (key_of(path), blob))
        )
    except (TypeError, ValueError) as error:
        raise NonsenseError("tried") from error
