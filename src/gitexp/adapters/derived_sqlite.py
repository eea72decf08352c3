"""A SQLite file derived from the repository: damaged or of another form it is made anew, unwritable it lives in memory.

It may be deleted at any time, and many processes share it: one writes at a time, and those that read never wait.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

TYPE = TypeVar("TYPE")
WAIT = 10.0
"""Seconds for which another process may hold the file."""
_ENDS = ("-wal", "-shm", "-journal")


class DerivedDatabase:
    """One file and its tables. `form` names the tables and all that is written into them: another form is another file.

    `path` is None where nothing is to be kept.
    """

    def __init__(self, path: str | None, form: str, tables: Sequence[str]) -> None:
        self._path = path
        self._form = form
        self._tables = tables
        self._opened: sqlite3.Connection | None = None
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
        for _ in range(2):
            try:
                with _transaction(self.connection, "BEGIN"):
                    return question(self.connection)
            except sqlite3.OperationalError as error:
                if not _is_damage(error):
                    break
                self._move_aside()
            except sqlite3.DatabaseError:
                self._move_aside()
        self._into_memory()
        with _transaction(self.connection, "BEGIN"):
            return question(self.connection)

    def change(self, work: Callable[[sqlite3.Connection], TYPE]) -> TYPE:
        """Return what the work gives, done as the only writer; where the file can't be written it is done in memory."""
        for _ in range(2):
            try:
                with _transaction(self.connection, "BEGIN IMMEDIATE"):
                    return work(self.connection)
            except sqlite3.OperationalError as error:
                if not _is_damage(error):
                    break
                self._move_aside()
            except sqlite3.DatabaseError:
                self._move_aside()
        self._into_memory()
        with _transaction(self.connection, "BEGIN IMMEDIATE"):
            return work(self.connection)

    def close(self) -> None:
        """Let go of the file."""
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return self._laid(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        try:
            return self._laid(self._connected(self._path))
        except _ForeignError:
            self._move_aside()
        except (sqlite3.OperationalError, OSError):
            # Nothing can be written here: what is there may still be read.
            return self._read_only() or self._laid(self._in_memory())
        except sqlite3.DatabaseError:
            self._move_aside()
        try:
            return self._laid(self._connected(self._path))
        except (sqlite3.Error, OSError, _ForeignError):
            return self._laid(self._in_memory())

    def _connected(self, path: str) -> sqlite3.Connection:
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        # The finalizer that closes it may run in any thread.
        opened = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        with contextlib.ExitStack() as failing:
            failing.callback(opened.close)
            opened.execute("PRAGMA synchronous = OFF")  # derived: what a crash takes is made again
            if self._form_of(opened) != self._form:
                opened.execute("PRAGMA journal_mode = WAL")
            failing.pop_all()
        return opened

    def _in_memory(self) -> sqlite3.Connection:
        self.kept = False
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)

    def _read_only(self) -> sqlite3.Connection | None:
        """Return the file as it lies there, None where it is not of this form or can't be read."""
        self.kept = False
        from urllib.parse import quote  # late: in a clone that can be written nobody needs it

        address = f"file:{quote(self._path or '')}?immutable=1"
        try:
            opened = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
            if self._form_of(opened) == self._form:
                return opened
            opened.close()
        except sqlite3.Error:
            return None
        return None

    def _into_memory(self) -> None:
        """Go on with a copy in memory: of what is there where it can be read, else of nothing."""
        before, self._opened = self._opened, None
        copy = self._in_memory()
        if before is not None:
            with contextlib.suppress(sqlite3.Error):
                before.backup(copy)
            before.close()
        self.made += 1
        try:
            self._opened = self._laid(copy)
        except (sqlite3.Error, _ForeignError):
            self._opened = self._laid(self._in_memory())

    def _laid(self, opened: sqlite3.Connection) -> sqlite3.Connection:
        """Return the database with its tables. Raises _ForeignError for a file that holds others."""
        with contextlib.ExitStack() as failing:
            failing.callback(opened.close)
            if self._form_of(opened) != self._form:
                with _transaction(opened, "BEGIN IMMEDIATE"):
                    self._lay(opened)
            failing.pop_all()
        return opened

    def _lay(self, opened: sqlite3.Connection) -> None:
        if self._form_of(opened) == self._form:
            return  # another process laid them meanwhile
        if opened.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise _ForeignError
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
        """Move a file that is of no use out of the way; in memory there is nothing to move."""
        self.close()
        if self._path is None:
            return
        with contextlib.suppress(OSError):
            os.replace(self._path, f"{self._path}.damaged")
        for end in _ENDS:
            with contextlib.suppress(OSError):
                os.unlink(self._path + end)


@contextlib.contextmanager
def _transaction(opened: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Hold one state of the file; what went wrong leaves it as it was."""
    inner = opened.in_transaction
    if inner:
        yield
        return
    opened.execute(begin)
    try:
        yield
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            opened.execute("ROLLBACK")
        raise
    opened.execute("COMMIT")


def _is_damage(error: sqlite3.OperationalError) -> bool:
    """Return whether the tables are not what they should be; else the file is held, full or not to be written."""
    return str(error).startswith(("no such", "no column", "table ", "malformed", "vtable constructor failed"))


class _ForeignError(Exception):
    """The file is a database of something else, or of another version."""
