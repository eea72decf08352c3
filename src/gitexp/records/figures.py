"""Figures: what an evaluation measured (DESIGN.md section 12), and how it compares with an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from gitexp.records.mistakes import Mistake
from gitexp.records.skipped import Skipped

Outcome = Literal["found", "missed", "right", "optional", "wrong"]
"""Of a row: found or missed. Of a candidate: right, optional (counts neither way) or wrong."""
Threshold = Literal["wide", "proposing"]


@dataclass(frozen=True)
class Figures:
    """The figures for one set of candidates."""

    produced: int
    matched: int
    optional: int
    """Candidates that match an optional row: they count neither way."""
    required: int
    false_from_none: int
    found: int | None = None
    """Rows matched, where that differs from the candidates that match: a lens counts rows by theirs."""

    @property
    def precision(self) -> float:
        """Return matched / (produced less those that count neither way); 0 where nothing was produced."""
        return _share(self.matched, self.produced - self.optional)

    @property
    def rows_found(self) -> int:
        """Return how many required rows were matched."""
        return self.matched if self.found is None else self.found

    @property
    def recall(self) -> float:
        """Return matched required rows / required rows."""
        return _share(self.rows_found, self.required)

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def garbage_rate(self) -> float:
        """Return candidates from discussions that teach nothing / produced."""
        return _share(self.false_from_none, self.produced)


GATED = ("recall", "precision", "f1", "garbage_rate")
"""The figures of extraction that a baseline holds."""
LESS_IS_BETTER = frozenset(
    {
        *("garbage_rate", "bridged", "overridden"),
        *("silence", "false_injection", "blocked_leakage", "unknown_leakage"),
    }
)
"""Of which figures less is better; of all others more."""
COUNTS = frozenset({"bridged", "overridden", "blocked_leakage"})
"""Of which figures none may be: no threshold allows one more."""
Layer = Literal["extraction", "dedup", "merge", "recall"]
"""What is measured, each by cases of its own."""


def _share(part: int, whole: int) -> float:
    return part / whole if whole > 0 else 0.0


@dataclass(frozen=True)
class Both:
    """The figures at both thresholds: of all candidates, and of those that are proposed."""

    wide: Figures
    proposing: Figures

    def at(self, threshold: Threshold) -> Figures:
        """Return the figures at one threshold."""
        return self.wide if threshold == "wide" else self.proposing


@dataclass(frozen=True)
class FromNothing:
    """What came from discussions that teach nothing for one reason."""

    discussions: int
    with_false: int
    candidates: int
    proposed: int


@dataclass(frozen=True)
class Scored:
    """One gold row or one candidate, and how it came out. `key` is stable over runs and versions."""

    key: str
    case: str
    wide: Outcome
    proposing: Outcome | None
    """None for a candidate that is not proposed."""
    row: str | None = None
    candidate: str | None = None
    words: str = ""
    optional: bool = False

    def at(self, threshold: Threshold) -> Outcome | None:
        """Return the outcome at one threshold."""
        return self.wide if threshold == "wide" else self.proposing

    def wrong_at(self, threshold: Threshold) -> bool:
        """Return whether it is a mistake: a required row that was missed, or a candidate that is wrong."""
        return self.at(threshold) == "wrong" or (self.at(threshold) == "missed" and not self.optional)


@dataclass(frozen=True)
class Pairing:
    """A candidate and a row that cite a common turn: what a judge on meaning is asked about."""

    key: str
    case: str
    row: str
    candidate: str
    expected: str
    given: str


@dataclass(frozen=True)
class Extraction:
    """What one run measured of extraction."""

    whole: Both
    evidence_only: Both
    curve: tuple[Figures, ...]
    lenses: Mapping[str, Both]
    garbage: Mapping[str, FromNothing]
    full_form: Both
    comments_only: Both
    baselines: Mapping[str, Figures]
    cases: tuple[Scored, ...] = ()
    errors: tuple[Mistake, ...] = ()
    unjudged: tuple[Pairing, ...] = ()
    """Pairs on which no judge has said yes or no; without `--verdicts` all of them."""
    judged: int = 0
    left_out: tuple[Skipped, ...] = ()

    def gated(self) -> dict[str, float]:
        """Return the figures that a baseline holds, at both thresholds."""
        thresholds: tuple[Threshold, ...] = get_args(Threshold)
        return {
            f"{threshold}.{name}": float(getattr(self.whole.at(threshold), name))
            for threshold in thresholds
            for name in GATED
        }

    @property
    def best_baseline(self) -> tuple[str, Figures]:
        """Return the trivial baseline with the highest F1."""
        return max(self.baselines.items(), key=lambda item: item[1].f1)

    @property
    def over_baseline(self) -> float | None:
        """Return the wide F1 / that of the best trivial baseline; None where no baseline finds anything."""
        best = self.best_baseline[1].f1
        return self.whole.wide.f1 / best if best else None
