"""Implements `Removals` by the `git` program: what the history took out of one revision's tree, within a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gitexp.adapters.git import Git
from gitexp.adapters.git_bounded import BoundedGit, CannotTell
from gitexp.adapters.removals_moves import moved
from gitexp.adapters.removals_texts import texts_removed
from gitexp.adapters.removals_walk import Gone, portions, removed
from gitexp.records.removal import Removal

MOST_MOVES = 10
"""Renames of one path that are followed."""
_WALK = 0.8
"""The share of the time that may go into a walk: what it found must still be looked at."""


class GitRemovals:
    """What the history took out of the tree of a revision. `seconds` bounds each question."""

    def __init__(self, git: Git, rev: str, *, seconds: float = 2.0) -> None:
        self._git = git
        self._rev = rev
        self._seconds = seconds

    def paths(self, paths: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each path, file or folder, what took it out; None where the history never held it.

        A renamed one is followed to the name that it has at the revision. One that was renamed and taken out
        after that is told with the commit that took it out in the end. What lies in the tree is not there.
        """
        names = {path: name for path in paths if (name := _name(path))}
        git = BoundedGit(self._git, self._seconds)
        told = self._told(git, list(dict.fromkeys(names.values())))
        return {path: told[name] for path, name in names.items() if name in told}

    def texts(self, texts: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each text the commit that took its last whole word out of the tree; as `paths` does."""
        git = BoundedGit(self._git, self._seconds)
        try:
            rev = _commit(git, self._rev)
            found = texts_removed(git, rev, texts, whole=not _shallow(git))
        except CannotTell:
            return {}
        return {text: _removal(by, None) if by else None for text, by in found.items()}

    def _told(self, git: BoundedGit, names: list[str]) -> dict[str, Removal | None]:
        """Follow each name from removal to removal, all of them a step at a time."""
        found: dict[str, Removal | None] = {}
        now = {name: name for name in names}
        by: dict[str, Gone] = {}
        try:
            rev = _commit(git, self._rev)
            whole = not _shallow(git)
            for _ in range(MOST_MOVES):
                there = _present(git, rev, list(now.values()))
                for name in [name for name, path in now.items() if path in there]:
                    if name in by:
                        found[name] = _removal(by[name], now[name])
                    del now[name]
                if not now:
                    break
                found |= self._step(git, rev, now, by, whole=whole)
        except CannotTell:
            return found
        return found

    def _step(
        self, git: BoundedGit, rev: str, now: dict[str, str], by: dict[str, Gone], *, whole: bool
    ) -> dict[str, Removal | None]:
        """Return what is known for good after one more walk; `now` keeps what was renamed, under its new name."""
        gone = removed(git.within(_WALK), rev, list(dict.fromkeys(now.values())))
        went = moved(git, {path: commit for path, commit in gone.items() if commit is not None})
        found: dict[str, Removal | None] = {}
        for name, path in list(now.items()):
            commit = gone.get(path)
            new = went.get(path)
            if commit is None:
                if path in gone and name not in by and whole:
                    found[name] = None
                del now[name]
            elif new is not None:
                by[name], now[name] = commit, new
            else:
                if path in went:
                    found[name] = _removal(commit, None)
                del now[name]
        return found


def _removal(by: Gone, moved_to: str | None) -> Removal:
    return Removal(by.commit, by.date, by.subject, moved_to)


def _name(path: str) -> str:
    """Return a path as git names it, "" for what no tree can hold: one outside the repository, or none at all."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    fits = parts and ".." not in parts and not path.startswith("/") and "\0" not in path
    name = "/".join(parts) if fits else ""
    try:
        name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return ""
    return name


def _commit(git: BoundedGit, rev: str) -> str:
    """Return the whole id of the revision. Raises CannotTell where it names no commit."""
    found = git.lines("rev-parse", "--quiet", "--verify", "--end-of-options", f"{rev}^{{commit}}")
    if not found:
        raise CannotTell
    return found[0]


def _shallow(git: BoundedGit) -> bool:
    return git.lines("rev-parse", "--is-shallow-repository") != ["false"]


def _present(git: BoundedGit, rev: str, paths: list[str]) -> frozenset[str]:
    """Return those of the paths that lie in the tree of the revision, files and folders."""
    return frozenset(
        name.decode("utf-8", "surrogateescape")
        for some in portions(paths)
        for name in git.records("ls-tree", "-t", "-z", "--name-only", "--full-tree", rev, "--", *some)
    )
