"""What a new change record is held against: what stands, what waits on the proposal branch, what was refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from gitexp.ports import Engine
from gitexp.records.change_record import (
    ChangeRecord,
    StandingChange,
)
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.redact_change import redacted_change


class ChangeStore(Protocol):
    """The change records of this repository, as files."""

    def held(self) -> tuple[Sequence[StandingChange[str]], Sequence[Skipped]]:
        """Return what stands in the commit that proposals stand on, and what could not be read."""
        ...

    def pending(self, branch: str) -> Sequence[StandingChange[str]]:
        """Return what the proposal branch adds or changes, waiting for a person."""
        ...

    def refused(self, branch: str) -> Sequence[StandingChange[str]]:
        """Return what a person has deleted from the store or from a proposal."""
        ...

    def text_of(self, record: ChangeRecord[Redacted]) -> Redacted:
        """Return the file's text, checked against its schema. Raises RecordError where it does not fit."""
        ...


@dataclass(frozen=True)
class Changes:
    """What proposing records needs: their store, and an engine that extracts nothing but rejected alternatives."""

    store: ChangeStore
    engine: Engine


@dataclass(frozen=True)
class ChangeStock:
    """What a new record is held against, and what of the store could not be read."""

    standing: Sequence[StandingChange[str]] = ()
    pending: Sequence[StandingChange[str]] = ()
    refused: Sequence[StandingChange[str]] = ()
    unread: Sequence[Skipped] = ()
    refused_keys: Collection[str] = ()
    """Identities that people refused, of which no file is left."""

    @classmethod
    def of(
        cls,
        changes: Changes | None,
        branch: str,
        *,
        closed: bool = False,
        anew: bool = False,
        refused_keys: Collection[str] = (),
    ) -> ChangeStock:
        """Return the stock; where the proposal's pull request was closed, what waited on its branch was refused.

        Where the branch is made `anew`, what it holds is decided about again.
        """
        if changes is None:
            return cls()
        standing, unread = changes.store.held()
        pending, refused = changes.store.pending(branch), changes.store.refused(branch)
        waiting, gone = ((), (*pending, *refused)) if closed else (() if anew else pending, refused)
        return cls(standing, waiting, gone, unread, refused_keys)

    @property
    def waiting(self) -> tuple[ChangeRecord[Redacted], ...]:
        """Return what is on the proposal branch since earlier runs, redacted: people write files too."""
        return tuple(redacted_change(one.record) for one in self.pending)

    @property
    def blobs(self) -> tuple[str, ...]:
        """Return what stands for all of it in the name of a run."""
        return tuple(one.blob for some in (self.standing, self.pending, self.refused) for one in some)
