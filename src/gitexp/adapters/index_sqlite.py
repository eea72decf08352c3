"""Answers what recall asks of the index: by words, by place, by symbols, by terms; and the cards of what was found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from gitexp.adapters.card_json import decoded
from gitexp.adapters.derived_sqlite import NonsenseError
from gitexp.records.card import Card
from gitexp.records.glob_keys import keys_for
from gitexp.records.globs import matches

if TYPE_CHECKING:
    from gitexp.records.skipped import Skipped

Answer = TypeVar("Answer")
Ask = Callable[[Callable[[sqlite3.Connection], Answer]], Answer]
MAX_BAD, MAX_LEFT_OUT = 100, 5
"""What can't be read, and what is not served, is named up to so many: on a branch that is behind, half of a store is not."""
_DEEPEST = 60
"""Folders of a path up to which its keys are asked for: they grow with the square, and deeper all globs are tried."""
_MOST_NAMES = 400
"""Names in one question to SQLite, which takes no more than some hundreds."""
_MOST_RANKED = 10_000
"""Experiences that are ranked by words, which takes a microsecond and a half each."""
NO_WORDS = "this Python's SQLite has no FTS5: only places and names are searched"


class SqliteIndex:
    """Answers `ports.Index`. `ask` runs a question on the index as it is served now."""

    def __init__(self, ask: Callable[[Callable[[sqlite3.Connection], object]], object]) -> None:
        self._asks = ask
        self._matching: dict[tuple[int, str], list[tuple[str, int]]] = {}

    def _ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        return self._asks(question)  # type: ignore[return-value]

    def served(self) -> int:
        """Return how many experiences are in force."""
        return self._ask(lambda db: _number(_state(db, "served") or "0"))

    def skipped(self) -> Sequence[Skipped]:
        """Return what could not be read, what is not served, and keys that this version does not know."""

        def question(db: sqlite3.Connection) -> list[Skipped]:
            rows: list[tuple[str, str, int]] = []
            for bad, most in ((1, MAX_BAD), (0, MAX_LEFT_OUT)):
                asked = "SELECT path, what, bad FROM skipped WHERE bad = ? ORDER BY path, what LIMIT ?"
                some = db.execute(asked, (bad, most + 1)).fetchall()
                rows += some[:most]
                if len(some) > most:
                    [(many,)] = db.execute("SELECT count(*) FROM skipped WHERE bad = ?", (bad,))
                    rows.append(
                        ("experiences", f"{many - most} more are not served: exp list names them", bad)
                    )
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
        """Return the experiences that share tokens, the best by BM25 first; in a huge store those that share rare ones."""

        def question(db: sqlite3.Connection) -> list[int]:
            rare = _rare(db, tokens) if _state(db, "words") else []
            if not rare:
                return []
            matching = "SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
            # Of those that are equally good the standing decides, and not which of them an index was given first.
            found = db.execute(
                f"SELECT hit, experiences.rank FROM (SELECT rowid AS hit, rank AS score FROM ({matching})"
                " ORDER BY score LIMIT ?) JOIN experiences ON number = hit ORDER BY score, experiences.rank LIMIT ?",
                (" OR ".join(f'"{token}"' for token in rare), _MOST_RANKED, 4 * most, most),
            )
            return [number for number, _ in found]

        return self._ask(question)

    def by_place(
        self, files: Sequence[str], most: int, among: Collection[int] | None = None
    ) -> Mapping[int, Sequence[tuple[str, str]]]:
        """Return the experiences whose scope covers a file, each with `(glob, file)`; of many those of best standing."""
        only = None if among is None else set(among)

        def question(db: sqlite3.Connection) -> dict[int, list[tuple[str, str]]]:
            found: dict[int, list[tuple[str, str]]] = {}
            for file in dict.fromkeys(files):
                # It is asked twice for one answer; another file of the index has other numbers.
                if (id(db), file) not in self._matching:
                    self._matching[id(db), file] = _globs(db, file)
                for glob, number in self._matching[id(db), file]:
                    for experience in _covered(db, number, most, only):
                        found.setdefault(experience, []).append((glob, file))
            return found

        return self._ask(question)

    def beside(self, folders: Collection[str], most: int) -> Sequence[int]:
        """Return the experiences that have a place of their scope in these very folders, those of best standing."""
        named = _sayable(folder for folder in folders if folder)[:_MOST_NAMES]
        asked = (
            "SELECT DISTINCT experience FROM folders JOIN experiences ON number = experience"
            f" WHERE folder IN ({_marks(named)}) ORDER BY rank, number LIMIT ?"
        )
        if not named:
            return []
        return self._ask(lambda db: [one for (one,) in db.execute(asked, (*named, most))])

    def inside(self, folders: Collection[str], most: int) -> Mapping[str, int]:
        """Return for each folder how many experiences have a place in it or below, counted up to `most`."""
        asked = (
            "SELECT count(*) FROM (SELECT DISTINCT experience FROM folders"
            " WHERE folder = ? OR (folder > ? AND folder < ?) LIMIT ?)"
        )

        def question(db: sqlite3.Connection) -> dict[str, int]:
            # `0` is the sign behind `/`: between them lies all that is in the folder.
            rows = (
                (one, db.execute(asked, (one, f"{one}/", f"{one}0", most)).fetchone())
                for one in _sayable(folders)
            )
            return {folder: int(row[0]) for folder, row in rows}

        return self._ask(question) if folders else {}

    def by_symbols(
        self, names: Collection[str], most: int, *, without_place: bool = False
    ) -> Mapping[int, Sequence[str]]:
        """Return the experiences whose scope names one of the symbols, each with the names as it spells them."""
        asked: dict[str, list[str]] = {}
        for name in _sayable(names):
            asked.setdefault(last_part(name), []).append(name)
        alone = " AND NOT EXISTS (SELECT 1 FROM scopes WHERE scopes.experience = symbols.experience)"

        def question(db: sqlite3.Connection) -> dict[int, list[str]]:
            found: dict[int, list[str]] = {}
            for part in _parts(list(asked)):
                select = (
                    "SELECT name, spelled, experience FROM symbols JOIN experiences ON number = experience"
                    f" WHERE name IN ({_marks(part)}){alone if without_place else ''} ORDER BY rank, number"
                )
                many = dict.fromkeys(part, 0)
                for name, spelled, experience in db.execute(select, part):
                    if many[name] < most and any(_one_thing(spelled, one) for one in asked[name]):
                        many[name] += 1
                        found.setdefault(experience, []).append(spelled)
            return found

        return self._ask(question) if asked else {}

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
            try:
                return [
                    decoded(number, card, path, blob, tokens, approved=bool(approved))
                    for number, (card, path, blob, tokens, approved) in (
                        (number, row) for number, row in rows if row
                    )
                ]
            except (ValueError, TypeError, KeyError, IndexError) as error:
                raise NonsenseError("a card") from error

        return self._ask(question)


