"""Gold: what a person expects of a discussion, row by row, or nothing; and a set of cases, for each layer its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from gitexp.records.discussion import Discussion
from gitexp.records.experience import Lens
from gitexp.records.figures import Layer
from gitexp.records.garbage import GarbageKind
from gitexp.records.governance_cases import PairCase, PlacementCase
from gitexp.records.recall_cases import RecallSet
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
class Pairs:
    """The cases of dedup. `hashes` stands for the content of each, by its id, `hash` for all."""

    cases: tuple[PairCase[str], ...] = ()
    hashes: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""
    identical: frozenset[str] = frozenset()
    """The pairs of which people say that `what` and `when` are identical."""


@dataclass(frozen=True)
class Placements:
    """The cases of merge. `hashes` stands for the content of each, by its id, `hash` for all."""

    cases: tuple[PlacementCase[str], ...] = ()
    hashes: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""


@dataclass(frozen=True)
class CaseSet:
    """Cases of extraction with their discussions, of dedup, merge and recall. `hash` stands for those of extraction."""

    cases: tuple[GoldCase, ...]
    discussions: tuple[Discussion[str], ...]
    names: Mapping[str, str] = field(default_factory=dict)
    """The name of the case of each discussion, by the discussion's id."""
    hash: str = ""
    skipped: tuple[Skipped, ...] = ()
    pairs: Pairs = field(default_factory=Pairs)
    placements: Placements = field(default_factory=Placements)
    recall: RecallSet = field(default_factory=RecallSet)

    @property
    def hashes(self) -> dict[Layer, str]:
        """Return what stands for the cases of each layer that there are any of."""
        have = (
            bool(some) for some in (self.cases, self.pairs.cases, self.placements.cases, self.recall.cases)
        )
        layers: tuple[Layer, ...] = get_args(Layer)
        hashes = (self.hash, self.pairs.hash, self.placements.hash, self.recall.hash)
        return {layer: one for layer, one, some in zip(layers, hashes, have, strict=True) if some}

    @property
    def required(self) -> int:
        """Return how many rows must be found."""
        return sum(not row.optional for case in self.cases for row in case.rows)
