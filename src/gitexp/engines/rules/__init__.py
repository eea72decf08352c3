"""The `rules` engine: deterministic, offline, extractive. It cuts what people wrote and never rewords it."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.arcs import arcs
from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.exclusions import DESCRIBES
from gitexp.engines.rules.likeness import likeness
from gitexp.engines.rules.lore import decisions, without_decisions
from gitexp.engines.rules.reverts import lesson
from gitexp.engines.rules.topics import topics
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.finding import Finding
from gitexp.records.judgement import Likeness, Opinion
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

SHORTLIST = 5


class RulesEngine:
    """Implements `ports.Engine` by rules alone."""

    name = "rules"

    def group(self, discussion: Discussion[Redacted]) -> Sequence[tuple[str, ...]]:
        """Return the discussion's matters as turn ids."""
        return arcs(discussion) if discussion.kind == "session" else topics(discussion)

    def extract(self, topic: Topic[Redacted]) -> Sequence[Candidate]:
        """Return what one topic teaches, verbatim; nothing is the normal answer."""
        if topic.discussion.kind == "history":
            return lesson(topic)
        if topic.discussion.kind == "commit":
            told = [one for one in candidates(without_decisions(topic)) if DESCRIBES not in one.trail.lacks]
            return [*decisions(topic), *told]
        return candidates(topic)

    def review(self, candidate: Candidate, findings: Sequence[Finding]) -> Opinion:
        """Keep: what the rules can exclude, extraction has excluded; the default of review is keep."""
        return Opinion(keep=True)

    def compare(self, one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
        """Return how two statements relate, by their words."""
        return likeness(one, other)

    def shortlist(
        self, candidate: Candidate, standing: Sequence[Standing[Redacted]]
    ) -> Sequence[Standing[Redacted]]:
        """Return the standing experiences that share a place or most words with the candidate, the nearest first."""
        words = content_words(f"{candidate.when} {candidate.what}")
        ranked: list[tuple[float, str, Standing[Redacted]]] = []
        for one in standing:
            others = content_words(f"{one.experience.when} {one.experience.what}")
            share = len(words & others) / max(1, min(len(words), len(others)))
            place = bool(set(candidate.paths) & set(one.experience.scope.paths))
            if share >= 0.5 or (place and share >= 0.25):
                ranked.append((-share, one.path, one))
        return [one for _, _, one in sorted(ranked, key=lambda row: row[:2])[:SHORTLIST]]
