"""What the history of this clone tells of experiences: the commits that name them, and the lines that commits changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenCommit:
    """A commit as git tells it. `at` is its author's time in UTC, `named` the values of its `Experience` trailers."""

    id: str
    parents: tuple[str, ...]
    at: str
    author: str = ""
    email: str = ""
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileLines:
    """One file of a commit's diff: the lines that it adds and removes, and those that stay beside them.

    `old_path` is its name before, "" for a new file.
    """

    path: str
    old_path: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
