"""Brings the index to what is served: asks git what changed between two trees of the store, and parses only that."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.index_changes import Change, changes, is_odd, whole
from gitexp.adapters.index_stand import Stand as Stand
from gitexp.adapters.index_stand import known
from gitexp.adapters.index_stand import stand as stand
from gitexp.adapters.index_write import IndexWriter, has_words, lay_words
from gitexp.adapters.store_git_reading import MAX_FILE, Read, data_of, not_served, standing_of, unreadable
from gitexp.adapters.store_git_tree import FACTS, LOST, STORE, Listing, listing, listing_of
from gitexp.errors import RecordError
from gitexp.records.skipped import Skipped

ReadFacts = Callable[[bytes, str], dict[str, str]]
Tell = Callable[[int, int], None]
Changed = tuple[Sequence[Change], Sequence[Change]]
"""What differs at HEAD, and at the default branch."""
_NOT_WHOLE = "not whole"
"""In the place of a tree of which something could not be read: no tree has this id, so all is looked at again."""
_AT_ONCE = 256
"""Files read and parsed together: the memory that a large store takes."""


class Readers(NamedTuple):
    """What reads a file of the store, and the declared facts; each imports YAML when it is called."""

    experience: Read
    facts: ReadFacts


def is_partial(git: Git) -> bool:
    """Return whether this clone leaves objects to its remote until they are asked for."""
    return git.call("config", "--get-regexp", r"^remote\..*\.promisor$").status == 0


def update(
    db: sqlite3.Connection, git: Git, now: Stand, readers: Readers, tell: Tell, changed: Changed | None = None
) -> bool:
    """Bring the index to these trees, within the caller's transaction; return whether all of them could be read.

    `changed` is what differs on either side, where that is known. What this clone lacks may come: it is looked for again
    the next time.
    """
    before = known(db).stand
    if before == now:
        return True
    lay_words(db)
    writer = IndexWriter(db)
    with ObjectReader(git) as reader:
        lost = [Skipped(STORE, LOST) for tree in (now.head, now.base) if tree and reader.tree(tree) is None]
        if changed is None and before is not None:
            changed = _differing(git, before, now)
        touched, odd = _changed(db, reader, before, now, changed)
        if odd or lost:
            db.execute("DELETE FROM skipped WHERE odd = 1")
            beside = _odd(reader, now)
            writer.skip([*beside.skipped, *lost[:1]], odd=True)
            lost += [Skipped(STORE, LOST)] if beside.lost else []
        missing = _bring(db, writer, reader, sorted(touched), now, readers, tell)
        facts, here = _facts(reader, now, readers.facts)
    whole = here and not (lost or missing)
    db.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in missing])
    many = _served(db, writer.more)
    state = {"head": now.head, "base": now.base, "name": now.name, "served": str(many), "facts": facts}
    state |= {"words": "1" if has_words(db) else ""} | ({} if whole else {"head": _NOT_WHOLE})
    db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", state.items())
    return whole


def _served(db: sqlite3.Connection, more: int) -> int:
    """Return how many experiences are in force, now that there are so many more; all are counted once only."""
    row = db.execute("SELECT value FROM state WHERE key = 'served'").fetchone()
    if row and str(row[0]).isdecimal():
        return int(row[0]) + more
    [(many,)] = db.execute("SELECT count(*) FROM experiences WHERE served = 1")
    return int(many)


def _differing(git: Git, before: Stand, now: Stand) -> Changed | None:
    """Return what differs on either side, None where git can't tell."""
    head = changes(git, before.head, now.head)
    both = (before.head, now.head) == (before.base, now.base)
    base = head if both or head is None else changes(git, before.base, now.base)
    return None if head is None or base is None else (head, base)


