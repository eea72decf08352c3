"""An index in memory: of experiences that were read otherwise, or of what is served and more."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.index_sqlite import SqliteIndex
from gitexp.adapters.index_tables import FORM, TABLES
from gitexp.adapters.index_write import IndexWriter, has_words, lay_words
from gitexp.records.experience import Standing
from gitexp.records.skipped import Skipped


def index_of(standing: Iterable[Standing[str]], skipped: Iterable[Skipped] = ()) -> SqliteIndex:
    """Return an index of these experiences."""
    return _with(DerivedDatabase(None, FORM, TABLES), [*standing, *skipped])


def index_with(served: DerivedDatabase, added: Iterable[Standing[str] | Skipped]) -> SqliteIndex:
    """Return an index of what is served and of what is added; the file stays as it is."""
    copy = DerivedDatabase(None, FORM, ())
    served.connection.backup(copy.connection)
    # What is told of a file of the work tree takes the place of why its committed form is not served.
    found = list(added)
    paths = [(one.path if isinstance(one, Standing) else one.where,) for one in found]
    copy.change(lambda db: db.executemany("DELETE FROM skipped WHERE path = ? AND bad = 0", paths))
    return _with(copy, found)


def _with(database: DerivedDatabase, added: Iterable[Standing[str] | Skipped]) -> SqliteIndex:
    def write(db: sqlite3.Connection) -> None:
        lay_words(db)
        writer = IndexWriter(db)
        for one in added:
            writer.put(one)
        writer.settle()
        [(many,)] = db.execute("SELECT count(*) FROM experiences WHERE served = 1")
        state = {"served": str(many), "words": "1" if has_words(db) else "", "name": "memory"}
        db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", state.items())

    database.change(write)
    return SqliteIndex(database.ask)
