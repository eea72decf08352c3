"""Tells by blame how much of a file's lines a login wrote before a discussion began; one blame a file and revision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.adapters.blame_git import blame, ignored_commits
from gitexp.adapters.files_git import MAX_FILE
from gitexp.adapters.git import Git
from gitexp.adapters.git_logins import GitAuthor, authors_of
from gitexp.records.ownership import Ownership

MOST = 50
"""How many blames one run may cost; what is asked beyond it can't be told."""
AROUND = 20
"""Lines before and after a line that belong to the place: the pull request itself moved them a little."""

_LINES = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+) (\d+)")

Lines = Sequence[GitAuthor | None]
"""Who wrote each line of a file; None where that can't be told."""


class GitBlameOwners:
    """Implements `Owners` for one revision; `rev` is None where there is no tree to ask."""

    def __init__(self, git: Git, rev: str | None, most: int = MOST) -> None:
        self._git = git
        self._rev = rev
        self._most = most
        self._blamed: dict[tuple[str, str], Lines | None] = {}
        self._then: dict[str, str | None] = {}
        self._ignored: list[bytes] | None = None

    def part_of(self, login: str, path: str, line: int | None, before: str | None) -> Ownership | None:
        """Return how much of the lines at a place someone wrote; None where that can't be told."""
        if self._rev is None or "\n" in path or self._size(self._rev, path) is None:
            return None
        rev = self._mainline(self._rev, before) if before else self._rev
        lines = self._lines(rev, path) if rev else None
        return _part_of(login, lines, _around(lines, line)) if lines else None

    def _mainline(self, rev: str, before: str) -> str | None:
        """Return the mainline's commit at a time: what a pull request brought in later is not in it."""
        if before not in self._then:
            time = before if len(before) > len("2024-03-02") else f"{before}T00:00:00Z"
            found = self._git.try_run("rev-list", "-1", "--first-parent", f"--before={time}", rev, "--")
            self._then[before] = (found or b"").decode().strip() or None
        return self._then[before]

    def _lines(self, rev: str, path: str) -> Lines | None:
        key = (rev, path)
        if key not in self._blamed:
            size = self._size(rev, path)
            fits = size is not None and size <= MAX_FILE and len(self._blamed) < self._most
            # What is too large or not there costs no blame, and is not counted as one.
            if not fits:
                return None
            self._blamed[key] = self._blame(rev, path)
        return self._blamed[key]

    def _size(self, rev: str, path: str) -> int | None:
        """Return the size of a file at a revision, None where none lies there."""
        asked = f"{rev}:{path}\n".encode("utf-8", "surrogateescape")
        words = self._git.run("cat-file", "--batch-check", stdin=asked, check=False).split()
        return int(words[2]) if len(words) == 3 and words[1] == b"blob" else None

    def _blame(self, rev: str, path: str) -> Lines | None:
        """Return who wrote each line, None where git can't say: a partial clone may lack what it needs."""
        if self._ignored is None:
            self._ignored = ignored_commits(self._git, self._rev or "HEAD")
        outcome = blame(self._git, rev, path, self._ignored, "-w")
        if outcome.status:
            return None
        return _parsed(outcome.out, frozenset(self._ignored), shallow=self._is_shallow())

    def _is_shallow(self) -> bool:
        if self._git.layout:
            return self._git.layout.shallow
        return self._git.run("rev-parse", "--is-shallow-repository").strip() == b"true"


@dataclass
class _Commit:
    """What blame tells of one commit."""

    name: str = ""
    email: str = ""
    boundary: bool = False


def _parsed(out: bytes, ignored: frozenset[bytes], *, shallow: bool) -> Lines:
    """Return the author of each line. Where a shallow history ends, one commit seems to have made all."""
    commits: dict[bytes, _Commit] = {}
    made: dict[int, bytes] = {}
    commit = _Commit()
    for row in out.split(b"\n"):
        key, _, value = row.partition(b" ")
        if match := _LINES.fullmatch(row):
            commit = commits.setdefault(match[1], _Commit())
            made.update(dict.fromkeys(range(int(match[2]), int(match[2]) + int(match[3])), match[1]))
        elif key == b"author":
            commit.name = value.decode("utf-8", "replace")
        elif key == b"author-mail":
            commit.email = value.decode("utf-8", "replace").strip("<>")
        elif key == b"boundary":
            commit.boundary = True
    unknown = {id for id, one in commits.items() if id in ignored or (shallow and one.boundary)}
    whose = {id: None if id in unknown else GitAuthor(one.name, one.email) for id, one in commits.items()}
    return [whose[made[number]] for number in sorted(made)]


def _around(lines: Lines, line: int | None) -> Lines:
    """Return the lines at the place; all where no line is given, or the file was shorter."""
    if line is None or line > len(lines):
        return lines
    return lines[max(0, line - 1 - AROUND) : line + AROUND]


def _part_of(login: str, lines: Lines, there: Lines) -> Ownership | None:
    """Return the login's part of some lines, None where no author of the file's `lines` is known to be the login.

    Lines of unknown authors count as another's: the part is never made larger.
    """
    own = authors_of(login, {author for author in lines if author})
    if not own:
        return None
    mine = sum(author in own for author in there)
    others = Counter(author.person if author else "" for author in there if author not in own)
    return Ownership(mine, len(there), first=mine >= max(others.values(), default=0))
