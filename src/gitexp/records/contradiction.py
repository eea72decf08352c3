"""A contradiction: two statements that can't both be followed, and which one of them the code at HEAD follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gitexp.records.text import Redacted

Side = Literal["new", "old"]
"""The new statement, or the one that stands."""
Follows = Literal["new", "old", "both", "neither", "unknown"]
Stands = Literal["in_force", "waiting", "proposed"]
"""Where the old one stands: on the default branch, on the proposal branch since earlier, or in this very run."""


@dataclass(frozen=True)
class Shown:
    """A line of the code that shows which statement is followed; `side` is None where it shows that neither is."""

    path: Redacted
    line: int
    text: Redacted
    side: Side | None = None


@dataclass(frozen=True)
class Followed:
    """Which of two statements the code follows, and where it shows; `reason` says why that can't be told."""

    answer: Follows
    reason: str = ""
    places: tuple[Shown, ...] = ()

    def of(self, side: Side | None) -> tuple[Shown, ...]:
        """Return the places that show one side, or that neither is followed."""
        return tuple(place for place in self.places if place.side == side)


@dataclass(frozen=True)
class Contradiction:
    """What people are asked to decide, beside the words of both: exp never decides it."""

    followed: Followed
    stands: Stands = "in_force"
    since: str | None = None
    """The day since which the old one is in force (YYYY-MM-DD), where git tells it."""
    commit: str | None = None
    """The commit that brought it onto the default branch."""

    @classmethod
    def unknown(cls, reason: str) -> Contradiction:
        """Return one of which nothing is known but both sides' words."""
        return cls(Followed("unknown", reason))
