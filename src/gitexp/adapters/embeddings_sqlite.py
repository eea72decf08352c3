"""Keeps vectors in one SQLite file of a clone: of experiences by their blob, of exp's own sentences, of questions.

It is a file of its own: the index is made anew with each version of exp, and vectors cost time and money.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence

from gitexp.adapters.derived_sqlite import DerivedDatabase

FORM = "vectors 1"
MAX_QUESTIONS = 2000
"""Questions whose vectors are kept; beyond it the older half goes."""
TABLES = (
    # Who made vectors: the endpoint, the model and the form of the texts. Only those of one maker can be compared.
    # `silent` is until when it is not asked for questions, in seconds of the clock.
    "CREATE TABLE makers (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, silent REAL NOT NULL DEFAULT 0)",
    # `day` is when the experience was last seen in force; `vector` holds little-endian numbers of two bytes.
    "CREATE TABLE vectors (number INTEGER PRIMARY KEY, maker INTEGER NOT NULL, blob TEXT NOT NULL,"
    " day TEXT NOT NULL, vector BLOB NOT NULL)",
    "CREATE UNIQUE INDEX vector_blobs ON vectors (maker, blob)",
    "CREATE TABLE ground (maker INTEGER NOT NULL, place INTEGER NOT NULL, vector BLOB NOT NULL,"
    " PRIMARY KEY (maker, place))",
    # By a hash of the words: what was asked can't be read out of it.
    "CREATE TABLE questions (number INTEGER PRIMARY KEY, maker INTEGER NOT NULL, hash TEXT NOT NULL,"
    " vector BLOB NOT NULL)",
    "CREATE UNIQUE INDEX question_hashes ON questions (maker, hash)",
)
_AT_ONCE = 4096


class KeptVectors:
    """The vectors of one maker. `path` is None where nothing is to be kept."""

    def __init__(self, path: str | None, maker: str) -> None:
        self.path = path
        self._maker = maker
        self._database = DerivedDatabase(path, FORM, TABLES)

    @property
    def there(self) -> bool:
        """Return whether anything was kept: a file that is not there is not made to ask it."""
        from pathlib import Path

        return self.path is not None and Path(self.path).exists()

    @property
    def kept(self) -> bool:
        """Return whether what is written stays."""
        self._database.ask(self._number)
        return self._database.kept

    def blobs(self) -> frozenset[str]:
        """Return the experiences that have a vector."""
        asked = "SELECT blob FROM vectors WHERE maker = ?"
        return self._database.ask(
            lambda db: frozenset(blob for (blob,) in db.execute(asked, (self._number(db),)))
        )

    def each(self, take: Callable[[Sequence[str], bytes], None]) -> None:
        """Hand on all vectors, some thousands at once: the blobs, and their vectors one behind the other.

        Those of one length go together: where a model changed under its name, the file holds two.
        """
        asked = "SELECT length(vector), blob, vector FROM vectors WHERE maker = ?"

        def question(db: sqlite3.Connection) -> None:
            rows = db.execute(asked, (self._number(db),))
            while some := rows.fetchmany(_AT_ONCE):
                for length in sorted({row[0] for row in some}):
                    same = [row for row in some if row[0] == length]
                    take([row[1] for row in same], b"".join(row[2] for row in same))

        self._database.ask(question)

    def ground(self) -> list[bytes]:
        """Return the vectors of exp's own sentences, in their order; nothing where they were not made."""
        asked = "SELECT vector FROM ground WHERE maker = ? ORDER BY place"
        return self._database.ask(lambda db: [one for (one,) in db.execute(asked, (self._number(db),))])

    def question(self, digest: str) -> bytes | None:
        """Return the vector of a question that was asked before."""
        asked = "SELECT vector FROM questions WHERE maker = ? AND hash = ?"
        row = self._database.ask(lambda db: db.execute(asked, (self._number(db), digest)).fetchone())
        return bytes(row[0]) if row else None

    def keep(self, vectors: Iterable[tuple[str, bytes]], day: str) -> None:
        """Keep vectors of experiences, by blob."""

        def work(db: sqlite3.Connection) -> None:
            maker = self._laid(db)
            rows = [(maker, blob, day, vector) for blob, vector in vectors]
            db.executemany(
                "INSERT OR REPLACE INTO vectors (maker, blob, day, vector) VALUES (?, ?, ?, ?)", rows
            )

        self._database.change(work)

    def keep_ground(self, vectors: Sequence[bytes]) -> None:
        """Keep the vectors of exp's own sentences."""

        def work(db: sqlite3.Connection) -> None:
            maker = self._laid(db)
            db.execute("DELETE FROM ground WHERE maker = ?", (maker,))
            db.executemany(
                "INSERT INTO ground VALUES (?, ?, ?)",
                [(maker, place, one) for place, one in enumerate(vectors)],
            )

        self._database.change(work)

    def keep_question(self, digest: str, vector: bytes) -> None:
        """Keep the vector of a question, where it can be kept."""
        if not self.kept:
            return

        def work(db: sqlite3.Connection) -> None:
            [(many, first)] = db.execute("SELECT count(*), min(number) FROM questions")
            if many >= MAX_QUESTIONS:
                db.execute("DELETE FROM questions WHERE number < ?", (first + MAX_QUESTIONS // 2,))
            row = (self._laid(db), digest, vector)
            db.execute("INSERT OR REPLACE INTO questions (maker, hash, vector) VALUES (?, ?, ?)", row)

        self._database.change(work)

    def silent(self) -> float:
        """Return until when the endpoint is not asked, since it gave no answer."""
        asked = "SELECT silent FROM makers WHERE name = ?"
        row = self._database.ask(lambda db: db.execute(asked, (self._maker,)).fetchone())
        return float(row[0]) if row else 0.0

    def keep_silent(self, until: float) -> None:
        """Note that the endpoint gave no answer, where that can be kept."""
        if not self.kept:
            return

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE makers SET silent = ? WHERE number = ?", (until, self._laid(db)))

        self._database.change(work)

    def tidy(self, served: Collection[str], day: str, oldest: str) -> int:
        """Note what is in force on a day, drop of every maker what was last in force before `oldest`; return how many."""

        def work(db: sqlite3.Connection) -> int:
            rows = [(day, self._laid(db), blob) for blob in served]
            db.executemany("UPDATE vectors SET day = ? WHERE maker = ? AND blob = ?", rows)
            return db.execute("DELETE FROM vectors WHERE day < ?", (oldest,)).rowcount

        return self._database.change(work)

    def forget(self) -> None:
        """Drop all that this maker made."""

        def work(db: sqlite3.Connection) -> None:
            for table in ("vectors", "ground", "questions"):
                db.execute(f"DELETE FROM {table} WHERE maker = ?", (self._number(db),))

        self._database.change(work)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _number(self, db: sqlite3.Connection) -> int:
        """Return the maker's number, one that nothing has where it made nothing yet."""
        row = db.execute("SELECT number FROM makers WHERE name = ?", (self._maker,)).fetchone()
        return int(row[0]) if row else -1

    def _laid(self, db: sqlite3.Connection) -> int:
        db.execute("INSERT OR IGNORE INTO makers (name) VALUES (?)", (self._maker,))
        return self._number(db)
