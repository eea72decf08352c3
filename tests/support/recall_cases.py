"""Answers to recall cases for tests, and a desk that answers as it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from gitexp.ports import Index
from gitexp.records.applicability import Applicability, Missing
from gitexp.records.card import Card
from gitexp.records.experience import Standing
from gitexp.records.facts import Facts
from gitexp.records.figures_recall import Asked, Handed
from gitexp.records.question import Question
from gitexp.records.recall_cases import QuestionKind
from gitexp.records.recollection import Recalled, Recollection


def an_answer(kind: QuestionKind, given: str = "", right: str = "", **more: Any) -> Asked:
    """Return how a question was answered; `given` and `right` are ids of one letter each."""
    handed = tuple(Handed(name) for name in given)
    return Asked(
        **{"id": "q1", "kind": kind, "language": "en", "right": tuple(right), "given": handed, **more}
    )


def recalled(name: str, value: str = "applicable", score: float = 0.5) -> Recalled:
    """Return one experience as recall gives it."""
    applies = Applicability(
        cast(Any, value),
        ("it is there",),
        ("must: a lamp (there is none)",) if value == "blocked" else (),
        (Missing("a lamp is lit", "is it?"),) if value == "unknown" else (),
    )
    return Recalled(
        Card(0, name, f"About {name}", "w", "what"), applies, score, ("shares lamp",), 10, 0.4, 0.3
    )


def a_recollection(applicable: str = "", unknown: str = "", blocked: str = "") -> Recollection:
    """Return an answer with these experiences in it, an id of one letter each."""
    groups = ((applicable, "applicable"), (unknown, "unknown"), (blocked, "blocked"))
    some = [tuple(recalled(name, value) for name in names) for names, value in groups]
    return Recollection(some[0], some[1], some[2], Facts(), "good" if applicable else "none", 3)


class FakeDesk:
    """Implements `Desk`: `answers` by the question's words; with `--all` those of `whole` where there are any."""

    def __init__(
        self, answers: Mapping[str, Recollection], whole: Mapping[str, Recollection] | None = None
    ) -> None:
        self.answers = answers
        self.whole = whole or {}
        self.indexed: list[Sequence[Standing[str]]] = []
        self.questions: list[Question] = []

    def index(self, standing: Sequence[Standing[str]]) -> Index:
        self.indexed.append(standing)
        return cast(Index, None)

    def recall(self, question: Question, index: Index) -> Recollection:
        self.questions.append(question)
        answer = self.answers[question.words]
        return self.whole.get(question.words, answer) if question.all else answer
