"""Writes into the index of a clone what its work tree was found to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.adapters.facts_kept_text import kept
from gitexp.records.packages import keys_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from gitexp.adapters.facts_gathering import Said
    from gitexp.adapters.facts_kept_readings import News

MAX_CONTENTS = 32
"""Readings that are kept of one path: of the contents that branches and work trees have, and by importers."""
MAX_READINGS = 4_000
MAX_SEEN = 20_000


def write(db: sqlite3.Connection, tree: str, news: News) -> None:
    """Write all of it; what others wrote meanwhile of the same contents is the same."""
    rows = (
        (tree, kind, kept(path), stamp, settled, kept(value))
        for (kind, path), (stamp, settled, value) in news.seen.items()
    )
    db.executemany("INSERT OR REPLACE INTO facts_seen VALUES (?, ?, ?, ?, ?, ?)", rows)
    for said, blob, importers in news.read:
        _read(db, said, blob, importers)
    _drop(db, tree)


def forget(db: sqlite3.Connection) -> None:
    """Forget all that is kept of work trees."""
    for table in ("facts_seen", "facts_readings", "facts_rows"):
        db.execute(f"DELETE FROM {table}")


def _read(db: sqlite3.Connection, said: Said, blob: str, importers: str) -> None:
    path = kept(said.place.path)
    columns = "path, blob, importers, counts, note, frameworks, digest"
    placed = db.execute(
        f"INSERT OR IGNORE INTO facts_readings ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (path, blob, kept(importers), said.counts, kept(said.note), said.frameworks, said.digest),
    )
    if placed.rowcount != 1:
        return
    number = placed.lastrowid or 0
    db.execute("DELETE FROM facts_rows WHERE reading = ?", (number,))
    db.executemany("INSERT OR IGNORE INTO facts_rows VALUES (?, ?, ?, ?, ?, ?, ?)", _rows(said, number))
    older = "SELECT number FROM facts_readings WHERE path = ? ORDER BY number DESC LIMIT -1 OFFSET ?"
    _forget_readings(db, older, (path, MAX_CONTENTS))


def _rows(said: Said, number: int) -> Iterator[tuple[object, ...]]:
    for place, row in enumerate(said.rows or ()):
        values = (
            row.ecosystem,
            kept(row.name),
            row.version and kept(row.version),
            row.declared and kept(row.declared),
        )
        for name in keys_of(row.ecosystem, row.name):
            yield (number, kept(name), place, *values)


def _drop(db: sqlite3.Connection, tree: str) -> None:
    """Of too much drop what other work trees saw, and what was read first."""
    [(seen,)] = db.execute("SELECT count(*) FROM facts_seen")
    if seen > MAX_SEEN:
        db.execute("DELETE FROM facts_seen WHERE tree <> ? OR kind = 'imports'", (tree,))
    [(read,)] = db.execute("SELECT count(*) FROM facts_readings")
    if read > MAX_READINGS:
        _forget_readings(
            db, "SELECT number FROM facts_readings ORDER BY number LIMIT ?", (read - MAX_READINGS // 2,)
        )


def _forget_readings(db: sqlite3.Connection, which: str, values: tuple[object, ...]) -> None:
    numbers = db.execute(which, values).fetchall()
    db.executemany("DELETE FROM facts_rows WHERE reading = ?", numbers)
    db.executemany("DELETE FROM facts_readings WHERE number = ?", numbers)
