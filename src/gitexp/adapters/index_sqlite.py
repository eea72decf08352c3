"""Answers what recall asks of the index: by words, by place, by symbols, by terms; and the cards of what was found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from gitexp.adapters.card_json import decoded
from gitexp.records.card import Card
from gitexp.records.glob_keys import keys_for
from gitexp.records.globs import matches

if TYPE_CHECKING:
    from gitexp.records.skipped import Skipped

Answer = TypeVar("Answer")
Ask = Callable[[Callable[[sqlite3.Connection], Answer]], Answer]
_MOST_NAMES = 400
"""Names in one question to SQLite, which takes no more than some hundreds."""
NO_WORDS = "this Python's SQLite has no FTS5: only places and names are searched"


class SqliteIndex:
    """Answers `ports.Index`. `ask` runs a question on the index as it is served now."""

    def __init__(self, ask: Callable[[Callable[[sqlite3.Connection], object]], object]) -> None:
        self._asks = ask

    def _ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        return self._asks(question)  # type: ignore[return-value]

    def served(self) -> int:
        """Return how many experiences are in force."""
        return self._ask(lambda db: int(_state(db, "served") or 0))

    def skipped(self) -> Sequence[Skipped]:
        """Return what could not be read, what is not served, and keys that this version does not know."""

        def question(db: sqlite3.Connection) -> list[Skipped]:
            rows = db.execute("SELECT path, what, bad FROM skipped ORDER BY path, what").fetchall()
            if not _state(db, "words") and _state(db, "name"):
                rows.append(("words", NO_WORDS, 0))
            return _skipped(rows) if rows else []

        return self._ask(question)

    def holding(self, tokens: Collection[str]) -> Mapping[str, int]:
        """Return for each search token how many experiences hold it; a token that none holds is not there."""

        def question(db: sqlite3.Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for token in tokens:
                for (many,) in db.execute("SELECT many FROM tokens WHERE token = ?", (token,)):
                    found[token] = many
            return found

        return self._ask(question)

    def by_words(self, tokens: Collection[str], most: int) -> Sequence[int]:
        """Return the experiences that share tokens, the best by BM25 first."""
        if not tokens:
            return []
        asked = " OR ".join(f'"{token}"' for token in tokens)

        def question(db: sqlite3.Connection) -> list[int]:
            if not _state(db, "words"):
                return []
            found = db.execute(
                "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (asked, most)
            )
            return [number for (number,) in found]

        return self._ask(question)

    def by_place(
        self, files: Sequence[str], most: int, among: Collection[int] | None = None
    ) -> Mapping[int, Sequence[tuple[str, str]]]:
        """Return the experiences whose scope covers a file, each with `(glob, file)`; of many those of best standing."""
        only = None if among is None else set(among)

        def question(db: sqlite3.Connection) -> dict[int, list[tuple[str, str]]]:
            found: dict[int, list[tuple[str, str]]] = {}
            for file in dict.fromkeys(files):
                for glob, number in _globs(db, file):
                    for experience in _covered(db, number, most, only):
                        found.setdefault(experience, []).append((glob, file))
            return found

        return self._ask(question)

    def beside(self, folders: Collection[str]) -> int:
        """Return how many experiences have a place of their scope in these very folders."""
        named = [folder for folder in folders if folder][:_MOST_NAMES]
        asked = f"SELECT count(DISTINCT experience) FROM folders WHERE folder IN ({_marks(named)})"
        return self._ask(lambda db: int(db.execute(asked, named).fetchone()[0])) if named else 0

    def by_symbols(self, names: Collection[str], most: int) -> Mapping[int, Sequence[str]]:
        """Return the experiences whose scope names one of the symbols, by its last part, with the names asked."""

        def question(db: sqlite3.Connection) -> dict[int, list[str]]:
            found: dict[int, list[str]] = {}
            for name in names:
                asked = "SELECT DISTINCT experience FROM symbols WHERE name = ? ORDER BY experience LIMIT ?"
                for (experience,) in db.execute(asked, (last_part(name), most)):
                    found.setdefault(experience, []).append(name)
            return found

        return self._ask(question)

    def by_terms(self, phrases: Collection[str]) -> Mapping[int, str]:
        """Return the experiences that say what one of these phrases (search tokens, a blank between) means."""

        def question(db: sqlite3.Connection) -> dict[int, str]:
            found: dict[int, str] = {}
            for phrase in phrases:
                for (experience,) in db.execute("SELECT experience FROM terms WHERE phrase = ?", (phrase,)):
                    found.setdefault(experience, phrase)
            return found

        return self._ask(question)

    def by_blobs(self, blobs: Collection[str]) -> Mapping[str, int]:
        """Return the number of the experience that each blob holds."""

        def question(db: sqlite3.Connection) -> dict[str, int]:
            asked = "SELECT number FROM experiences WHERE blob = ? AND served = 1"
            rows = ((blob, db.execute(asked, (blob,)).fetchone()) for blob in blobs)
            return {blob: int(row[0]) for blob, row in rows if row}

        return self._ask(question)

    def everything(self, most: int) -> Sequence[int]:
        """Return the experiences of best standing."""
        asked = "SELECT number FROM experiences WHERE served = 1 ORDER BY rank, number LIMIT ?"
        return self._ask(lambda db: [number for (number,) in db.execute(asked, (most,))])

    def cards(self, numbers: Collection[int]) -> Sequence[Card]:
        """Return the cards of these experiences."""

        def question(db: sqlite3.Connection) -> list[Card]:
            asked = (
                "SELECT card, path, blob, tokens, approved FROM experiences WHERE number = ? AND served = 1"
            )
            rows = ((number, db.execute(asked, (number,)).fetchone()) for number in numbers)
            return [
                decoded(number, card, path, blob, tokens, approved=bool(approved))
                for number, (card, path, blob, tokens, approved) in (
                    (number, row) for number, row in rows if row
                )
            ]

        return self._ask(question)


def _skipped(rows: Sequence[tuple[str, str, int]]) -> list[Skipped]:
    from gitexp.records.skipped import Skipped  # late: mostly there is nothing to say

    return [Skipped(path, what, bool(bad)) for path, what, bad in rows]


def _globs(db: sqlite3.Connection, file: str) -> list[tuple[str, int]]:
    """Return the globs that match a file, each with its number."""
    keys = keys_for(file)[:_MOST_NAMES]
    found = db.execute(f"SELECT glob, number FROM globs WHERE key IN ({_marks(keys)})", keys).fetchall()
    return [(glob, number) for glob, number in found if matches(glob, file)]


def _covered(db: sqlite3.Connection, glob: int, most: int, only: set[int] | None) -> list[int]:
    if only is None:
        asked = "SELECT experience FROM scopes WHERE glob = ? ORDER BY rank LIMIT ?"
        return [one for (one,) in db.execute(asked, (glob, most))]
    numbers = sorted(only)[:_MOST_NAMES]
    asked = f"SELECT experience FROM scopes WHERE glob = ? AND experience IN ({_marks(numbers)})"
    return [one for (one,) in db.execute(asked, (glob, *numbers))]


def _marks(names: Collection[object]) -> str:
    return ",".join("?" * len(names))


def _state(db: sqlite3.Connection, key: str) -> str:
    row = db.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def last_part(name: str) -> str:
    """Return the last part of a symbol's name, as it is compared: `net.RetryPolicy.send()` is send."""
    plain = name.strip().removesuffix("()")
    for sign in ("::", "#", "->", "."):
        plain = plain.rpartition(sign)[2] or plain
    return plain
