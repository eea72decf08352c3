"""Keeps outlines by blob id in one SQLite file of the git common dir, so that each blob is parsed once.

Derived and private to a clone: it may be deleted at any time. A file that is damaged or foreign is moved aside; where
nothing can be written, what was parsed is kept in memory until the process ends.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gitexp.adapters.symbol_index_rows import decoded, encoded
from gitexp.records.outline import Outline

if TYPE_CHECKING:
    from sqlite3 import Connection

LAYOUT = 1
"""The number of these tables; a file with another one is moved aside."""
MAX_ROWS = 300_000
MAX_STORED = 500_000_000
"""Bytes of all outlines together; beyond it, those that were not used for longest go, and a fifth more."""
WAIT = 5.0
"""Seconds for which another process may hold the file."""

_TABLES = """
CREATE TABLE IF NOT EXISTS rows (
    id INTEGER PRIMARY KEY, blob BLOB NOT NULL, form TEXT NOT NULL, language TEXT NOT NULL,
    definitions INTEGER NOT NULL, bytes INTEGER NOT NULL, stored INTEGER NOT NULL, used INTEGER NOT NULL,
    UNIQUE (blob, form));
CREATE TABLE IF NOT EXISTS outlines (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
_AT_ONCE = 400
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Key:
    """A blob as one language reads it; `form` names the language, the grammar and the queries with their versions."""

    blob: str
    form: str

    @property
    def kind(self) -> str:
        """Return what the form is a form of: without the versions."""
        return self.form.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Row:
    """What one blob gave: counts that are read without its outline, and the outline as it is written."""

    key: Key
    language: str
    definitions: int
    size: int
    data: bytes = b""


def row(key: Key, outlined: Outline | str, size: int) -> Row:
    """Return the row of an outline, or of why there is none."""
    if isinstance(outlined, str):
        return Row(key, "", 0, size, encoded(outlined))
    return Row(key, outlined.language, len(outlined.symbols), size, encoded(outlined))


class SymbolIndex:
    """The outlines of one clone."""

    def __init__(self, common_dir: str, *, keep: bool = True) -> None:
        """Open the index of a clone when it is first asked; without `keep` it is read, and never written."""
        self._path = Path(common_dir) / "exp" / "symbols.db"
        self._keep = keep
        self._opened: Connection | None = None
        self._now: int | None = None
        self._used: set[int] = set()
        self._cleaned: set[str] = set()
        self._unwritable = not keep
        self._unwritten: dict[Key, Row] = {}

    def known(self, keys: Collection[Key]) -> dict[Key, Row]:
        """Return the counts of those blobs that are known, without reading their outlines."""
        found: dict[Key, Row] = self._ask(lambda db: dict(self._rows(db, keys, "''", "")), {})
        return {**found, **{key: self._unwritten[key] for key in keys if key in self._unwritten}}

    def read(self, keys: Collection[Key]) -> dict[Key, Outline | str]:
        """Return the outline of each blob that is known, or why it has none."""
        joined = "JOIN outlines USING (id)"
        found: dict[Key, Row] = self._ask(lambda db: dict(self._rows(db, keys, "data", joined)), {})
        rows = {**found, **{key: self._unwritten[key] for key in keys if key in self._unwritten}}
        read = {key: decoded(one.data) for key, one in rows.items()}
        return {key: outlined for key, outlined in read.items() if outlined is not None}

    def keep(self, rows: Collection[Row]) -> None:
        """Keep rows in one transaction; in memory alone where the file can't be written."""
        if not rows:
            return
        # Who had to wait in vain once does not wait again for every part of a tree.
        if self._unwritable or not self._ask(lambda db: self._write(db, rows), False):
            self._unwritable = True
            self._unwritten.update({one.key: one for one in rows})

    def close(self) -> None:
        """Let go of the file."""
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def _ask(self, question: Callable[[Connection], Answer], answer_else: Answer) -> Answer:
        """Return the answer of the file; of a damaged one nothing, and the next question finds a new one."""
        import sqlite3

        if not self._keep and not self._path.is_file():
            return answer_else
        try:
            return question(self._connection())
        except sqlite3.OperationalError as error:
            if not str(error).startswith("no such"):
                # Another process holds it, the disk is full, or nothing can be written here.
                self._roll_back()
                return answer_else
            self._move_aside()
        except (sqlite3.DatabaseError, _ForeignError):
            self._move_aside()
        try:
            return question(self._connection())
        except (sqlite3.Error, _ForeignError):
            self.close()
            return answer_else

    def _roll_back(self) -> None:
        import sqlite3

        if self._opened is not None and self._opened.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._opened.execute("ROLLBACK")

    def _connection(self) -> Connection:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> Connection:
        import sqlite3

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise sqlite3.OperationalError(str(error)) from error
        # The finalizer that closes it may run in any thread.
        opened = sqlite3.connect(self._path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        with contextlib.ExitStack() as failing:
            failing.callback(opened.close)
            with contextlib.suppress(sqlite3.OperationalError):  # a read-only folder
                opened.execute("PRAGMA journal_mode = WAL")
            opened.execute("PRAGMA synchronous = NORMAL")
            self._lay(opened)
            failing.pop_all()
        return opened

    def _lay(self, opened: Connection) -> None:
        """Lay the tables into a new file. Raises _ForeignError for a file that holds others."""
        if self._layout(opened) == LAYOUT:
            return
        opened.execute("BEGIN IMMEDIATE")
        # Another process may have laid them meanwhile.
        if self._layout(opened) == 0 and not opened.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in _TABLES.split(";\n"):
                opened.execute(statement)
            opened.execute(f"PRAGMA user_version = {LAYOUT}")
        opened.execute("COMMIT")
        if self._layout(opened) != LAYOUT:
            raise _ForeignError

    def _layout(self, opened: Connection) -> int:
        [(number,)] = opened.execute("PRAGMA user_version")
        return int(number)

    def _move_aside(self) -> None:
        self.close()
        with contextlib.suppress(OSError):
            self._path.replace(self._path.with_name(f"{self._path.name}.damaged"))
        for end in ("-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                self._path.with_name(self._path.name + end).unlink(missing_ok=True)

    def _rows(
        self, db: Connection, keys: Collection[Key], data: str, joined: str
    ) -> Iterator[tuple[Key, Row]]:
        wanted = {(bytes.fromhex(key.blob), key.form): key for key in keys}
        blobs = sorted({blob for blob, _ in wanted})
        for start in range(0, len(blobs), _AT_ONCE):
            asked = blobs[start : start + _AT_ONCE]
            marks = ",".join("?" * len(asked))
            columns = f"rows.id, blob, form, language, definitions, bytes, {data}"
            found = db.execute(f"SELECT {columns} FROM rows {joined} WHERE blob IN ({marks})", asked)
            for number, blob, form, language, definitions, size, written in found:
                if key := wanted.get((blob, form)):
                    self._used.add(number)
                    yield key, Row(key, language, definitions, size, written or b"")

    def _write(self, db: Connection, rows: Iterable[Row]) -> bool:
        db.execute("BEGIN IMMEDIATE")
        if self._now is None:
            [(last,)] = db.execute("SELECT coalesce(max(used), 0) FROM rows")
            self._now = last + 1
        for one in rows:
            placed = db.execute(
                "INSERT OR IGNORE INTO rows (blob, form, language, definitions, bytes, stored, used)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    bytes.fromhex(one.key.blob),
                    one.key.form,
                    one.language,
                    one.definitions,
                    one.size,
                    len(one.data),
                    self._now,
                ),
            )
            if placed.rowcount == 1:
                db.execute("INSERT OR REPLACE INTO outlines VALUES (?, ?)", (placed.lastrowid, one.data))
        used, self._used = self._used, set()
        db.executemany("UPDATE rows SET used = ? WHERE id = ?", [(self._now, number) for number in used])
        self._drop(db, {one.key.kind: one.key.form for one in rows})
        db.execute("COMMIT")
        return True

    def _drop(self, db: Connection, forms: Mapping[str, str]) -> None:
        """Drop what older versions wrote, and of too much what was not used for longest."""
        for kind, form in forms.items():
            if kind not in self._cleaned:
                self._delete(db, "form >= ? AND form < ? AND form <> ?", (f"{kind} ", f"{kind}!", form))
                self._cleaned.add(kind)
        [(count, stored)] = db.execute("SELECT count(*), coalesce(sum(stored), 0) FROM rows")
        if count > MAX_ROWS or stored > MAX_STORED:
            share = 1 - 0.8 * min(1.0, MAX_ROWS / count, MAX_STORED / stored)
            oldest = "id IN (SELECT id FROM rows ORDER BY used, id LIMIT ?)"
            self._delete(db, oldest, (int(count * share) + 1,))

    def _delete(self, db: Connection, condition: str, values: tuple[object, ...]) -> None:
        db.execute(f"DELETE FROM outlines WHERE id IN (SELECT id FROM rows WHERE {condition})", values)
        db.execute(f"DELETE FROM rows WHERE {condition}", values)


class _ForeignError(Exception):
    """The file is a database of something else, or of another version."""
