"""What moved between this clone and a remote, what stayed here and why, and what of usage is shared."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class RefMove:
    """A ref under `refs/exp/`, by the name that the remote gives it; None where it was not, or is no more."""

    ref: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class LeftHere:
    """A ref that was not pushed, and why. `refused` where the remote did not take it."""

    ref: str
    why: str
    refused: bool = False


@dataclass(frozen=True)
class UsageShare:
    """This clone's events as its ref holds them once they are shared: `added` of them are new.

    `commit` is where the ref stands, None where nothing was ever shared. `over` events did not fit into their month.
    """

    ref: str
    commit: str | None
    recalls: int = 0
    outcomes: int = 0
    added: int = 0
    size: int = 0
    first: str = ""
    last: str = ""
    over: int = 0
    example: str = ""
    """The newest event, as it is shared."""

    @property
    def events(self) -> int:
        """Return how many events there are."""
        return self.recalls + self.outcomes


@dataclass(frozen=True)
class Synced:
    """What came of a sync with one remote."""

    remote: str
    fetched: tuple[RefMove, ...] = ()
    pushed: tuple[RefMove, ...] = ()
    left: tuple[LeftHere, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    usage: UsageShare | None = None
    """None where usage is switched off."""
