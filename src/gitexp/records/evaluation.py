"""One call of `exp evaluate`: its runs, and how the first of them compares with an earlier evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gitexp.records.figures import Extraction, Layer, Outcome, Scored, Threshold
from gitexp.records.figures_governance import Answered, Dedup, Merge
from gitexp.records.figures_recall import Asked, Recalling
from gitexp.records.ids import content_hash
from gitexp.records.judgement import Judge
from gitexp.records.llm import Spent
from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class Earlier:
    """What is kept of an earlier evaluation: its outcomes, the cases they are about, and what stood behind them."""

    cases: tuple[Scored, ...]
    hashes: Mapping[str, str]
    """By the name of a case of extraction, what stands for its content."""
    case_set: str = ""
    judged: bool = False
    answers: tuple[Answered, ...] = ()
    """Of dedup and merge; their texts are not kept."""
    judge: Judge | None = None
    asked: tuple[Asked, ...] = ()
    """The questions to recall; what was given is kept by its id alone."""


@dataclass(frozen=True)
class Worse:
    """A figure that is worse than the baseline's by more than may be, over the cases that both have."""

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
class Turned:
    """A case of dedup or merge that is newly wrong, or newly right."""

    before: Answered
    now: Answered

    @property
    def wrong(self) -> bool:
        """Return whether it is wrong now."""
        return self.now.wrong


@dataclass(frozen=True)
class TurnedQuestion:
    """A question to recall that is newly answered wrong, or newly right."""

    before: Asked
    now: Asked

    @property
    def wrong(self) -> bool:
        """Return whether it is answered wrong now."""
        return self.now.wrong


@dataclass(frozen=True)
class Difference:
    """Something that stands behind both evaluations and is not the same: engine, model, or a prompt."""

    what: str
    before: str
    now: str


@dataclass(frozen=True)
class Comparison:
    """What changed against an earlier evaluation, case by case, over the cases that both have."""

    common: int
    """Cases of extraction."""
    worse: tuple[Worse, ...] = ()
    newly_wrong: tuple[Change, ...] = ()
    newly_right: tuple[Change, ...] = ()
    not_compared: tuple[str, ...] = ()
    """Cases that only one of both has, or that were changed."""
    other_judge: bool = False
    """One was judged by words and the other by verdicts."""
    turned: tuple[Turned, ...] = ()
    common_answers: int = 0
    """Cases of dedup and merge."""
    differences: tuple[Difference, ...] = ()
    turned_questions: tuple[TurnedQuestion, ...] = ()
    common_questions: int = 0


@dataclass(frozen=True)
class Unanswered:
    """A question that the engine gave no answer to."""

    layer: Layer
    where: str
    what: str


@dataclass(frozen=True)
class Measured:
    """What one run measured, in the layers that there are cases of; its figures come from its own answers."""

    extraction: Extraction | None = None
    dedup: Dedup | None = None
    merge: Merge | None = None
    failed: tuple[Unanswered, ...] = ()
    spent: Spent | None = None
    """None where no language model was asked."""
    recall: Recalling | None = None

    @property
    def gated(self) -> dict[Layer, dict[str, float]]:
        """Return the figures that a baseline holds, by layer."""
        layers: tuple[tuple[Layer, Extraction | Dedup | Merge | Recalling | None], ...] = (
            ("extraction", self.extraction),
            ("dedup", self.dedup),
            ("merge", self.merge),
            ("recall", self.recall),
        )
        return {layer: one.gated() for layer, one in layers if one is not None}

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Return how the questions to recall were answered."""
        return self.recall.answers.asked if self.recall else ()

    @property
    def answers(self) -> tuple[Answered, ...]:
        """Return how the cases of dedup and merge were answered."""
        of_dedup = self.dedup.answers if self.dedup else ()
        return (*of_dedup, *(self.merge.answers if self.merge else ()))


@dataclass(frozen=True)
class Evaluation:
    """One call of `exp evaluate`."""

    judge: Judge
    case_sets: Mapping[Layer, str]
    hashes: Mapping[str, str]
    runs: tuple[Measured, ...]
    with_verdicts: bool = False
    skipped: tuple[Skipped, ...] = ()
    comparison: Comparison | None = None
    seconds: float = 0.0
    threshold: float = 0.0
    asked_runs: int = 1
    """How many runs were asked for: an engine that never differs makes one."""

    @property
    def first(self) -> Measured:
        """Return the first run: a deterministic engine needs no other."""
        return self.runs[0]

    @property
    def case_set(self) -> str:
        """Return what stands for all cases."""
        sets = list(self.case_sets.values())
        return sets[0] if len(sets) == 1 else content_hash(*sets)

    @property
    def spent(self) -> Spent | None:
        """Return what all runs cost together."""
        some = [run.spent for run in self.runs if run.spent is not None]
        return sum(some[1:], some[0]) if some else None
