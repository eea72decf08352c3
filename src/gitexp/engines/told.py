"""Told: an engine that answers from what another job noted. Each answer is outside data, held to what is asked here.

What the answers may and may not say of a candidate stands in `borne_out`. Beyond it nothing here trusts a count, an id
or an order: matters are parted by the group step, likenesses and placements are opinions that dedup and merge
decide about, and a placement finds its target by the id of what stands beside the candidate now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gitexp.engines.borne_out import borne_out
from gitexp.ports import Engine
from gitexp.records.artifact import Opinions, said
from gitexp.records.bot import key_of
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement, Relation
from gitexp.records.text import Redacted

KEEP = Opinion(keep=True)
_FLIPPED: dict[Relation, Relation] = {"contains": "contained", "contained": "contains"}


@dataclass(frozen=True)
class Told:
    """Implements `ports.Engine`. What nobody answered `fallback` is asked, but what can be learnt: that was not said."""

    opinions: Opinions
    fallback: Engine

    @property
    def judge(self) -> Judge:
        """Return what stood behind the answers."""
        return self.opinions.judge

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        """Return each discussion's matters."""
        known = self.opinions.matters
        others = [one for one in discussions if one.id not in known]
        cut = iter(self.fallback.group(others) if others else ())
        return [known[one.id] if one.id in known else next(cut) for one in discussions]

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        """Return what was told of each topic, as it bears it out; of what was not told nothing is learnt."""
        extractive = self.judge.engine == "rules"
        return [[borne_out(one, topic, extractive=extractive) for one in self._of(topic)] for topic in topics]

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        """Return what was said of each candidate. A drop says why; the default is keep."""
        return [self._review(candidate) for candidate, _ in asked]

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        """Return how the two statements of each pair relate."""
        known = [self._likeness(said(one), said(other)) for one, other in pairs]
        others = [pair for pair, answer in zip(pairs, known, strict=True) if answer is None]
        compared = iter(self.fallback.compare(others) if others else ())
        return [next(compared) if answer is None else answer for answer in known]

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Return what each candidate does to which of those beside it."""
        known = [self._placement(candidate, beside) for candidate, beside in asked]
        others = [one for one, answer in zip(asked, known, strict=True) if answer is None]
        placed = iter(self.fallback.place(others) if others else ())
        return [next(placed) if answer is None else answer for answer in known]

    def _of(self, topic: Topic[Redacted]) -> Sequence[Candidate]:
        """Return what was told of a topic. Where turns came or went since, what cites those that are there."""
        home, here = topic.discussion.id, tuple(turn.id for turn in topic.turns)
        exact = self.opinions.candidates.get((home, here))
        if exact is not None:
            return exact
        turns = frozenset(here)
        told = self._by_discussion.get(home, ())
        return [one for one in told if one.evidence and turns.issuperset(item.turn for item in one.evidence)]

    @cached_property
    def _by_discussion(self) -> dict[str, list[Candidate]]:
        found: dict[str, list[Candidate]] = {}
        for (discussion, _), told in self.opinions.candidates.items():
            found.setdefault(discussion, []).extend(told)
        return found

    def _review(self, candidate: Candidate) -> Opinion:
        told = self.opinions.reviews.get((key_of(candidate), said(candidate.statement)), KEEP)
        return KEEP if told.keep or told.reason is None else told

    def _likeness(self, one: str, other: str) -> Likeness | None:
        found = self.opinions.likenesses.get((one, other))
        if found is None and (turned := self.opinions.likenesses.get((other, one))) is not None:
            return replace(turned, what=_FLIPPED.get(turned.what, turned.what))
        return found

    def _placement(self, candidate: Candidate, beside: Sequence[Standing[Redacted]]) -> Placement | None:
        """Return the placement; None where nothing was told, or its target does not stand here now."""
        answer, target = self.opinions.placements.get(key_of(candidate), (None, None))
        if answer is None:
            return None
        if answer.action == "create":
            return Placement("create", None, answer.words)
        at = next((place for place, one in enumerate(beside) if one.experience.id == target), None)
        return None if at is None else replace(answer, target=at)