def _skipped(rows: Sequence[tuple[str, str, int]]) -> list[Skipped]:
    from gitexp.records.skipped import Skipped  # late: mostly there is nothing to say

    return [Skipped(path, what, bool(bad)) for path, what, bad in rows]


def _globs(db: sqlite3.Connection, file: str) -> list[tuple[str, int]]:
    """Return the globs that match a file, each with its number."""
    if file.count("/") > _DEEPEST:
        found = db.execute("SELECT glob, number FROM globs").fetchall()
    else:
        found = [
            row
            for keys in _parts(_sayable(keys_for(file)))
            for row in db.execute(f"SELECT glob, number FROM globs WHERE key IN ({_marks(keys)})", keys)
        ]
    return [(glob, number) for glob, number in found if matches(glob, file)]


def _covered(db: sqlite3.Connection, glob: int, most: int, only: set[int] | None) -> list[int]:
    if only is None:
        asked = "SELECT experience FROM scopes WHERE glob = ? ORDER BY rank LIMIT ?"
        return [one for (one,) in db.execute(asked, (glob, most))]
    return [
        one
        for numbers in _parts(sorted(only))
        for (one,) in db.execute(
            f"SELECT experience FROM scopes WHERE glob = ? AND experience IN ({_marks(numbers)})",
            (glob, *numbers),
        )
    ]


def _sayable(names: Iterable[str]) -> list[str]:
    """Return those of the names that can stand in the index: no text of a file holds half of a surrogate pair."""
    return [name for name in names if name.isascii() or _is_text(name)]


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _parts(values: Sequence[Answer]) -> Iterator[Sequence[Answer]]:
    """Yield as many at a time as one question takes."""
    return (values[at : at + _MOST_NAMES] for at in range(0, len(values), _MOST_NAMES))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise NonsenseError("no number")
    return int(text)


def _rare(db: sqlite3.Connection, tokens: Collection[str]) -> list[str]:
    """Return the rarest tokens, as many as can be ranked; what very many hold tells little, and is left out then."""
    asked = "SELECT many FROM tokens WHERE token = ?"
    held = ((db.execute(asked, (token,)).fetchone(), token) for token in dict.fromkeys(tokens))
    rare: list[str] = []
    together = 0
    for many, token in sorted((row[0], token) for row, token in held if row):
        together += many
        if rare and together > _MOST_RANKED:
            break
        rare.append(token)
    return rare


def _marks(names: Collection[object]) -> str:
    return ",".join("?" * len(names))


def _state(db: sqlite3.Connection, key: str) -> str:
    row = db.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def _one_thing(one: str, other: str) -> bool:
    """Return whether two spellings can name one thing: equal, or one is the end of the other (`send`, `Policy.send`)."""
    first, second = sorted((_pieces(one), _pieces(other)), key=len)
    return second[len(second) - len(first) :] == first


def _pieces(name: str) -> list[str]:
    plain = name.strip().removesuffix("()")
    for sign in ("::", "#", "->"):
        plain = plain.replace(sign, ".")
    return [piece for piece in plain.split(".") if piece]


def last_part(name: str) -> str:
    """Return the last part of a symbol's name, as it is compared: `net.RetryPolicy.send()` is send."""
    plain = name.strip().removesuffix("()")
    for sign in ("::", "#", "->", "."):
        plain = plain.rpartition(sign)[2] or plain
    return plain
