"""Carried on: candidates of earlier runs that take part again, as they were taken then, checked against the code of now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gitexp.ports import Engine
from gitexp.records.bot import Carried, key_of
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.text import Redacted
from gitexp.steps.merge import Origin


def carried_on(
    carried: Sequence[Carried], candidates: Sequence[Candidate]
) -> tuple[tuple[Candidate, ...], tuple[Discussion[Redacted], ...]]:
    """Return the candidates of earlier runs under names of their own, and the discussions that they cite.

    One that this run has taken again from the same turns is left out: the newer reading counts.
    """
    again = {key_of(one) for one in candidates}
    waited = [one for one in carried if one.key not in again]
    sources: dict[str, Discussion[Redacted]] = {}
    for one in waited:
        found = sources.setdefault(one.source.id, one.source)
        known = {turn.id for turn in found.turns}
        more = tuple(turn for turn in one.source.turns if turn.id not in known)
        sources[one.source.id] = replace(found, turns=(*found.turns, *more))
    return tuple(_named(one) for one in waited), tuple(sources.values())


def origins(carried: Sequence[Carried]) -> Mapping[str, Origin]:
    """Return of each candidate of an earlier run what judged it, and in which run."""
    return {_name(one): (one.judge, one.run) for one in carried}


def _named(one: Carried) -> Candidate:
    trail = replace(one.candidate.trail, waits="")
    return replace(one.candidate, id=_name(one), trail=trail)


def _name(one: Carried) -> str:
    """Return its id of then, by which it keeps its place among equals, and its key: nothing of this run is called so."""
    return f"{one.candidate.id}~{one.key}"


class KeepAll(Engine):
    """Says keep: what was reviewed once is only held against the code again."""

    @property
    def judge(self) -> Judge:
        """Return that nobody judges."""
        return Judge("rules")

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion]:
        """Return that each is kept."""
        return [Opinion(keep=True) for _ in asked]

    def group(self, discussions: Sequence[Discussion[Redacted]]) -> Sequence[Sequence[tuple[str, ...]]]:
        """Return no matters."""
        return [() for _ in discussions]

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate]]:
        """Return nothing."""
        return [() for _ in topics]

    def compare(self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]) -> Sequence[Likeness]:
        """Return that all are different."""
        return [Likeness("different", same_when=False, same_conclusion=False) for _ in pairs]

    def place(self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]) -> Sequence[Placement]:
        """Return that each stands alone."""
        return [Placement("create") for _ in asked]
