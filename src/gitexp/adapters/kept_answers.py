"""Keeps small answers in the index that cost an import to give again, such as how two versions compare."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitexp.adapters.derived_sqlite import DerivedDatabase

MAX_KEPT = 50_000
"""Answers; beyond it all go, and those that are still asked for come back."""


class KeptAnswers:
    """Texts by key. What is new is written by `save`, in one go; where that can't be it is worked out again."""

    def __init__(self, database: DerivedDatabase) -> None:
        self._database = database
        self._new: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """Return what was kept under a key."""
        if key in self._new:
            return self._new[key]
        row = self._database.ask(
            lambda db: db.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
        )
        return str(row[0]) if row else None

    def put(self, key: str, value: str) -> None:
        """Keep a text, in memory until `save`."""
        self._new[key] = value

    def save(self) -> None:
        """Write what is new."""
        if not self._new or not self._database.kept:
            return

        def write(db: sqlite3.Connection) -> None:
            [(many,)] = db.execute("SELECT count(*) FROM kept")
            if many > MAX_KEPT:
                db.execute("DELETE FROM kept")
            db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", self._new.items())

        with contextlib.suppress(sqlite3.Error):
            self._database.change(write)
        self._new = {}
