"""Writes experiences into the tables of the index, and takes them out again."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable

from gitexp.adapters.card_json import decoded, encoded
from gitexp.adapters.derived_sqlite import NonsenseError
from gitexp.adapters.index_rows import Ways, row, ways
from gitexp.adapters.index_sqlite import last_part
from gitexp.adapters.index_tables import WORDS
from gitexp.records.card import Card
from gitexp.records.experience import Standing
from gitexp.records.glob_keys import folder_of, key_of
from gitexp.records.skipped import Skipped

_SAME = "the same identity"
_UNKNOWN = "unknown key `{}`: read past, the rest is served"


def lay_words(db: sqlite3.Connection) -> None:
    """Make the table of words, where this SQLite has FTS5."""
    if has_words(db):
        return
    try:
        for statement in WORDS:
            db.execute(statement)
    except sqlite3.OperationalError as error:
        if "no such module" not in str(error):
            raise
        return
    # What a Python without FTS5 has written may stand there.
    for number, tokens in db.execute("SELECT number, tokens FROM experiences WHERE served = 1").fetchall():
        _put_words(db, number, _ways(tokens))


def has_words(db: sqlite3.Connection) -> bool:
    """Return whether words can be searched."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'words'").fetchone() is not None


class IndexWriter:
    """Changes the tables within one transaction of the caller's; `settle` at its end says what is served."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._words = has_words(db)
        self._many: Counter[str] = Counter()
        self._hexes: set[str] = set()
        self.more = 0
        """How many more are in force."""

    def put(self, one: Standing[str] | Skipped) -> None:
        """Write down an experience, or why a file of the store gives none."""
        if isinstance(one, Skipped):
            self.skip([one])
            return
        made = row(one)
        card = made.card
        self._db.execute(
            "INSERT OR REPLACE INTO experiences (path, blob, hex, approved, force, served, rank, card, tokens)"
            " VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)",
            (
                card.path,
                card.blob,
                card.hex,
                card.approved,
                made.force,
                made.rank,
                encoded(card),
                made.tokens,
            ),
        )
        self._hexes.add(card.hex)

    def skip(self, skipped: Iterable[Skipped], *, odd: bool = False) -> None:
        """Write down what is not served, and why; `odd` is what lies in the store and is no experience."""
        rows = [(one.where, one.what, one.bad, odd) for one in skipped]
        self._db.executemany("INSERT INTO skipped VALUES (?, ?, ?, ?)", rows)

    def take_out(self, path: str) -> None:
        """Take out what stands at a path."""
        asked = "SELECT number, hex, served, rank, card, tokens FROM experiences WHERE path = ?"
        for number, identity, served, rank, card, tokens in self._db.execute(asked, (path,)).fetchall():
            if served:
                self._unserve(number, path, rank, card, tokens)
            self._db.execute("DELETE FROM experiences WHERE number = ?", (number,))
            self._hexes.add(identity)
        # A file that was read is skipped under its path and a line: both begin with the path.
        self._db.execute(
            "DELETE FROM skipped WHERE odd = 0 AND (path = ? OR path GLOB ?)", (path, f"{_literal(path)}:*")
        )

    def settle(self) -> None:
        """Serve of the files with one identity the approved, then the first by path; say so of the others."""
        for identity in sorted(self._hexes):
            asked = (
                "SELECT number, path, force, served, rank, card, tokens FROM experiences WHERE hex = ?"
                " ORDER BY approved DESC, path"
            )
            found = self._db.execute(asked, (identity,)).fetchall()
            for place, (number, path, force, served, rank, card, tokens) in enumerate(found):
                self._db.execute("DELETE FROM skipped WHERE path = ? AND what LIKE ?", (path, f"{_SAME}%"))
                # An unapproved form of a file that is served stands beside it.
                twin = place and path != found[0][1]
                if twin:
                    told = f"{_SAME} `{identity}` as {found[0][1]}; keep one of them"
                    self.skip([Skipped(path, told)])
                if force and not twin and not served:
                    self._serve(number, path, rank, card, tokens)
                elif served and (twin or not force):
                    self._unserve(number, path, rank, card, tokens)
        self._hexes.clear()
        self._count()

    def _serve(self, number: int, path: str, rank: int, written: str, tokens: str) -> None:
        card, lead = _read(number, written, tokens)
        for glob in dict.fromkeys(card.paths):
            self._db.execute(
                "INSERT OR IGNORE INTO scopes VALUES (?, ?, ?)", (self._glob(glob), rank, number)
            )
        folders = {folder for glob in card.paths if (folder := folder_of(glob))}
        self._db.executemany(
            "INSERT OR IGNORE INTO folders VALUES (?, ?)", [(one, number) for one in folders]
        )
        names = [(last_part(name), number, name) for name in card.symbols]
        self._db.executemany("INSERT OR IGNORE INTO symbols VALUES (?, ?, ?)", names)
        self._db.executemany(
            "INSERT OR IGNORE INTO terms VALUES (?, ?)", [(one, number) for one in lead.phrases]
        )
        if self._words:
            _put_words(self._db, number, lead)
        self._many.update(lead.tokens)
        self.skip(Skipped(path, _UNKNOWN.format(key), bad=False) for key in card.unknown_keys)
        self._db.execute("UPDATE experiences SET served = 1 WHERE number = ?", (number,))
        self.more += 1

    def _unserve(self, number: int, path: str, rank: int, written: str, tokens: str) -> None:
        card, lead = _read(number, written, tokens)
        for glob in dict.fromkeys(card.paths):
            which = self._glob(glob)
            self._db.execute(
                "DELETE FROM scopes WHERE glob = ? AND rank = ? AND experience = ?", (which, rank, number)
            )
            # One that nothing has any more would be tried on every file.
            left = "SELECT 1 FROM scopes WHERE glob = ?"
            self._db.execute(f"DELETE FROM globs WHERE number = ? AND NOT EXISTS ({left})", (which, which))
        for folder in {folder for glob in card.paths if (folder := folder_of(glob))}:
            self._db.execute("DELETE FROM folders WHERE folder = ? AND experience = ?", (folder, number))
        for name in card.symbols:
            self._db.execute(
                "DELETE FROM symbols WHERE name = ? AND experience = ?", (last_part(name), number)
            )
        for phrase in lead.phrases:
            self._db.execute("DELETE FROM terms WHERE phrase = ? AND experience = ?", (phrase, number))
        if self._words:
            self._db.execute(
                "INSERT INTO words (words, rowid, heading, body, search, names) VALUES ('delete', ?, ?, ?, ?, ?)",
                (number, *lead.texts),
            )
        self._many.subtract(lead.tokens)
        told = [(path, _UNKNOWN.format(key)) for key in card.unknown_keys]
        self._db.executemany("DELETE FROM skipped WHERE path = ? AND what = ?", told)
        self._db.execute("UPDATE experiences SET served = 0 WHERE number = ?", (number,))
        self.more -= 1

    def _glob(self, glob: str) -> int:
        """Return the number of a glob."""
        found = self._db.execute("SELECT number FROM globs WHERE glob = ?", (glob,)).fetchone()
        if found is not None:
            return int(found[0])
        made = self._db.execute("INSERT INTO globs (glob, key) VALUES (?, ?)", (glob, key_of(glob)))
        return int(made.lastrowid or 0)

    def _count(self) -> None:
        rows = [(token, by) for token, by in self._many.items() if by]
        self._db.executemany(
            "INSERT INTO tokens VALUES (?, ?) ON CONFLICT (token) DO UPDATE SET many = many + excluded.many",
            rows,
        )
        fewer = [(token,) for token, by in rows if by < 0]
        self._db.executemany("DELETE FROM tokens WHERE token = ? AND many <= 0", fewer)
        self._many.clear()


def _put_words(db: sqlite3.Connection, number: int, lead: Ways) -> None:
    columns = "rowid, heading, body, search, names"
    db.execute(f"INSERT INTO words ({columns}) VALUES (?, ?, ?, ?, ?)", (number, *lead.texts))


def _read(number: int, card: str, tokens: str) -> tuple[Card, Ways]:
    """Return what is written of an experience. Raises NonsenseError where that can't have been written."""
    try:
        return decoded(number, card), _ways(tokens)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise NonsenseError("a card") from error


def _ways(tokens: str) -> Ways:
    try:
        return ways(tokens)
    except ValueError as error:
        raise NonsenseError("tokens") from error


def _literal(path: str) -> str:
    """Return a path as GLOB takes it to be meant letter for letter."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in path)
