"""Noted: passes every question on to an engine and notes its answers, for another run of the same policy to give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.ports import Engine
from gitexp.records.artifact import Opinions, said
from gitexp.records.bot import key_of
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.text import Redacted


class Noting:
    """Implements `ports.Engine`. An answer that did not come is passed on as such, and not noted.

    Of two answers under one name the first is noted.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._matters: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._candidates: dict[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = {}
        self._reviews: dict[tuple[str, str], Opinion] = {}
        self._likenesses: dict[tuple[str, str], Likeness] = {}
        self._placements: dict[str, tuple[Placement, str | None]] = {}

    @property
    def judge(self) -> Judge:
        """Return what stands behind the answers."""
        return self._engine.judge

    @property
    def opinions(self) -> Opinions:
        """Return all answers so far."""
        return Opinions(
            self.judge,
            dict(self._matters),
            dict(self._candidates),
            dict(self._reviews),
            dict(self._likenesses),
            dict(self._placements),
        )

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        """Return each discussion's matters."""
        answers = self._engine.group(discussions)
        for one, answer in zip(discussions, answers, strict=True):
            if not isinstance(answer, Failed):
                self._matters.setdefault(one.id, tuple(tuple(matter) for matter in answer))
        return answers

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        """Return what could be learnt from each topic."""
        answers = self._engine.extract(topics)
        for topic, answer in zip(topics, answers, strict=True):
            if not isinstance(answer, Failed) and answer:
                self._candidates.setdefault(_name(topic), tuple(answer))
        return answers

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        """Return whether S1 to S4 hold against each candidate."""
        answers = self._engine.review(asked)
        for (candidate, _), answer in zip(asked, answers, strict=True):
            if not isinstance(answer, Failed):
                self._reviews.setdefault((key_of(candidate), said(candidate.statement)), answer)
        return answers

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        """Return how the two statements of each pair relate."""
        answers = self._engine.compare(pairs)
        for (one, other), answer in zip(pairs, answers, strict=True):
            if not isinstance(answer, Failed):
                self._likenesses.setdefault((said(one), said(other)), answer)
        return answers

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Return for each candidate what it does to which one of the standing experiences beside it."""
        answers = self._engine.place(asked)
        for (candidate, beside), answer in zip(asked, answers, strict=True):
            if not isinstance(answer, Failed):
                self._placements.setdefault(key_of(candidate), _by_id(answer, beside))
        return answers


def _name(topic: Topic[Redacted]) -> tuple[str, tuple[str, ...]]:
    return topic.discussion.id, tuple(turn.id for turn in topic.turns)


def _by_id(answer: Placement, beside: Sequence[Standing[Redacted]]) -> tuple[Placement, str | None]:
    """Return the answer with its target by id: another run may hold other experiences beside the candidate."""
    at = answer.target
    target = beside[at].experience.id if at is not None and 0 <= at < len(beside) else None
    return replace(answer, target=None), target
