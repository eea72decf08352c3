"""Keeps what was found of names in the code, so that a condition on a symbol is decided without a parser.

An answer holds for the commit it was looked up at. What was found holds at another commit too, where a file that it
was found in is the same there, and nothing but that file made it so: a path, a name that stands alone, a member that
its file declares inside of its container. A member that comes from a base class, or by what other files say, is looked
up again, and so is what is missing or could not be told.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import sys
from typing import TYPE_CHECKING

from gitexp.adapters.facts_kept_text import kept
from gitexp.adapters.finding_rows import FIELDS, finding_of, row_of
from gitexp.adapters.manifests_files import state_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from gitexp.adapters.derived_sqlite import DerivedDatabase
    from gitexp.adapters.git import Git
    from gitexp.records.finding import Finding

    Held = tuple[Finding, dict[str, str]]

MAX_KEPT = 5_000
_MOST = 4
"""Answers on a name that are tried: that of the commit, and earlier ones."""
_AT_ONCE = 500
_WHERE = FIELDS.index("where")
_JOINTS = (".", "::", "#", "->", "\\", "/")
"""What joins the parts of a name."""


class KeptFindings:
    """The findings of one clone; with each found one the blob of every place."""

    def __init__(self, database: DerivedDatabase, git: Git) -> None:
        self._database = database
        self._git = git

    def get(self, names: Collection[str], commit: str) -> dict[str, Finding]:
        """Return what is known of the names at a commit; what must be looked up is not there."""
        try:
            rows = self._database.ask(lambda db: list(_rows(db, names, commit)))
        except (sqlite3.Error, ValueError, TypeError):
            return {}
        found: dict[str, Finding] = {}
        older: dict[str, list[Held]] = {}
        gone: set[str] = set()
        for asked_at, sight, finding, blobs in rows:
            if asked_at == commit and (finding.answer == "found" or sight == self._sight()):
                found[finding.name] = finding
            elif finding.answer != "found" or not _by_its_file(finding):
                gone.add(finding.name)  # what was found before that proves nothing
            elif finding.name not in gone and finding.name not in found:
                older.setdefault(finding.name, []).append((finding, blobs))
        still = self._still(older, commit) if older else {}
        if still:
            self._keep(list(still.values()), commit)
        return {**found, **{name: finding for name, (finding, _) in still.items()}}

    def put(self, findings: Sequence[Finding], commit: str) -> None:
        """Keep what was found at a commit; where nothing can be kept nothing happens."""
        places = {_file(place) for one in findings if one.answer == "found" for place in one.where}
        at_commit = self._blobs(places, commit)
        self._keep(
            [(one, {place: at_commit.get(_file(place), "") for place in one.where}) for one in findings],
            commit,
        )

    def _still(self, older: dict[str, list[Held]], commit: str) -> dict[str, Held]:
        """Return those that hold at the commit too, with the places that are the same there."""
        blobs = self._blobs(
            {_file(place) for held in older.values() for _, places in held for place in places}, commit
        )
        still: dict[str, Held] = {}
        for name, held in older.items():
            for one, places in held:
                same = {
                    place: blob for place, blob in places.items() if blob and blobs.get(_file(place)) == blob
                }
                if same and name not in still:
                    where = tuple(place for place in one.where if place in same)
                    still[name] = (_at(one, where), same)
        return still

    def _blobs(self, paths: Collection[str], commit: str) -> dict[str, str]:
        """Return the blob of each path at a commit; one that is not there, or can't be told, is not there."""
        found: dict[str, str] = {}
        asked = sorted(paths)
        for start in range(0, len(asked), _AT_ONCE):
            some = asked[start : start + _AT_ONCE]
            listed = self._git.try_run("ls-tree", "-z", "--full-tree", commit, "--", *some) or b""
            for row in listed.split(b"\0")[:-1]:
                stored, _, path = row.partition(b"\t")
                found[path.decode("utf-8", "surrogateescape")] = stored.rpartition(b" ")[2].decode()
        return found

    def _keep(self, held: Sequence[Held], commit: str) -> None:
        if not self._database.kept:
            return
        sight = self._sight()
        rows = [
            (kept(one.name), commit, sight, json.dumps(row_of(one)), json.dumps(blobs)) for one, blobs in held
        ]
        with contextlib.suppress(sqlite3.Error, ValueError):
            self._database.change(lambda db: _write(db, rows))

    def _sight(self) -> str:
        """Return what changes when more can be seen: grammars are installed, the history or blobs are fetched."""
        libraries = [one for one in sys.path if one.endswith(("site-packages", "dist-packages"))]
        common = self._git.layout.common_dir if self._git.layout else ""
        states = map(state_of, (*libraries, f"{common}/shallow", f"{common}/objects/pack"))
        return " ".join(str(one.st_mtime_ns) if one else "-" for one in states)


def _rows(
    db: sqlite3.Connection, names: Collection[str], commit: str
) -> Iterator[tuple[str, str, Finding, dict[str, str]]]:
    """Yield what is kept of the names, that of the commit first, then the latest: commit, sight, finding, blobs."""
    columns = "SELECT asked_at, sight, finding, blobs FROM findings"
    asked = f"{columns} WHERE name = ? ORDER BY asked_at = ? DESC, number DESC LIMIT ?"
    for name in dict.fromkeys(names):
        for asked_at, sight, finding, blobs in db.execute(asked, (kept(name), commit, _MOST)).fetchall():
            with contextlib.suppress(KeyError, TypeError, ValueError):
                yield asked_at, sight, finding_of(json.loads(finding)), dict(json.loads(blobs))


def _write(db: sqlite3.Connection, rows: Sequence[tuple[str | bytes, ...]]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO findings (name, asked_at, sight, finding, blobs) VALUES (?, ?, ?, ?, ?)", rows
    )
    [(many,)] = db.execute("SELECT count(*) FROM findings")
    if many > MAX_KEPT:
        oldest = "SELECT number FROM findings ORDER BY number LIMIT ?"
        db.execute(f"DELETE FROM findings WHERE number IN ({oldest})", (many - MAX_KEPT // 2,))


def _by_its_file(one: Finding) -> bool:
    """Return whether each place it was found in shows it by itself, whatever the other files hold.

    Where a member comes from elsewhere its reason says from where.
    """
    if one.kind in ("path", "glob"):
        return True
    alone = not any(sign in one.name for sign in _JOINTS)
    return one.kind == "symbol" and not one.reason and (alone or one.declared)


def _at(one: Finding, where: tuple[str, ...]) -> Finding:
    """Return the finding with these places alone."""
    row = row_of(one)
    row[_WHERE] = where
    return finding_of(row)


def _file(place: str) -> str:
    """Return the file of `path:line`."""
    path, _, line = place.rpartition(":")
    return path if line.isdigit() else place
