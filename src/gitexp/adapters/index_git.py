"""The index of one work tree: opened, brought to what git serves now where that changed, and asked."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gitexp.adapters.derived_sqlite import DerivedDatabase, NonsenseError
from gitexp.adapters.index_sqlite import SqliteIndex
from gitexp.adapters.index_tables import FORM, TABLES
from gitexp.errors import ExpError

if TYPE_CHECKING:
    from gitexp.adapters.git import Git, Layout
    from gitexp.adapters.index_changes import Change
    from gitexp.adapters.index_stand import Known, Stand
    from gitexp.adapters.index_update import Readers, Tell

Answer = TypeVar("Answer")
AskAgain = Callable[[], tuple[str, str]]
_LACKING = " lacking "
_TO_PARSE = ("yaml", "gitexp.adapters.index_update")
_TRIES = 20
"""How often it is looked at what is served where that changes meanwhile."""
AT_ONCE = 1500
"""Files of the store that are read for who is in a hurry."""


class NotNowError(ExpError):
    """The index is not up to date, and to bring it there takes longer than the one who asks may wait."""

    def __init__(self, *, begun: bool) -> None:
        super().__init__("the index", "is not up to date, and takes too long for now", "exp index makes it")
        self.begun = begun
        """Whether another process is at it already."""


class GitIndex:
    """What is served, in `<git common dir>/exp/index.db`; a linked work tree has its own file, since its HEAD differs.

    `commits` names what decides what is served, as one text (`served_git.Served`); `ask_again` gives it anew.
    Without `keep` it is made in memory, and nothing is written.
    """

    def __init__(
        self,
        git: Git,
        layout: Layout,
        commits: str,
        ask_again: AskAgain,
        readers: Callable[[], Readers],
        tell: Tell = lambda done, total: None,
        *,
        keep: bool = True,
    ) -> None:
        self._git = git
        self._commits = commits
        self._ask_again = ask_again
        self._readers = readers
        self._tell = tell
        self._objects = f"{layout.common_dir}/objects"
        own, main = place(layout), f"{layout.common_dir}/exp/index.db"
        self.database = DerivedDatabase(own if keep else None, FORM, TABLES, "" if own == main else main)
        self._made: int | None = None

    def in_a_hurry(self) -> GitIndex:
        """Return this index, which from now on raises NotNowError where much has changed, or all is to be made."""
        self.database.hurry = True
        return self

    @property
    def index(self) -> SqliteIndex:
        """Return what answers recall; this one does not hold it, so that the file is let go of with the last user."""
        return SqliteIndex(self.ask)

    def ask(self, question: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return the answer of the index as it is served now."""
        for _ in range(2):
            if self._made != self.database.made or self._made is None:
                self._bring_up()
            answer = self.database.ask(question)
            if self._made == self.database.made:
                return answer
        # Another took its place each time: no answer of an empty one is given for that of what is served.
        self._bring_up()
        return question(self.database.connection)

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
        document = self.ask(_declared)
        skipped = document.get("skipped")
        return document.get("given", {}), tuple(skipped) if skipped else None

    def _bring_up(self) -> None:
        """Bring it to what is served, and hold that state: an answer is of one, whatever others write meanwhile."""
        self.database.hold()
        if not self._is_for(self.database.ask(_commits), self._commits):
            self.database.let_go()
            self._update()
            self.database.hold()
            self.database.ask(_commits)
        self._made = self.database.made

    def _update(self) -> None:
        """Bring it to what git says now, which may be newer than what this process was told: never back.

        Refs are read one after the other, so what git says of them counts where it says the same twice.
        """
        from gitexp.adapters.index_stand import known

        for last in (*[False] * _TRIES, True):
            before, packs = self.database.ask(known), self._packs()
            if self._is_for(before.commits, self._commits):
                return
            found, same = self._found(before)
            if found is None or not (same or last):
                continue
            if self.database.hurry and self._is_much(found):
                raise NotNowError(begun=self.database.is_written())
            if self._put(before, found, f"{_LACKING}{packs}", same=same):
                return

    def _found(self, before: Known) -> tuple[_Found | None, bool]:
        """Return what is served and what of it changed, and whether nothing moved meanwhile."""
        from gitexp.adapters.index_stand import stand, told

        asking = _Asking(self._ask_again)  # git answers while the rest is looked at and imported
        seen = told(self._commits, before)
        found = self._changed(before, *seen) if seen else None
        commits, configured = asking.answer()
        same, self._commits = commits == self._commits, commits
        if found is None and same:
            found = self._changed(before, *stand(self._git, configured), sure=True)
            commits, _ = self._ask_again()
            same, self._commits = commits == self._commits, commits
        return found, same

    def _changed(self, before: Known, now: Stand, commit: str, *, sure: bool = False) -> _Found | None:
        """Return what changed; None where that is not plain, and git has not been asked yet for all there is."""
        if now == before.stand:
            return _Found(now, commit, [], [])
        from gitexp.adapters.index_stand import DIFF

        old = before.stand
        if old and old.head and now.head and old.head != now.head:
            self._git.ahead(*DIFF, old.head, now.head)
        if not self.database.hurry:
            self._load()  # while git answers
        from gitexp.adapters.index_changes import changes

        head = changes(self._git, old.head, now.head) if old else None
        both = old and (old.head, now.head) == (old.base, now.base)
        base = head if both or not old else changes(self._git, old.base, now.base)
        if head is None or base is None:
            return _Found(now, commit, None, None) if sure else None
        return _Found(now, commit, head, base)

    def _is_much(self, found: _Found) -> bool:
        """Return whether more files are to be read than can be at once."""
        if found.head is None or found.base is None:
            tree = found.stand.head
            out = self._git.try_run("ls-tree", "-r", "-z", "--name-only", tree) if tree else None
            return (out or b"").count(b"\0") > AT_ONCE
        return len({one.path for one in (*found.head, *found.base) if one.experience}) > AT_ONCE

    def _put(self, before: Known, found: _Found, lacking: str, *, same: bool) -> bool:
        """Write it down as the only writer, and return whether that was done: not where another did so in between."""
        from gitexp.adapters.index_stand import known

        if found.stand != before.stand:
            self._load()  # before others wait for the lock
            from gitexp.adapters.index_update import is_partial, update

        def write(db: sqlite3.Connection) -> bool:
            if known(db) != before:
                return False
            commits = self._commits if same else ""
            if found.stand != before.stand:
                changed = None if found.head is None or found.base is None else (found.head, found.base)
                if not update(db, self._git, found.stand, self._readers(), self._tell, changed):
                    # Where another commit stands next, what is not here is looked for again.
                    commits = f"{commits}{lacking}" if same and is_partial(self._git) else ""
            state = {"commits": commits, "commit": found.commit}
            db.executemany("INSERT OR REPLACE INTO state VALUES (?, ?)", state.items())
            return True

        return self.database.change(write)

    def _load(self) -> None:
        """Import what reads experiences; who is in a hurry may find that there are too many of them."""
        for name in _TO_PARSE:
            import_module(name)
        self._readers()

    def _is_for(self, known: str, commits: str) -> bool:
        """Return whether what is written is for these commits; what a partial clone lacked then may have come since."""
        if known == commits or not known.startswith(commits + _LACKING):
            return known == commits
        return known == f"{commits}{_LACKING}{self._packs()}"

    def _packs(self) -> str:
        """Return what changes when git fetches what a partial clone lacks: it comes as a pack."""
        try:
            return str(os.stat(f"{self._objects}/pack").st_mtime_ns)  # noqa: PTH116  pathlib costs recall 3 ms
        except OSError:
            return ""


