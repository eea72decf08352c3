"""A SQLite file derived from the repository: damaged or of another form it is made anew, unwritable it lives in memory.

It may be deleted at any time, and many processes share it: one writes at a time, and those that read never wait.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from gitexp.adapters.derived_folder import folder_held, identity

TYPE = TypeVar("TYPE")
WAIT = 10.0
"""Seconds for which another process may hold the file."""
HURRY = 1.0
"""The same, for who is in a hurry."""
MOST_COPIED = 64 << 20
"""Bytes of a file with which another one begins, where somebody is in a hurry."""
_ENDS = ("-wal", "-shm", "-journal")
# By SQLite's primary result codes: the file is held, or the machine refuses. All else says that the file is damaged.
_HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_NO_WRITING = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
_NO_ROOM = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL})
_REFUSED = frozenset({sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_AUTH})


class NonsenseError(sqlite3.DatabaseError):
    """A row holds what cannot have been written: raised by what reads rows, it counts as damage."""


class DerivedDatabase:
    """One file and its tables. `form` names the tables and all that is written into them: another form is another file.

    `path` is None where nothing is to be kept. A file that is not there begins as a copy of `start`, if that is there.
    """

    def __init__(self, path: str | None, form: str, tables: Sequence[str], start: str = "") -> None:
        self._path = path
        self._form = form
        self._tables = tables
        self._start = start
        self._opened: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._holds = False
        self.hurry = False
        """Whether no other process is waited for for long: what it is doing just now is not done in memory besides, but
        sqlite3.OperationalError raised."""
        self.kept = path is not None
        """Whether what is written stays: not where the file could not be opened for writing."""
        self.made = 0
        """How often another database took the place of the one before: what was read before may be gone."""

    @property
    def connection(self) -> sqlite3.Connection:
        """Return the open database, its tables laid."""
        if self._opened is None:
            self._opened = self._open()
            self.made += 1
        return self._opened

    def ask(self, question: Callable[[sqlite3.Connection], TYPE]) -> TYPE:
        """Return the answer within one state of the file; a damaged file is moved aside, and its empty heir asked."""
        return self._done("BEGIN", question)

    def change(self, work: Callable[[sqlite3.Connection], TYPE]) -> TYPE:
        """Return what the work gives, done as the only writer; where the file can't be written it is done in memory."""
        if (
            self._path is not None
            and self._opened is not None
            and self._holds
            and self._opened.in_transaction
        ):
            return self._beside(self._path, work)
        return self._done("BEGIN IMMEDIATE", work)

    def hold(self) -> None:
        """See one state of the file from the next question on, whatever others write: of many questions one answer is made.

        What is changed meanwhile is written beside it, and can't be seen; where that fails sqlite3.Error is raised.
        """
        self._holds = True

    def let_go(self) -> None:
        """See what stands in the file again."""
        self._holds = False
        if self._opened is not None and self._opened.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._opened.execute("ROLLBACK")

    def is_written(self) -> bool:
        """Return whether another process is writing the file at this moment."""
        opened = self.connection
        if opened.in_transaction or not self.kept:
            return False
        try:
            opened.execute("PRAGMA busy_timeout = 0")
            opened.execute("BEGIN IMMEDIATE")
            opened.execute("ROLLBACK")
        except sqlite3.Error as error:
            return _code(error) in _HELD
        finally:
            opened.execute(f"PRAGMA busy_timeout = {int(1000 * self._patience)}")
        return False

    @property
    def _patience(self) -> float:
        return HURRY if self.hurry else WAIT

    def close(self) -> None:
        """Let go of the file."""
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def __del__(self) -> None:
        # Later Pythons complain of a connection that nobody closed.
        self.close()

    def _done(self, begin: str, work: Callable[[sqlite3.Connection], TYPE]) -> TYPE:
        for _ in range(2):
            try:
                with _transaction(self.connection, begin, stays=begin == "BEGIN" and self._stays()):
                    return work(self.connection)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    self._raise_if_held(error)
                    break
                self._move_aside()
        self._into_memory()
        with _transaction(self.connection, begin):
            return work(self.connection)

    def _stays(self) -> bool:
        """Return whether a state is to be held: others can write meanwhile where SQLite logs ahead."""
        if not (self._holds and self.kept):
            return False
        return bool(self.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",))

    def _beside(self, path: str, work: Callable[[sqlite3.Connection], TYPE]) -> TYPE:
        file = self._file
        try:
            with (
                contextlib.closing(self._connected(path)) as writing,
                _transaction(writing, "BEGIN IMMEDIATE"),
            ):
                return work(writing)
        except OSError as error:
            raise sqlite3.OperationalError(str(error)) from error
        finally:
            self._file = file

    def _open(self) -> sqlite3.Connection:
        for _ in range(2):
            if self._path is None or not self.kept:
                break
            try:
                return self._connected(self._path)
            except OSError:
                break
            except sqlite3.DatabaseError as error:
                folder = os.path.isdir(self._path)
                if _code(error) in _NO_WRITING and not folder:
                    # Nothing can be written here: what is there may still be read.
                    return self._read_only(self._path) or self._in_memory()
                if _code(error) in _NO_ROOM:
                    return self._held_alone(self._path) or self._in_memory()
                if not (_is_damage(error) or folder):
                    self._raise_if_held(error)
                    break
                self._move_aside()
        return self._in_memory()

    def _raise_if_held(self, error: sqlite3.Error) -> None:
        if self.hurry and _code(error) in _HELD:
            raise error

    def _connected(self, path: str) -> sqlite3.Connection:
        """Return the file, its tables laid. No process moves it aside meanwhile, and only one lays them."""
        folder = os.path.dirname(path)
        if identity(path) is None:
            os.makedirs(folder, exist_ok=True)
            self._begin_as_copy(path)
        with folder_held(folder, alone=False), contextlib.ExitStack() as failing:
            opened = self._file_opened(path, failing)
            if self._form_of(opened) == self._form:
                failing.pop_all()
                return opened
        with folder_held(folder, alone=True), contextlib.ExitStack() as failing:
            opened = self._file_opened(path, failing)
            if self._form_of(opened) != self._form:
                opened.execute("PRAGMA journal_mode = WAL")
                self._lay(opened)
            failing.pop_all()
            return opened

    def _begin_as_copy(self, path: str) -> None:
        if not self._start or identity(self._start) is None:
            return
        from gitexp.adapters.derived_copy import copy  # late: once for each linked work tree

        copy(self._start, path, MOST_COPIED if self.hurry else None)

    def _file_opened(self, path: str, failing: contextlib.ExitStack) -> sqlite3.Connection:
        self._file = identity(path)
        # The finalizer that closes it may run in any thread.
        opened = sqlite3.connect(path, timeout=self._patience, isolation_level=None, check_same_thread=False)
        failing.callback(opened.close)
        self._file = identity(path)
        opened.execute("PRAGMA synchronous = OFF")  # derived: what a crash takes is made again
        return opened

    def _in_memory(self) -> sqlite3.Connection:
        self.kept = False
        opened = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._lay(opened)
        return opened

    def _read_only(self, path: str) -> sqlite3.Connection | None:
        """Return the file as it lies there, None where it is not of this form, can't be read, or is not all there."""
        from urllib.parse import quote  # late: in a clone that can be written nobody needs it

        with contextlib.suppress(OSError):
            if os.path.getsize(f"{path}-wal"):
                return self._in_memory()  # what was written last stands there, and this way it is not read
        return self._as_it_lies(f"file:{quote(os.fsencode(path))}?immutable=1", "NORMAL")

    def _held_alone(self, path: str) -> sqlite3.Connection | None:
        """Return the file where no other process has it: then SQLite needs no room beside it, which the disk lacks."""
        return self._as_it_lies(path, "EXCLUSIVE")

    def _as_it_lies(self, address: str, mode: str) -> sqlite3.Connection | None:
        self.kept = False
        uri = address != self._path
        with contextlib.suppress(sqlite3.Error), contextlib.ExitStack() as failing:
            opened = sqlite3.connect(
                address, timeout=self._patience, isolation_level=None, check_same_thread=False, uri=uri
            )
            failing.callback(opened.close)
            opened.execute(f"PRAGMA locking_mode = {mode}")
            if self._form_of(opened) == self._form:
                failing.pop_all()
                return opened
        return None

    def _into_memory(self) -> None:
        """Go on with a copy in memory: of what is there where it can be read, else of nothing."""
        before, self._opened = self._opened, None
        copy = self._in_memory()
        if before is not None:
            with contextlib.suppress(sqlite3.Error):
                before.backup(copy, progress=_not_waiting)
            before.close()
        self.made += 1
        self._opened = copy

    def _lay(self, opened: sqlite3.Connection) -> None:
        """Lay the tables. Raises NonsenseError where the file holds others."""
        with _transaction(opened, "BEGIN IMMEDIATE"):
            if opened.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                raise NonsenseError("a database of something else, or of another version")
            for statement in self._tables:
                opened.execute(statement)
            opened.execute("CREATE TABLE form (name TEXT NOT NULL)")
            opened.execute("INSERT INTO form VALUES (?)", (self._form,))

    def _form_of(self, opened: sqlite3.Connection) -> str | None:
        try:
            row = opened.execute("SELECT name FROM form").fetchone()
        except sqlite3.OperationalError as error:
            if not str(error).startswith("no such table"):
                raise
            return None
        return str(row[0]) if row else None

    def _move_aside(self) -> None:
        """Move a file that is of no use out of the way, unless another process did so; in memory it is let go."""
        path = self._path
        if path is None or not self.kept:
            self.close()
            return
        with folder_held(os.path.dirname(path), alone=True):
            # While this process holds the file no other gets its number.
            done = self._file is not None and self._file != identity(path)
            self.close()
            if done:
                return
            with contextlib.suppress(OSError):
                os.replace(path, f"{path}.damaged")
            # Still there where a folder of that name lies in the way.
            for end in ("", *_ENDS):
                with contextlib.suppress(OSError):
                    os.unlink(path + end)


@contextlib.contextmanager
def _transaction(opened: sqlite3.Connection, begin: str, *, stays: bool = False) -> Iterator[None]:
    """Hold one state of the file, also afterwards where it `stays`; what went wrong leaves it as it was."""
    if opened.in_transaction:
        yield
        return
    opened.execute(begin)
    done = False
    try:
        yield
        if not stays:
            opened.execute("COMMIT")
        done = True
    finally:
        if not done:
            with contextlib.suppress(sqlite3.Error):
                opened.execute("ROLLBACK")


def _not_waiting(status: int, remaining: int, total: int) -> None:
    """End a copy that would wait without end for one who holds the file."""
    if status & 0xFF in _HELD:
        raise sqlite3.OperationalError("held by another process")


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _is_damage(error: sqlite3.Error) -> bool:
    """Return whether the file is not what it should be; else it is held, or the machine refuses."""
    return _code(error) not in _HELD | _NO_WRITING | _NO_ROOM | _REFUSED
