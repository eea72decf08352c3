"""Compares two indexes of recall: all that is derived from the store, whatever number each experience was given."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping

from gitexp.adapters.index_write import has_words

MAX_TOLD = 3
"""Rows that are told of a table, on either side."""
_TOLD = 160
_STORE = {
    "experiences": "SELECT path, blob, hex, approved, force, served, rank, card, tokens FROM experiences",
    "scopes": "SELECT globs.glob, key, scopes.rank, path FROM scopes JOIN globs ON globs.number = scopes.glob"
    " JOIN experiences ON experiences.number = experience",
    "folders": "SELECT folder, path FROM folders JOIN experiences ON number = experience",
    "symbols": "SELECT name, spelled, path FROM symbols JOIN experiences ON number = experience",
    "terms": "SELECT phrase, path FROM terms JOIN experiences ON number = experience",
    "files": "SELECT path, head, base FROM files",
    "skipped": "SELECT path, what, bad, odd FROM skipped",
    "tokens": "SELECT token, many FROM tokens",
    "state": "SELECT key, value FROM state",
    # What leads to no experience any more is counted alone: a join passes it over.
    **{
        f"rows of {table}": f"SELECT count(*) FROM {table}"
        for table in ("scopes", "folders", "symbols", "terms")
    },
}


def differences(found: sqlite3.Connection, wanted: sqlite3.Connection) -> list[str]:
    """Return in words what the first has otherwise than the second; nothing where they are the same."""
    told: list[str] = []
    for table, asked in _STORE.items():
        here, there = (Counter(db.execute(asked).fetchall()) for db in (found, wanted))
        told += _told(table, here, there)
    return [*told, *_told("words", Counter(_words(found)), Counter(_words(wanted)))]


def _told(table: str, here: Counter[tuple[object, ...]], there: Counter[tuple[object, ...]]) -> Iterator[str]:
    for verb, rows in (("has", here - there), ("lacks", there - here)):
        some = sorted(map(_short, rows))[:MAX_TOLD]
        yield from (f"{table}: {verb} {row}" for row in some)
        if len(rows) > len(some):
            yield f"{table}: {verb} {len(rows) - len(some)} more"


def _words(db: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """Yield of each experience how many of its words are searched, and a sum of them; also of one that is not there."""
    if not has_words(db):
        return
    paths: Mapping[int, str] = dict(db.execute("SELECT number, path FROM experiences"))
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.held USING fts5vocab('main', 'words', 'instance')")
    many: Counter[int] = Counter()
    sums: dict[int, int] = {}
    for row in db.execute("SELECT doc, term, col, offset FROM temp.held"):
        many[row[0]] += 1
        sums[row[0]] = sums.get(row[0], 0) ^ hash(row[1:])
    db.execute("DROP TABLE temp.held")
    yield from ((paths.get(number, f"no experience {number}"), many[number], sums[number]) for number in sums)


def _short(row: object) -> str:
    text = str(row)
    return text if len(text) <= _TOLD else f"{text[:_TOLD]}…"
