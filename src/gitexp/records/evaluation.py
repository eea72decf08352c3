"""One call of `exp evaluate`: its runs, and how the first of them compares with an earlier evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gitexp.records.figures import Extraction, Outcome, Scored, Threshold
from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class Earlier:
    """What is kept of an earlier evaluation: its outcomes, and the cases they are about."""

    cases: tuple[Scored, ...]
    hashes: Mapping[str, str]
    """By the name of a case, what stands for its content."""
    case_set: str = ""
    judged: bool = False


@dataclass(frozen=True)
class Worse:
    """A figure that is worse than the baseline's, over the cases that both have."""

    figure: str
    before: float
    now: float


@dataclass(frozen=True)
class Change:
    """A row or candidate that is newly wrong, or newly right, at one threshold; None where there was none."""

    threshold: Threshold
    one: Scored
    before: Outcome | None
    now: Outcome | None
    wrong: bool
    """Whether it is wrong now."""


@dataclass(frozen=True)
class Comparison:
    """What changed against an earlier evaluation, case by case, over the cases that both have."""

    common: int
    worse: tuple[Worse, ...] = ()
    newly_wrong: tuple[Change, ...] = ()
    newly_right: tuple[Change, ...] = ()
    not_compared: tuple[str, ...] = ()
    """Cases that only one of both has, or that were changed."""
    other_judge: bool = False
    """One was judged by words and the other by verdicts."""


@dataclass(frozen=True)
class Evaluation:
    """One call of `exp evaluate`."""

    engine: str
    case_set: str
    hashes: Mapping[str, str]
    runs: tuple[Extraction, ...]
    with_verdicts: bool = False
    skipped: tuple[Skipped, ...] = ()
    comparison: Comparison | None = None
    seconds: float = 0.0

    @property
    def extraction(self) -> Extraction:
        """Return the first run: a deterministic engine needs no other."""
        return self.runs[0]
