"""Builds the commits of the proposal branch on what the remote holds, and tells whose commits lie on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_branches import Base, is_ancestor, merge_base
from gitexp.adapters.git_commits import Commit, Objects, blobs_of, make_commit, put, read_commit, seconds_of
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.publisher_git import changes_between, check_path, commit_at, is_own, runs_of, with_runs
from gitexp.adapters.store_git_tree import is_experience_path
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.change_record import CHANGES
from gitexp.records.proposal import ProposedFile

MAX_OWN = 100
"""Commits beyond the default branch that are looked at: the bot's branch has one, and one more for each command."""


class RemoteBranch:
    """What is known of the proposal branch as the remote holds it."""

    def __init__(self, git: Git, layout: Layout, base: Base | None, objects: Objects) -> None:
        self._git = git
        self._layout = layout
        self._base = base
        self._objects = objects

    def is_own(self, commit: str) -> bool:
        """Return whether exp made a commit, and all that lie between it and the default branch."""
        if self._base is None:
            return False
        with ObjectReader(self._git) as reader:
            if not is_own(commit_at(reader, commit)):
                return False
            ask = ("rev-list", f"--max-count={MAX_OWN + 1}", commit, f"^{self._base.commit}")
            between = self._git.run(*ask).decode().split()
            commits = [found for name in between if (found := read_commit(reader, name))]
        own = len(between) == len(commits) <= MAX_OWN and all(is_own(one) for one in commits)
        rooted = not between or self._rooted(commits, self._base.commit)
        if not (own and rooted) and self._layout.shallow:
            raise _too_shallow(commit)
        return own and rooted

    def build(
        self, files: Sequence[ProposedFile], message: str, at: str | None, tip: str | None
    ) -> str | None:
        """Store the commit that has exactly these files beyond the base; the tip where that one has, None where the base.

        `message` names its run in a trailer.
        """
        if self._base is None:
            raise RepositoryError("HEAD", "there is no commit yet", "make a first commit")
        with ObjectReader(self._git) as reader:
            bottom = commit_at(reader, self._base.commit)
            tree = self._tree(reader, bottom, files, ())
            if tree == bottom.tree:
                return None
            if tip and self._holds(reader, tip, bottom, tree):
                return tip
        seconds = max(seconds_of(at), bottom.seconds)
        return make_commit(self._objects, tree, [bottom.id], seconds, message)

    def amend(
        self, commit: str, files: Sequence[ProposedFile], message: str, removed: Collection[str]
    ) -> str:
        """Store a commit on top of another one; where nothing changes that one is returned."""
        with ObjectReader(self._git) as reader:
            below = commit_at(reader, commit)
            tree = self._tree(reader, below, files, removed)
        if tree == below.tree:
            return below.id
        # A commit of a person's below has no run; the one on top of it is exp's all the same.
        words = with_runs(message, runs_of(below) or ("none",))
        return make_commit(self._objects, tree, [below.id], below.seconds, words)

    def _tree(
        self, reader: ObjectReader, upon: Commit, files: Sequence[ProposedFile], removed: Collection[str]
    ) -> str:
        """Store the tree of a commit with these files, and without those that are taken out."""
        for path in (*(file.path for file in files), *removed):
            _check_place(path)
        blobs: dict[str, str | None] = dict.fromkeys(removed)
        blobs |= blobs_of({file.path: file.text for file in files}, self._objects)
        return put(reader, self._objects, upon.tree, blobs)

    def _holds(self, reader: ObjectReader, tip: str, bottom: Commit, tree: str) -> bool:
        """Return whether the tip is one commit of exp's that changes just what the new one would."""
        top = commit_at(reader, tip)
        if not is_own(top) or len(top.parents) != 1:
            return False
        parting = merge_base(self._git, bottom.id, tip)
        if parting != top.parents[0]:
            if self._layout.shallow:
                raise _too_shallow(tip)
            return False
        return changes_between(self._git, parting, tip) == changes_between(self._git, bottom.id, tree)

    def _rooted(self, commits: Sequence[Commit], base: str) -> bool:
        """Return whether the lowest of the commits stand on the default branch."""
        own = {commit.id for commit in commits}
        below = {parent for commit in commits for parent in commit.parents if parent not in own}
        whole = all(commit.parents for commit in commits)
        return whole and bool(below) and all(is_ancestor(self._git, one, base) for one in below)


def _check_place(path: str) -> None:
    """Raise RecordError where a path is none that the bot may write."""
    check_path(path)
    parts = path.split("/")
    change = len(parts) == 4 and "/".join(parts[:2]) == CHANGES and not parts[2].startswith(".")
    if not (is_experience_path(path) or (change and parts[3].endswith(".yaml") and parts[3][:1] != ".")):
        raise RecordError(shown(path), "is no place of an experience or change record")


def _too_shallow(commit: str) -> RepositoryError:
    return RepositoryError(
        commit[:12],
        "this clone is too shallow to tell what it stands on",
        "check out with `fetch-depth: 0`, or git fetch --unshallow",
    )