class _Found(NamedTuple):
    """What is served, the commit that counts, and what changed on either side; None where all must be looked at."""

    stand: Stand
    commit: str
    head: Sequence[Change] | None
    base: Sequence[Change] | None


class _Asking:
    """A question to git that is answered in a thread of its own."""

    def __init__(self, ask: AskAgain) -> None:
        self._ask = ask
        self._got: tuple[str, str] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def answer(self) -> tuple[str, str]:
        """Return the answer. Raises ExpError as the question does."""
        self._thread.join()
        return self._got or self._ask()

    def _run(self) -> None:
        with suppress(ExpError):
            self._got = self._ask()


def place(layout: Layout) -> str:
    """Return where the index of a work tree lies."""
    name = "" if layout.git_dir == layout.common_dir else f"-{layout.git_dir.rstrip('/').rpartition('/')[2]}"
    return f"{layout.common_dir}/exp/index{name}.db"


def _declared(db: sqlite3.Connection) -> dict[str, Any]:
    row = db.execute("SELECT value FROM state WHERE key = 'facts'").fetchone()
    try:
        found: dict[str, Any] = json.loads(row[0]) if row and row[0] else {}
    except ValueError as error:
        raise NonsenseError("facts") from error
    return found


def _commits(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM state WHERE key = 'commits'").fetchone()
    return str(row[0]) if row else ""
