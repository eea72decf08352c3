"""Talks to any remote of this clone through the `git` program: which of exp's refs it holds, a fetch, a push."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gitexp.adapters.git import Git, Outcome, one_line, shown
from gitexp.adapters.remote_access import Access, Move, environment
from gitexp.errors import OutsideError, RepositoryError, UsageError

USUAL = "origin"
_QUIET = (
    "--quiet",
    "--no-tags",
    "--no-prune",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--no-auto-gc",
)
_PUSHING = (
    "--porcelain",
    "--no-verify",
    "--no-signed",
    "--no-follow-tags",
    "--recurse-submodules=no",
    "--no-atomic",
)
_MEND = "check its address and your access to it"
_MOVED = ("stale info", "fetch first", "non-fast-forward", "remote ref updated since checkout")
"""How git says that the ref is not what it was."""
_WORDS = re.compile(r"\((.+)\)\s*$")


@dataclass(frozen=True)
class Refused:
    """A ref that the remote did not take. `moved` where another push came first."""

    ref: str
    why: str
    moved: bool


class SyncRemote:
    """One remote, by its name."""

    def __init__(self, git: Git, name: str) -> None:
        self._git = git
        self.name = name

    @property
    def address(self) -> str:
        """Return where a push goes, without what lets one in."""
        told = self._git.try_run("remote", "get-url", "--push", self.name) or b""
        return shown(Access().clean(told.decode("utf-8", "replace").strip()))[:300]

    def refs(self, patterns: Collection[str], wanted: re.Pattern[str]) -> dict[str, str]:
        """Return which refs it holds now. Raises OutsideError where it can't be asked."""
        done = self._call("ls-remote", "--refs", self.name, *sorted(patterns))
        if done.status:
            raise self._failed(done.words or "could not be asked")
        rows = (line.split("\t") for line in done.out.decode("utf-8", "replace").splitlines())
        return {row[1]: row[0] for row in rows if len(row) == 2 and wanted.fullmatch(row[1])}

    def fetch(self, places: Mapping[str, str]) -> None:
        """Bring refs here under other names: what of there, to where. Raises OutsideError where it fails."""
        orders = [f"+{ref}:{to}" for ref, to in places.items()]
        done = self._call("fetch", *_QUIET, "--no-filter", "--refmap=", self.name, *orders)
        if done.status:
            raise self._failed(done.words or "could not be fetched from")

    def push(self, moves: Sequence[Move]) -> list[Refused]:
        """Move each ref that is still what it must be, and return those that were not taken.

        Raises OutsideError where the remote can't be reached.
        """
        leases = [f"--force-with-lease={move.ref}:{move.expected or ''}" for move in moves]
        orders = [f"{move.commit}:{move.ref}" for move in moves]
        done = self._call("push", *_PUSHING, *leases, self.name, *orders)
        if not done.status:
            return []
        rows = (line.split("\t") for line in done.out.decode("utf-8", "replace").splitlines())
        refused = [_refused(row, done) for row in rows if len(row) == 3 and row[0] == "!"]
        if not refused:
            raise self._failed(done.words or "did not take the push")
        return refused

    def _call(self, *args: str) -> Outcome:
        # A mirror pushes everything, whatever it is asked for: git refuses to name refs there.
        own = ("-c", f"remote.{self.name}.mirror=false")
        return self._git.call(*own, *args, env=environment())

    def _failed(self, words: str) -> OutsideError:
        return OutsideError(self.name, Access().clean(words)[:500], _MEND)


def chosen(git: Git, name: str | None) -> SyncRemote:
    """Return the remote of that name; without one origin, or the only one that there is.

    Raises UsageError for a name that is none, RepositoryError where there is nothing to choose.
    """
    known = git.run("remote").decode("utf-8", "replace").splitlines()
    if name is not None:
        if name in known:
            return SyncRemote(git, name)
        import difflib

        near = difflib.get_close_matches(name, known, n=1) or known[:5]
        there = (
            f"there is {', '.join(f'`{shown(one)}`' for one in near)}" if near else "git remote add NAME URL"
        )
        raise UsageError(f"--remote {shown(name)[:100]}", "there is no such remote", there)
    if USUAL in known or len(known) == 1:
        return SyncRemote(git, USUAL if USUAL in known else known[0])
    if known:
        some = ", ".join(shown(one) for one in known[:5])
        raise RepositoryError(USUAL, f"there is no such remote, but {some}", "say which: --remote NAME")
    raise RepositoryError(USUAL, "there is no such remote", "git remote add origin URL")


def _refused(row: Sequence[str], done: Outcome) -> Refused:
    """Return what a line of git's answer says of a ref: `!`, from and to, and why in brackets."""
    found = _WORDS.search(row[2])
    why = Access().clean(shown(found[1] if found else row[2].strip()))[:300]
    said = [line for line in done.err.decode("utf-8", "replace").splitlines() if line.startswith("remote: ")]
    told = Access().clean(one_line("\n".join(said).encode()).replace("remote: ", ""))[:300]
    moved = why in _MOVED
    return Refused(row[1].rpartition(":")[2], why if moved or not told else f"{why}: {told}", moved)
