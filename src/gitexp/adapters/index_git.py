"""The index of one work tree: opened, brought to what git serves now where that changed, and asked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.index_sqlite import SqliteIndex
from gitexp.adapters.index_tables import FORM, TABLES

if TYPE_CHECKING:
    from gitexp.adapters.git import Git, Layout
    from gitexp.adapters.index_update import Readers, Tell

Answer = TypeVar("Answer")


class GitIndex:
    """What is served, in `<git common dir>/exp/index.db`; a linked work tree has its own file, since its HEAD differs.

    `commits` names what decides what is served, as one text (`served_git.Served`); `ask_again` gives it anew.
    """

    def __init__(
        self,
        git: Git,
        layout: Layout,
        commits: str,
        ask_again: Callable[[], tuple[str, str]],
        readers: Callable[[], Readers],
        tell: Tell = lambda done, total: None,
    ) -> None:
        self._git = git
        self._commits = commits
        self._ask_again = ask_again
        self._readers = readers
        self._tell = tell
        self.database = DerivedDatabase(place(layout), FORM, TABLES)
        self._made: int | None = None
        self.index = SqliteIndex(self.ask)

    def ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return the answer of the index as it is served now."""
        for _ in range(3):
            if self._made != self.database.made or self._made is None:
                self._bring_up()
            answer = self.database.ask(question)
            if self._made == self.database.made:
                break
        return answer

    def commit(self) -> str:
        """Return the commit of the branch that counts, "" where there is none."""
        row = self.ask(lambda db: db.execute("SELECT value FROM state WHERE key = 'commit'").fetchone())
        return str(row[0]) if row else ""

    def blobs(self, paths: Sequence[str]) -> Mapping[str, str]:
        """Return the blob of each path that is served."""

        def question(db: sqlite3.Connection) -> dict[str, str]:
            asked = "SELECT blob FROM experiences WHERE path = ? AND approved = 1"
            rows = ((path, db.execute(asked, (path,)).fetchone()) for path in paths)
            return {path: str(row[0]) for path, row in rows if row}

        return self.ask(question)

    def declared(self) -> tuple[Mapping[str, str], tuple[str, str, bool] | None]:
        """Return the facts of experiences/facts.yaml as they are served, and where, why and how badly they are not."""
        found = self.ask(lambda db: db.execute("SELECT value FROM state WHERE key = 'facts'").fetchone())
        document: dict[str, Any] = json.loads(found[0]) if found and found[0] else {}
        skipped = document.get("skipped")
        return document.get("given", {}), tuple(skipped) if skipped else None

    def _bring_up(self) -> None:
        known = self.database.ask(_commits)
        if known != self._commits:
            self.database.change(self._update)
        self._made = self.database.made

    def _update(self, db: sqlite3.Connection) -> None:
        """Bring it to what git says now, which may be newer than what this process was told: never back."""
        from gitexp.adapters.index_update import stand, update

        commits, configured = self._ask_again()
        if _commits(db) != commits:
            now, commit = stand(self._git, configured)
            whole = update(db, self._git, now, self._readers(), self._tell)
            state = {"commits": commits if whole else "", "commit": commit}
            db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", state.items())


def place(layout: Layout) -> str:
    """Return where the index of a work tree lies."""
    name = "" if layout.git_dir == layout.common_dir else f"-{layout.git_dir.rstrip('/').rpartition('/')[2]}"
    return f"{layout.common_dir}/exp/index{name}.db"


def _commits(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM state WHERE key = 'commits'").fetchone()
    return str(row[0]) if row else ""
