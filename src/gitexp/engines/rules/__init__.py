"""The `rules` engine: deterministic, offline, extractive. It cuts what people wrote and never rewords it."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.arcs import arcs
from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.exclusions import DESCRIBES
from gitexp.engines.rules.likeness import likeness
from gitexp.engines.rules.lore import decisions, without_decisions
from gitexp.engines.rules.placing import placing
from gitexp.engines.rules.reverts import lesson
from gitexp.engines.rules.topics import topics as matters
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.text import Redacted


class RulesEngine:
    """Implements `ports.Engine` by rules alone."""

    judge = Judge("rules")

    def group(self, discussions: Sequence[Discussion[Redacted]]) -> Sequence[Sequence[tuple[str, ...]]]:
        """Return each discussion's matters as turn ids."""
        return [arcs(one) if one.kind == "session" else matters(one) for one in discussions]

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate]]:
        """Return what each topic teaches, verbatim; nothing is the normal answer."""
        return [self._learnt(topic) for topic in topics]

    def _learnt(self, topic: Topic[Redacted]) -> Sequence[Candidate]:
        if topic.discussion.kind == "history":
            return lesson(topic)
        if topic.discussion.kind == "commit":
            told = [one for one in candidates(without_decisions(topic)) if DESCRIBES not in one.trail.lacks]
            return [*decisions(topic), *told]
        return candidates(topic)

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion]:
        """Keep: what the rules can exclude, extraction has excluded; the default of review is keep."""
        return [Opinion(keep=True) for _ in asked]

    def compare(self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]) -> Sequence[Likeness]:
        """Return how the two statements of each pair relate, by their words."""
        return [likeness(one, other) for one, other in pairs]

    def place(self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]) -> Sequence[Placement]:
        """Return what each candidate does to which of those beside it, by their words."""
        return [placing(candidate, standing) for candidate, standing in asked]
