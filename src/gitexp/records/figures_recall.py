"""Figures of recall: what each question was answered, and what all answers together amount to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal, get_args

from gitexp.records.recall_cases import Half, QuestionKind

DEEP = 3
"""Among how many of the first a right one has to be."""
Miss = Literal[
    "nothing was given",
    "others were given",
    "the right one came too late",
    "given, where nothing is right",
    "given, and it does not hold here",
    "it does not hold here, and that is not told",
    "given, and nobody can tell whether it holds",
    "nobody can tell whether it holds, and that is not told",
    "others were given, where none is right",
]
"""What is wrong with an answer; an answer may have several."""
MISSES: tuple[Miss, ...] = get_args(Miss)


@dataclass(frozen=True)
class Handed:
    """One experience that an answer hands on, and why."""

    id: str
    title: str = ""
    score: float = 0.0
    place: float = 0.0
    matter: float = 0.0
    because: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """One question and its answer. `told`, `note` and `right_titles` are for people."""

    id: str
    kind: QuestionKind
    language: str
    across: bool = False
    right: tuple[str, ...] = ()
    given: tuple[Handed, ...] = ()
    unknown: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    tokens: int = 0
    hash: str = ""
    match: str = ""
    told: str = ""
    note: str = ""
    right_titles: Mapping[str, str] = field(default_factory=dict)
    whereabouts: Mapping[str, str] = field(default_factory=dict)
    """Where each right one is that was not given: its rank without gates, or why it has none."""

    @property
    def rank(self) -> int:
        """Return at which place the first right one is, 0 where none was given."""
        return next((place for place, one in enumerate(self.given, 1) if one.id in self.right), 0)

    @property
    def right_given(self) -> int:
        """Return how many right ones were given."""
        return sum(one.id in self.right for one in self.given)

    @property
    def leaked(self) -> bool:
        """Return whether what does not hold here, or what nobody can tell of, was given."""
        return self.kind in ("blocked", "unknown") and bool(self.rank)

    @property
    def explained(self) -> bool:
        """Return whether all it is about were said to be blocked, or unknown, as they are."""
        said = self.blocked if self.kind == "blocked" else self.unknown
        return all(one in said for one in self.right)

    @property
    def misses(self) -> tuple[Miss, ...]:
        """Return what is wrong with it."""
        match self.kind:
            case "answer":
                return self._answer_misses()
            case "nothing":
                return ("given, where nothing is right",) if self.given else ()
            case "blocked":
                own: tuple[Miss, ...] = ("given, and it does not hold here",) if self.leaked else ()
                own += () if self.explained else ("it does not hold here, and that is not told",)
            case "unknown":
                own = ("given, and nobody can tell whether it holds",) if self.leaked else ()
                own += () if self.explained else ("nobody can tell whether it holds, and that is not told",)
        others = len(self.given) > self.right_given
        return (*own, "others were given, where none is right") if others else own

    def _answer_misses(self) -> tuple[Miss, ...]:
        if not self.given:
            return ("nothing was given",)
        if not self.rank:
            return ("others were given",)
        return ("the right one came too late",) if self.rank > DEEP else ()

    @property
    def wrong(self) -> bool:
        """Return whether it fails at what it is for: found among the first, silent, held back, or told as unknown."""
        if self.kind == "answer":
            return not 0 < self.rank <= DEEP
        if self.kind == "nothing":
            return bool(self.given)
        return self.leaked or (self.kind == "unknown" and not self.explained)


@dataclass(frozen=True)
class Answers:
    """The answers to some questions, and their figures; a figure without questions is 0."""

    asked: tuple[Asked, ...] = ()

    def of(self, *kinds: QuestionKind) -> tuple[Asked, ...]:
        """Return the answers to questions of these kinds."""
        return tuple(one for one in self.asked if one.kind in kinds)

    @property
    def success_at_1(self) -> float:
        """Return the share of questions with an answer whose first one is right."""
        return _share(one.rank == 1 for one in self.of("answer"))

    @property
    def success_at_3(self) -> float:
        """Return the share of them with a right one among the first three."""
        return _share(0 < one.rank <= DEEP for one in self.of("answer"))

    @property
    def mrr(self) -> float:
        """Return the mean of 1 / the place of the first right one, 0 where none was given."""
        return _mean([1 / one.rank if one.rank else 0.0 for one in self.of("answer")])

    @property
    def silence(self) -> float:
        """Return the share of questions with an answer that got nothing."""
        return _share(not one.given for one in self.of("answer"))

    @property
    def recall(self) -> float:
        """Return of all right ones the share that was given."""
        some = self.of("answer")
        return _of(sum(one.right_given for one in some), sum(len(one.right) for one in some))

    @property
    def precision(self) -> float:
        """Return of all that was given where there is an answer the share that is right."""
        some = self.of("answer")
        return _of(sum(one.right_given for one in some), sum(len(one.given) for one in some))

    @property
    def false_injection(self) -> float:
        """Return the share of questions without an answer that were given something."""
        return _share(bool(one.given) for one in self.of("nothing"))

    @property
    def false_injection_all(self) -> float:
        """Return the same over all questions where nothing is right: what is blocked or unknown is not right either."""
        return _share(bool(one.given) for one in self.of("nothing", "blocked", "unknown"))

    @property
    def blocked_leakage(self) -> float:
        """Return the share of blocked questions that were given what does not hold."""
        return _share(one.leaked for one in self.of("blocked"))

    @property
    def blocked_found(self) -> float:
        """Return the share of blocked questions that were told what is blocked."""
        return _share(one.explained for one in self.of("blocked"))

    @property
    def unknown_leakage(self) -> float:
        """Return the share of unknown questions that were given what nobody can tell of."""
        return _share(one.leaked for one in self.of("unknown"))

    @property
    def unknown_found(self) -> float:
        """Return the share of unknown questions that were told what is unknown."""
        return _share(one.explained for one in self.of("unknown"))

    @property
    def injected(self) -> float:
        """Return how many experiences a question is given, on the mean."""
        return _mean([float(len(one.given)) for one in self.asked])

    @property
    def tokens(self) -> float:
        """Return how long an answer is that gives something, on the mean."""
        return _mean([float(one.tokens) for one in self.asked if one.given])

    def gated(self) -> dict[str, float]:
        """Return the figures that a baseline holds, of the kinds of questions there are."""
        return {
            name: float(getattr(self, name))
            for kind, names in GATED.items()
            if self.of(kind)
            for name in names
        }


GATED: Mapping[QuestionKind, tuple[str, ...]] = {
    "answer": ("success_at_1", "success_at_3", "mrr", "precision", "silence"),
    "nothing": ("false_injection",),
    "blocked": ("blocked_leakage", "blocked_found"),
    "unknown": ("unknown_leakage", "unknown_found"),
}
"""The figures of recall that a baseline holds, by the kind of question that they need."""
FIGURES = (
    *("success_at_1", "success_at_3", "mrr", "silence", "recall", "precision", "false_injection"),
    *("false_injection_all", "blocked_leakage", "blocked_found", "unknown_leakage", "unknown_found"),
    *("injected", "tokens"),
)
"""All figures, in the order they are told."""


@dataclass(frozen=True)
class Recalling:
    """What one run measured of recall; `baselines` by their name, over the same questions."""

    answers: Answers
    baselines: Mapping[str, Answers]
    experiences: int
    half: Half | None = None
    without_gold: tuple[str, ...] = ()

    @property
    def parts(self) -> Mapping[str, Answers]:
        """Return the answers by part: within each language, and across languages."""
        asked = self.answers.asked
        found = {
            language: Answers(tuple(one for one in asked if one.language == language and not one.across))
            for language in sorted({one.language for one in asked})
        }
        across = Answers(tuple(one for one in asked if one.across))
        return {**found, **({"across": across} if across.asked else {})}

    def gated(self) -> dict[str, float]:
        """Return the figures that a baseline holds."""
        return self.answers.gated()


def _of(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def _share(each: Iterable[bool]) -> float:
    return _mean([float(one) for one in each])
