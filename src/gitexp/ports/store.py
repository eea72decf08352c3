"""The store, the branch that carries proposals to people, and what is kept of runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.episode import Episode
    from gitexp.records.experience import Experience, Standing
    from gitexp.records.proposal import Proposal, Published
    from gitexp.records.recollection import Approval
    from gitexp.records.run import Run
    from gitexp.records.skipped import Skipped
    from gitexp.records.store_file import StoreFile
    from gitexp.records.text import Redacted


class Store(Protocol):
    """The experiences of this repository, as files."""

    def standing(self, *, worktree: bool = False) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what is served (DESIGN.md section 4), by path, and what could not be read.

        `worktree` adds what lies in the work tree and is not served, marked unapproved.
        """
        ...

    def pending(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that the proposal branch adds or changes, waiting for a person."""
        ...

    def held(self) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what stands in the commit that proposals stand on, wherever HEAD is, and what could not be read."""
        ...

    def refused(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that a person has deleted from the store or from a proposal."""
        ...

    def known_text(self) -> str:
        """Return what the project already tells every reader: README, AGENTS.md and the like at the base."""
        ...

    def rewritable(self, one: Standing[Redacted]) -> bool:
        """Return whether rewriting the file would lose nothing that a person wrote into it (comments, own order)."""
        ...

    def text_of(self, experience: Experience[Redacted]) -> Redacted:
        """Return the experience as the one writer writes it, checked against its schema.

        Raises RecordError where it does not fit: an invalid file is never written.
        """
        ...

    def approvals(self, paths: Sequence[str]) -> dict[str, Approval]:
        """Return who brought each path onto the default branch, where that can be told."""
        ...


class StoreFiles(Protocol):
    """Every file of the store at one revision, whether it is served or not."""

    def files(self) -> tuple[Sequence[StoreFile], Sequence[Skipped]]:
        """Return the files by path, and what could not be looked at."""
        ...


class Publisher(Protocol):
    """Carries a proposal to people."""

    def publish(self, proposal: Proposal, keep: Callable[[], object]) -> Published:
        """Put the files as one commit on the proposal branch, by compare-and-swap; the work tree is not touched.

        `keep` is called when all is decided and stored, just before the branch moves: what the branch names
        must be readable by then.

        Raises RepositoryError where the branch is checked out or was moved meanwhile.
        """
        ...


class Ledger(Protocol):
    """Keeps runs (`refs/exp/runs`), and what was refused (`refs/exp/ledger`)."""

    def record(self, run: Run) -> str:
        """Keep a run and return where; the same run twice is kept once."""
        ...

    def refuse(self, refused: Sequence[Standing[str]]) -> None:
        """Remember what people refused by closing its pull request."""
        ...

    def private(self) -> frozenset[str]:
        """Return the hex of each experience that a kept run proposed from a private discussion."""
        ...


class Journal(Protocol):
    """Keeps episodes (`refs/exp/journal/<clone>`); the work tree is never touched, and none is ever recalled."""

    def keep(self, episode: Episode[Redacted]) -> bool:
        """Keep an episode of this clone, by compare-and-swap; False where it stands already."""
        ...

    def episodes(self) -> tuple[Sequence[Episode[str]], Sequence[Skipped]]:
        """Return the episodes of all clones that are known here, oldest first, each once, and what is unreadable."""
        ...
