"""Implements `Adoption` by git: one walk over the messages, one over the reflogs, one over the diffs that are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime

from gitexp.adapters.adoption_lines import TooMuch, files_of
from gitexp.adapters.git import Git
from gitexp.adapters.git_bounded import BoundedGit, CannotTell
from gitexp.records.adoption import FileLines, SeenCommit

MOST_COMMITS = 20_000
MOST_REFLOG = 20_000
MOST_DIFFS = 300
"""Commits whose lines are read, the newest ones."""
SECONDS = 5.0
_FIELDS = ("%H", "%P", "%at", "%aN", "%aE", "%(trailers:key=Experience,valueonly,unfold,separator=%x1f)")
_FORMAT = "--format=" + "%x00".join(_FIELDS) + "%x00"
_MADE = ("commit:", "commit (initial)", "commit (amend)", "cherry-pick", "revert")
_REBASED = ("pick", "reword", "edit", "squash", "fixup", "continue")
_DIFFS = (
    *("diff-tree", "--stdin", "-r", "--root", "-p", "-M", "-U3", "--no-prefix", "--no-color", "--full-index"),
    *("--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all", "--format=%x01%H"),
)


class GitAdoption:
    """Reads one repository. `revisions` are those whose history counts: HEAD, and the default branch."""

    def __init__(self, git: Git, revisions: Sequence[str] = ("HEAD",), seconds: float = SECONDS) -> None:
        self._git = git
        self._revisions = revisions
        self._seconds = seconds

    def commits(self) -> tuple[Sequence[SeenCommit], Sequence[str]]:
        """Return the newest commits, and whether older ones were left out; a repository without commits has none."""
        found: list[SeenCommit] = []
        order = ("--no-notes", "--no-decorate", f"--max-count={MOST_COMMITS}", _FORMAT, "--end-of-options")
        asked = BoundedGit(self._git, self._seconds).records("log", *order, *self._revisions, "--")
        try:
            with closing(asked) as words:
                found.extend(_commits(words))
        except CannotTell:
            if found:
                return found, [f"the newest {len(found)} commits were read"]
        if len(found) == MOST_COMMITS:
            return found, [f"the newest {MOST_COMMITS} commits were read"]
        return found, []

    def made_here(self) -> frozenset[str]:
        """Return the commits that the reflogs say were made here: committed, amended, picked or rebased."""
        found: set[str] = set()
        order = (
            "--walk-reflogs",
            f"--max-count={MOST_REFLOG}",
            "--format=%H%x00%gs%x00",
            "HEAD",
            "--branches",
        )
        try:
            with closing(BoundedGit(self._git, self._seconds).records("log", *order)) as words:
                for name in words:
                    if _is_made(next(words, b"").decode("utf-8", "replace")):
                        found.add(name.decode("ascii", "replace").strip())
        except CannotTell:
            return frozenset(found)
        return frozenset(found)

    def lines(self, commits: Sequence[str]) -> tuple[Mapping[str, Sequence[FileLines]], Sequence[str]]:
        """Return the files of each commit with their lines; the newest ones come first, and count where it is too much."""
        limits = [f"of {len(commits)} commits the newest {MOST_DIFFS} were read"] * (
            len(commits) > MOST_DIFFS
        )
        asked = list(commits)[:MOST_DIFFS]
        found: dict[str, Sequence[FileLines]] = {}
        if not asked:
            return found, limits
        stdin = "".join(f"{one}\n" for one in asked).encode()
        records = BoundedGit(self._git, self._seconds).records(*_DIFFS, stdin=stdin, separator=b"\n")
        try:
            with closing(records) as lines:
                for commit, files in files_of(lines):
                    found[commit] = files
        except (CannotTell, TooMuch):
            limits.append(f"the lines of {len(found)} commits were read, of {len(asked)}")
        return found, limits


def _commits(words: Iterator[bytes]) -> Iterator[SeenCommit]:
    for first in words:
        name = first.strip().decode("ascii", "replace")
        parents, at, author, email, named = (next(words, b"") for _ in _FIELDS[1:])
        if not name:
            continue
        yield SeenCommit(
            name,
            tuple(parents.decode("ascii", "replace").split()),
            _utc(at),
            author.decode("utf-8", "replace"),
            email.decode("utf-8", "replace"),
            tuple(filter(None, named.decode("utf-8", "replace").split("\x1f"))),
        )


def _utc(seconds: bytes) -> str:
    """Return a time as usage writes it; "" for one that no calendar has."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return ""


def _is_made(action: str) -> bool:
    """Return whether a line of a reflog tells of a commit that was made, not of one that was gone to."""
    if action.startswith("rebase"):
        return any(f"({how})" in action.partition(":")[0] for how in _REBASED)
    return action.startswith(_MADE)
