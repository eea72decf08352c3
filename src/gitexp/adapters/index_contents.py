"""Says what the index of a clone holds, which blobs are in force, and empties it to be made anew."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple


class Contents(NamedTuple):
    """What is in an index: how many experiences are in force, files known of the store, and manifests read."""

    experiences: int
    files: int
    manifests: int
    branch: str
    words: bool
    """Whether words can be searched: this Python's SQLite may lack FTS5."""


def contents(db: sqlite3.Connection) -> Contents:
    """Return what is in it."""
    state = dict(db.execute("SELECT key, value FROM state WHERE key IN ('served', 'name', 'words')"))
    [(files,)] = db.execute("SELECT count(*) FROM files")
    [(manifests,)] = db.execute("SELECT count(DISTINCT path) FROM facts_readings")
    return Contents(
        int(state.get("served") or 0), files, manifests, state.get("name", ""), bool(state.get("words"))
    )


def served_blobs(db: sqlite3.Connection) -> list[str]:
    """Return the blobs of the experiences in force."""
    return [blob for (blob,) in db.execute("SELECT DISTINCT blob FROM experiences WHERE served = 1")]


def empty(db: sqlite3.Connection) -> None:
    """Take out all that is in it: who asks next fills it again. Numbers are given on, so that none means two things."""
    db.execute("DROP TABLE IF EXISTS words")
    named = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'form'"
    )
    for (name,) in db.execute(named).fetchall():
        db.execute(f'DELETE FROM "{name}"')
