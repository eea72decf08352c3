"""A proposal: the branch, the files and the words that carry decisions to people."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.judgement import Decision
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class ProposedFile:
    """One file of the commit: its path in the repository and its whole text."""

    path: str
    text: Redacted


@dataclass(frozen=True)
class Mend:
    """A standing experience as it would be with the names that the code has today, and why it changes."""

    file: ProposedFile
    id: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Proposal:
    """Everything that is published, built whole before anything is written."""

    branch: str
    files: tuple[ProposedFile, ...]
    decisions: tuple[Decision, ...]
    title: Redacted
    body: Redacted
    message: Redacted
    at: str | None
    """The newest date of the input (ISO 8601): the commit's date, so that the same input gives the same commit."""
    run: str


@dataclass(frozen=True)
class Published:
    """What became of a proposal: the branch, its commit, the base it stands on, and what was left behind.

    `moved` is false when the branch already held exactly this. `set_aside` is the old tip where the
    branch started afresh.
    """

    branch: str
    commit: str | None
    base: str | None
    moved: bool
    set_aside: str | None = None
    built_upon: bool = False
