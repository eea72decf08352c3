"""What the history tells: commits, and reverts with the reason someone gave."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Commit:
    """One commit. `at` is the author date, ISO 8601; `body` is the message without its subject."""

    id: str
    author: str
    at: str
    subject: str
    body: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class Texts:
    """Commits whose message says more than what it did, newest first, and what was not looked at.

    The body of each is the prose alone, and below it the decision trailers, a line each.
    """

    found: tuple[Commit, ...]
    looked_at: int
    limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reverted:
    """A commit that takes another back. `original` is None where the reverted commit is not in this history.

    `relanded_by` is the id of a later commit that brings it back; such a change was not taken back for good.
    `reason` is what the revert's author wrote beyond git's own words, "" where nobody said why.
    """

    commit: Commit
    original: Commit | None
    reason: str
    relanded_by: str | None = None


@dataclass(frozen=True)
class Reverts:
    """The reverts that were seen, newest first, and what was not looked at."""

    found: tuple[Reverted, ...]
    looked_at: int
    """How many commits' messages were read."""
    limits: tuple[str, ...] = ()
