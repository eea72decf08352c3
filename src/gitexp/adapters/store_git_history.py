"""Asks the history of the store: which experiences people deleted, and who brought each file in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_commits import EMAIL
from gitexp.adapters.store_git_tree import STORE
from gitexp.records.recollection import Approval

_QUIET = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-abbrev", "--raw", "-z")
_MARK = b"\x01"
"""Begins a commit's line: no path of git and no raw line can begin so."""


@dataclass(frozen=True)
class Deleted:
    """A file that a commit deleted, and the blob it had."""

    path: str
    blob: str


@dataclass(frozen=True)
class _Change:
    """One raw line of git's diff."""

    old: str
    new: str
    path: str


@dataclass(frozen=True)
class _Brought:
    """A commit of the first-parent history: who took it in, and its committer's e-mail."""

    id: str
    person: str
    date: str
    committer: str
    parents: str


def deleted(git: Git, tips: Sequence[str], limit: int) -> list[Deleted]:
    """Return what was deleted from the store in the history of these commits, newest first.

    The whole history is walked: git's shortened one leaves out the side branch in which someone
    added a file, deleted it and merged the rest.
    """
    if not tips:
        return []
    found: dict[str, Deleted] = {}
    asked = (
        "log",
        "--full-history",
        "--diff-merges=off",
        "--diff-filter=D",
        "--format=",
        "--ignore-missing",
        *_QUIET,
    )
    with contextlib.closing(git.stream(*asked, *tips, "--", STORE)) as records:
        for change in _changes(records):
            if isinstance(change, _Change):
                found.setdefault(change.path, Deleted(change.path, change.old))
            if len(found) == limit:
                break
    return list(found.values())


def approvals(git: Git, layout: Layout, commit: str, paths: Sequence[str]) -> dict[str, Approval]:
    """Return for each path the newest commit on the first-parent history that brought its present content.

    The commits at the border of a shallow clone seem to bring everything, so they approve nothing; nor does
    exp's own commit, which a fast-forward leaves there.
    """
    wanted = set(paths)
    found: dict[str, Approval] = {}
    form = f"--format={_MARK.decode()}%H%x00%aN%x00%aI%x00%aE%x00%cE%x00%cN%x00%P%x00"
    asked = (
        "log",
        "--first-parent",
        "--diff-merges=first-parent",
        form,
        *_QUIET,
        commit,
        "--",
        *sorted(wanted),
    )
    if not wanted:
        return {}
    with contextlib.closing(git.stream(*asked)) as records:
        by = Approval("", "", "")
        unknown = False
        for item in _changes(records):
            if isinstance(item, _Brought):
                by = Approval(item.person, item.date, item.id)
                # A fast-forward leaves exp's own commit there, and no trace of the person who took it.
                unknown = item.committer == EMAIL or (layout.shallow and not item.parents)
            elif item.path in wanted and item.old != item.new:
                wanted.discard(item.path)
                if not unknown:
                    found[item.path] = by
            if not wanted:
                break
    return found


def _changes(records: Iterator[bytes]) -> Iterator[_Change | _Brought]:
    """Yield commits and the changes that follow each."""
    for record in records:
        # With -z git puts a line end between a commit's own line and its first change.
        word = record.lstrip(b"\n")
        if word.startswith(_MARK):
            author, date, mail, committer, name, parents = (
                next(records, b"").decode("utf-8", "replace") for _ in range(6)
            )
            # A rebase keeps exp as the author; the person who took it is the committer then.
            person = name if mail == EMAIL else author
            yield _Brought(word[1:].decode(), person, date, committer, parents)
        elif word.startswith(b":"):
            _, _, old, new, _ = word.split(b" ")
            yield _Change(old.decode(), new.decode(), next(records, b"").decode("utf-8", "surrogateescape"))
