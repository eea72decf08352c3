"""Small fakes of the ports: three lines each, nothing patched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.judgement import Finding, Likeness, Opinion
from gitexp.records.text import Redacted

SAME = Likeness("identical", same_when=True, same_conclusion=True)
OTHER = Likeness("different", same_when=False, same_conclusion=False)


class FakeSymbols:
    """Finds the names it was given, nothing else; remembers what it was asked."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.asked: list[list[str]] = []

    def look_up(self, names: Sequence[str]) -> Sequence[Finding]:
        self.asked.append(list(names))
        return [
            Finding(name, "found", (self.known[name],))
            if name in self.known
            else Finding(name, "unverifiable")
            for name in names
        ]


class FakeEngine:
    """An engine whose answers a test sets; by default it keeps all, finds nothing alike and learns nothing."""

    name = "rules"

    def __init__(
        self,
        *,
        groups: Sequence[tuple[str, ...]] = (),
        candidates: Sequence[Candidate] = (),
        opinion: Opinion | None = None,
        alike: Mapping[frozenset[str], Likeness] | None = None,
    ) -> None:
        self.groups = groups
        self.candidates = candidates
        self.opinion = opinion or Opinion(keep=True)
        self.alike = alike or {}

    def group(self, discussion: Discussion[Redacted]) -> Sequence[tuple[str, ...]]:
        return self.groups

    def extract(self, topic: Topic[Redacted]) -> Sequence[Candidate]:
        return self.candidates

    def review(self, candidate: Candidate, findings: Sequence[Finding]) -> Opinion:
        return self.opinion

    def compare(self, one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
        if one.what == other.what:
            return SAME
        return self.alike.get(frozenset({str(one.what), str(other.what)}), OTHER)

    def shortlist(
        self, candidate: Candidate, standing: Sequence[Standing[Redacted]]
    ) -> Sequence[Standing[Redacted]]:
        return standing
