"""Puts a proposal on its branch: one commit in the object database, then one compare-and-swap of the ref."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_branches import Base, default_branch, holder, merge_base, refs
from gitexp.adapters.git_commits import (
    EMAIL,
    Commit,
    Objects,
    blobs_of,
    make_commit,
    move_ref,
    put,
    read_commit,
    seconds_of,
)
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.store_git_tree import STORE
from gitexp.errors import RecordError, RepositoryError, UsageError
from gitexp.records.proposal import Proposal, Published

TRAILER = "Exp-Run"
_TRAILER_LINE = re.compile(r"[A-Za-z][A-Za-z0-9-]*: \S.*")
_RUN_LINE = re.compile(rf"^{TRAILER}: (\S.*)$", re.MULTILINE)


@dataclass(frozen=True)
class _Start:
    """What the new commit begins from: its parent, and what of exp's old commit it carries on."""

    parent: Commit
    carried: dict[str, str] = field(default_factory=dict)
    runs: tuple[str, ...] = ()
    set_aside: str | None = None
    built_upon: bool = False
    seconds: int = 0


@dataclass(frozen=True)
class Change:
    """A path that a commit or branch changes: the blob before and after, None where there is no file."""

    path: bytes
    before: str | None
    after: str | None


class GitPublisher:
    """Implements `Publisher`. `afresh` says that the branch's pull request was closed: what it holds is refused."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        base: Base | None,
        afresh: bool = False,
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._layout = layout
        self._base = base
        self._afresh = afresh
        self._objects = objects

    def publish(self, proposal: Proposal, keep: Callable[[], object] = lambda: None) -> Published:
        """Put the files as one commit on the branch; the work tree, the index and HEAD are not touched.

        `keep` is called just before the branch moves, when nothing but a lost race can go wrong any more.
        """
        ref = self._ref(proposal.branch)
        for file in proposal.files:
            check_path(file.path)
        if not proposal.files:
            tip = refs(self._git, ref).get(ref)
            stands = self._base.commit if self._base else None
            return Published(proposal.branch, tip.commit if tip else None, stands, moved=False)
        if self._base is None:
            raise RepositoryError("HEAD", "there is no commit yet", "make a first commit")
        return self._publish(proposal, ref, self._base, keep)

    def _publish(self, proposal: Proposal, ref: str, base: Base, keep: Callable[[], object]) -> Published:
        """Store the commit, then move the ref: whatever ends this in between leaves everything as it was."""
        self._check_free(ref, proposal.branch)
        old = self._tip(ref)
        # A clone that has only fetched the branch goes on from what origin holds.
        tip = old or self._tip(f"refs/remotes/origin/{proposal.branch}")
        with ObjectReader(self._git) as reader:
            start = self._start(reader, base, tip)
            commit = self._commit(reader, start, proposal)
        if commit is None or (commit == tip and old):
            return Published(proposal.branch, tip, base.commit, moved=False, built_upon=start.built_upon)
        keep()
        move_ref(self._git, ref, commit, old, f"exp propose: run {proposal.run}")
        return Published(
            proposal.branch, commit, base.commit, True, start.set_aside, built_upon=start.built_upon
        )

    def _commit(self, reader: ObjectReader, start: _Start, proposal: Proposal) -> str | None:
        """Store the commit and return its id, None where the parent holds everything already."""
        objects = self._objects(self._git, self._layout)
        new = blobs_of({file.path: file.text for file in proposal.files}, objects)
        tree = put(reader, objects, start.parent.tree, {**start.carried, **new})
        if tree == start.parent.tree:
            return None
        seconds = max(seconds_of(proposal.at), start.parent.seconds, start.seconds)
        message = with_runs(proposal.message, (*start.runs, proposal.run))
        return make_commit(objects, tree, [start.parent.id], seconds, message)

    def _start(self, reader: ObjectReader, base: Base, tip: str | None) -> _Start:
        """Decide what the new commit stands on (issue 2, item 10)."""
        bottom = commit_at(reader, base.commit)
        if tip is None:
            return _Start(bottom)
        top = commit_at(reader, tip)
        parting = merge_base(self._git, base.commit, tip)
        if self._afresh or parting == tip:
            return _Start(bottom, set_aside=tip)
        upon = _Start(top, built_upon=True)
        if parting is None:
            return upon
        changes = changes_between(self._git, parting, tip)
        there = {change.path: _blob(reader, bottom.tree, change.path) for change in changes}
        if changes and all(there[change.path] == change.after for change in changes):
            return _Start(bottom, set_aside=tip)
        open_changes = [change for change in changes if there[change.path] != change.after]
        disputed = any(there[change.path] != change.before or change.after is None for change in open_changes)
        if not is_own(top) or top.parents != (parting,) or disputed:
            return upon
        carried = {
            change.path.decode("utf-8", "surrogateescape"): change.after
            for change in open_changes
            if change.after
        }
        return _Start(bottom, carried, runs_of(top), seconds=top.seconds)

    def _ref(self, branch: str) -> str:
        """Return the branch's ref. Raises UsageError where it can't carry proposals."""
        ref = f"refs/heads/{branch}"
        fits = branch != "HEAD" and not branch.startswith("-")
        if not fits or self._git.call("check-ref-format", ref).status:
            raise UsageError("--branch", f"`{shown(branch)}` is no valid branch name")
        default = default_branch(self._git)
        if branch in {one.name for one in (self._base, default) if one}:
            raise UsageError(
                "--branch", f"`{branch}` is what proposals stand on", "give a branch of their own"
            )
        return ref

    def _check_free(self, ref: str, branch: str) -> None:
        """Raise RepositoryError where moving the branch would pull it away from under someone."""
        place = holder(self._git, self._layout, ref)
        if place:
            raise RepositoryError(
                branch, f"is checked out in {shown(place)}", "switch to another branch there"
            )

    def _tip(self, ref: str) -> str | None:
        """Return the commit that the branch points to."""
        found = refs(self._git, ref).get(ref)
        if found and found.target:
            raise RepositoryError(
                ref, f"only stands for {shown(found.target)}", "remove it: git symbolic-ref -d " + ref
            )
        return found.commit if found else None


def changes_between(git: Git, before: str, after: str) -> list[Change]:
    """Return the files that differ between two commits or trees, by path."""
    ask = ("diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")
    words = git.run(*ask, before, after).split(b"\0")[:-1]
    changes = []
    for line, path in zip(words[::2], words[1::2], strict=True):
        _, _, old, new, _ = line.decode().split(" ")
        changes.append(Change(path, old if old.strip("0") else None, new if new.strip("0") else None))
    return changes


def is_own(commit: Commit) -> bool:
    """Return whether the commit is as exp made it.

    Amending, rebasing, cherry-picking and GitHub's buttons all leave the author and put in another committer.
    """
    return commit.committer_email == EMAIL and bool(runs_of(commit))


def runs_of(commit: Commit) -> tuple[str, ...]:
    """Return the runs that a commit names in its trailers, the last paragraph."""
    return tuple(_RUN_LINE.findall(commit.message.rstrip().split("\n\n")[-1]))


def commit_at(reader: ObjectReader, name: str) -> Commit:
    """Return a commit. Raises RepositoryError where this clone does not have it."""
    commit = read_commit(reader, name)
    if commit is None:
        raise RepositoryError(name, "this commit is not in this clone", "fetch it: git fetch")
    return commit


def _blob(reader: ObjectReader, tree: str, path: bytes) -> str | None:
    entry = reader.entry(tree, path)
    return entry.id if entry and not entry.is_folder else None


def check_path(path: str) -> None:
    """Raise RecordError for a path that is no clean place inside the store."""
    parts = path.split("/")
    clean = all(part not in {"", ".", ".."} and part.lower() != ".git" for part in parts)
    if parts[0] != STORE or len(parts) < 2 or not clean or not path.isprintable():
        raise RecordError(shown(path), f"is no place inside {STORE}/")


def with_runs(words: str, runs: tuple[str, ...]) -> str:
    """Return the commit message with the runs as trailers, each once."""
    body = words.rstrip()
    *_, last = body.split("\n\n")
    trailers = "\n\n" in body and all(_TRAILER_LINE.fullmatch(line) for line in last.split("\n"))
    return (
        body + ("\n" if trailers else "\n\n") + "\n".join(f"{TRAILER}: {run}" for run in dict.fromkeys(runs))
    )
