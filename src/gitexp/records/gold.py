"""Gold: what a person expects of a discussion, row by row, or nothing; and a set of such cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gitexp.records.discussion import Discussion
from gitexp.records.experience import Lens
from gitexp.records.garbage import GarbageKind
from gitexp.records.skipped import Skipped

DESCRIPTION = "pull_request.body"
"""The turn that never makes a pair alone (DESIGN.md section 12)."""


@dataclass(frozen=True)
class GoldRow:
    """One experience that is expected. `turns` are turn ids, or what stands in them after the last colon."""

    id: str
    case: str
    lens: Lens
    when: str
    what: str
    turns: tuple[str, ...]
    why: str = ""
    names: tuple[str, ...] = ()
    """Symbols and paths as spelled: what counts where the languages differ."""
    optional: bool = False

    @property
    def text(self) -> str:
        """Return the words that are compared."""
        return f"{self.when} {self.what}"

    def cites(self, turn: str) -> bool:
        """Return whether the row names this turn, by its whole id or by what stands after the last colon."""
        return turn in self.turns or turn.rpartition(":")[2] in self.turns


@dataclass(frozen=True)
class GoldCase:
    """What is expected of one discussion: rows, or nothing because of a kind of garbage."""

    name: str
    rows: tuple[GoldRow, ...] = ()
    none: bool = False
    kind: GarbageKind | None = None
    hash: str = ""
    """Stands for the discussion's file and all that gold says of it: a case that was changed is another one."""


@dataclass(frozen=True)
class CaseSet:
    """Cases with their discussions. `hash` stands for them all."""

    cases: tuple[GoldCase, ...]
    discussions: tuple[Discussion[str], ...]
    names: Mapping[str, str] = field(default_factory=dict)
    """The name of the case of each discussion, by the discussion's id."""
    hash: str = ""
    skipped: tuple[Skipped, ...] = ()

    @property
    def required(self) -> int:
        """Return how many rows must be found."""
        return sum(not row.optional for case in self.cases for row in case.rows)