def _changed(
    db: sqlite3.Connection, reader: ObjectReader, before: Stand | None, now: Stand, changed: Changed | None
) -> tuple[set[str], bool]:
    """Note what changed on either side; return its paths, and whether there may be more in the store than experiences."""
    if changed is not None:
        found, other = changed
        odd = any(is_odd(one) for one in found)
    else:
        found, other = list(whole(db, reader, now.head, "head")), list(whole(db, reader, now.base, "base"))
        odd = True
    touched = _noted(db, found, other)
    if before is None or before.name != now.name:
        rows = db.execute("SELECT path FROM files WHERE head IS NOT NULL AND head IS NOT base")
        touched |= {path for (path,) in rows}
    return touched, odd


def _odd(reader: ObjectReader, now: Stand) -> Listing:
    """Return what lies in the store, or in its place, and is no experience."""
    return listing_of(reader, now.head) if now.head else listing(reader, "HEAD")


def _noted(db: sqlite3.Connection, head: Collection[Change], there: Collection[Change]) -> set[str]:
    """Write down which blob each changed path has on either side, and return the paths."""
    for side, found in (("head", head), ("base", there)):
        db.executemany(
            f"INSERT INTO files (path, {side}) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET {side} = excluded.{side}",
            [(one.path, one.blob or None) for one in found if one.experience],
        )
    paths = {one.path for one in (*head, *there) if one.experience}
    gone = "DELETE FROM files WHERE path = ? AND head IS NULL AND base IS NULL"
    db.executemany(gone, [(path,) for path in paths])
    return paths


def _bring(
    db: sqlite3.Connection,
    writer: IndexWriter,
    reader: ObjectReader,
    paths: list[str],
    now: Stand,
    readers: Readers,
    tell: Tell,
) -> list[str]:
    """Take out what stood at the paths, put in what they hold now where both sides agree; return what is not here."""
    missing: list[str] = []
    for start in range(0, len(paths), _AT_ONCE):
        tell(start, len(paths))
        agreed: list[tuple[str, str]] = []
        for path in paths[start : start + _AT_ONCE]:
            writer.take_out(path)
            head, there = db.execute("SELECT head, base FROM files WHERE path = ?", (path,)).fetchone() or (
                None,
                None,
            )
            if head and head == there:
                agreed.append((path, head))
            elif head:
                writer.skip([Skipped(path, not_served(now.name, differs=bool(there)), bad=False)])
        found = reader.read_all([blob for _, blob in agreed], MAX_FILE)
        for (path, blob), stored in zip(agreed, found, strict=True):
            data = data_of(stored)
            missing += [path] if stored is None else []
            writer.put(
                standing_of(data, path, blob, readers.experience)
                if data is not None
                else Skipped(path, unreadable(stored))
            )
    writer.settle()
    tell(len(paths), len(paths))
    return missing


def _facts(reader: ObjectReader, now: Stand, read: ReadFacts) -> tuple[str, bool]:
    """Return the declared facts as they are served, or why they are not, as JSON; and whether this clone has them."""
    blobs = [dict(_plain_files(reader, tree)).get(b"facts.yaml") for tree in (now.head, now.base)]
    if blobs[0] is None:
        return "", True
    if blobs[0] != blobs[1]:
        told = not_served(now.name, differs=blobs[1] is not None)
        return json.dumps({"skipped": [FACTS, told, False]}), True
    stored = reader.read(blobs[0], MAX_FILE)
    data = data_of(stored)
    if data is None:
        return json.dumps({"skipped": [FACTS, unreadable(stored), False]}), stored is not None
    try:
        return json.dumps({"given": read(data, FACTS)}), True
    except RecordError as error:
        told = f"{error.what}; {error.mend}" if error.mend else error.what
        return json.dumps({"skipped": [error.where, told, True]}), True


def _plain_files(reader: ObjectReader, tree: str) -> Iterator[tuple[bytes, str]]:
    for entry in (reader.tree(tree) if tree else None) or ():
        if entry.is_file:
            yield entry.name, entry.id
