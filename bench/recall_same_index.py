"""Compares two indexes of recall row by row: all that is derived from the store, whatever numbers it was given."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

Rows = dict[str, Counter[tuple[object, ...]]]

_BY_PATH = {
    "experiences": "SELECT path, blob, hex, approved, force, served, rank, card, tokens FROM experiences",
    "scopes": "SELECT g.glob, key, s.rank, path FROM scopes s JOIN globs g ON g.number = s.glob"
    " JOIN experiences e ON e.number = experience",
    "folders": "SELECT folder, path FROM folders JOIN experiences ON number = experience",
    "symbols": "SELECT name, path, spelled FROM symbols JOIN experiences ON number = experience",
    "terms": "SELECT phrase, path FROM terms JOIN experiences ON number = experience",
    "words": "SELECT term, path, col, offset FROM temp.held JOIN experiences ON number = doc",
}
_COUNTS = {
    f"rows of {table}": f"SELECT count(*) FROM {table}" for table in ("scopes", "folders", "symbols", "terms")
} | {"rows of words": "SELECT count(*) FROM temp.held"}
_WHOLE = {
    "state": "SELECT key, value FROM state",
    "files": "SELECT path, head, base FROM files",
    "skipped": "SELECT path, what, bad, odd FROM skipped",
    "tokens": "SELECT token, many FROM tokens",
}
_KEPT = {
    "kept": "SELECT key, value FROM kept",
    "facts_readings": "SELECT path || ' ' || blob || ' ' || importers,"
    " counts || note || frameworks || digest FROM facts_readings",
}
"""What is kept where it was once asked: of two indexes each may hold what the other lacks, and no two answers differ."""


def differences(one: Path, other: Path) -> list[str]:
    """Return in words what the second index has otherwise than the first, nothing where they are the same."""
    found, wanted = rows(one), rows(other)
    told = []
    for table in wanted:
        less, more = wanted[table] - found[table], found[table] - wanted[table]
        told += [f"{table}: lacks {_short(row)}" for row in list(less)[:3]]
        told += [f"{table}: has {_short(row)}" for row in list(more)[:3]]
    for table, asked in _KEPT.items():
        here, there = _kept(one, asked), _kept(other, asked)
        told += [f"{table}: {key} differs" for key in here.keys() & there.keys() if here[key] != there[key]]
    return told


def rows(index: Path) -> Rows:
    """Return all rows that are derived from the store, by table."""
    with closing(sqlite3.connect(index)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.held USING fts5vocab('main', 'words', 'instance')")
        asked = {**_BY_PATH, **_COUNTS, **_WHOLE}
        return {table: Counter(db.execute(question).fetchall()) for table, question in asked.items()}


def _kept(index: Path, asked: str) -> dict[str, str]:
    with closing(sqlite3.connect(index)) as db:
        return dict(db.execute(asked).fetchall())


def _short(row: object) -> str:
    text = str(row)
    return text if len(text) < 200 else f"{text[:200]}…"
