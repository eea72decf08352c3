"""Evaluate: run the engine over fixed cases and measure what it found against what people expect (DESIGN.md section 12).

cases -> redact -> group -> extract -> settle -> review -> dedup -> measure
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.evaluation import Earlier, Evaluation
from gitexp.records.figures import Extraction
from gitexp.records.gold import CaseSet
from gitexp.records.outline import Outline
from gitexp.records.sighting import Sighted
from gitexp.records.tree import Tree
from gitexp.steps.compare_figures import compared as compared_figures
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import dedup
from gitexp.steps.extract import extract
from gitexp.steps.group import group
from gitexp.steps.judge import Answers
from gitexp.steps.measure import measure
from gitexp.steps.redact import redact
from gitexp.steps.review import kept, review, unreviewed
from gitexp.steps.score import said
from gitexp.steps.settle import settle

Tell = Callable[[str], None]
"""Progress: called with the name of each step as it begins."""


class NoTree:
    """Implements `Symbols` where there is no tree to look into: every finding is unverifiable."""

    lacking = "cases have no tree"

    def tree(self) -> Tree:
        """Return that there are no paths."""
        return Tree(())

    def sighted(self, texts: Collection[str]) -> Sighted:
        """Return that nothing was seen."""
        return Sighted()

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        """Return nothing."""
        return {}

    def text(self, path: str) -> str | None:
        """Return that there is no file."""
        return None

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        """Return nothing."""
        return frozenset()


def evaluate(
    cases: CaseSet,
    engine: Engine,
    tell: Tell,
    *,
    runs: int = 1,
    answers: Answers | None = None,
    before: Earlier | None = None,
) -> Evaluation:
    """Return the figures of each run, and how the first one compares with an earlier evaluation.

    `answers` are a judge's yes and no on pairs: with them meaning decides in place of words.
    """
    made = tuple(extraction(cases, engine, tell, answers) for _ in range(runs))
    hashes = {case.name: case.hash for case in cases.cases}
    judged = answers is not None
    comparison = None
    if before is not None:
        nothing = frozenset(case.name for case in cases.cases if case.none)
        comparison = compared_figures(made[0].cases, hashes, nothing, before, judged=judged)
    return Evaluation(engine.judge.engine, cases.hash, hashes, made, judged, cases.skipped, comparison)


def extraction(cases: CaseSet, engine: Engine, tell: Tell, answers: Answers | None = None) -> Extraction:
    """Return what one run over the cases measured."""
    tell("redact")
    discussions, _ = redact(cases.discussions)
    tell("group")
    topics, ungrouped = group(discussions, engine)
    tell("extract")
    candidates, _, left_out = extract(topics, engine)
    tell("settle")
    compared = Compared(engine)
    candidates = settle(candidates, discussions, compared)
    tell("review")
    verdicts = review(candidates, NoTree(), engine)
    candidates = kept(verdicts)
    tell("dedup")
    survivors = [clique.survivor for clique in dedup(candidates, compared)]
    # The wide threshold counts what `exp propose --json` calls candidates, the proposing one what it decides to
    # create: a duplicate that dedup takes in is found all the same, and is not proposed twice.
    proposed = frozenset(one.id for one in survivors if one.proposable)
    tell("measure")
    produced = said(_proposed_first(candidates, proposed), cases.names, proposed)
    return replace(
        measure(cases, discussions, topics, produced, answers),
        left_out=(*ungrouped, *left_out, *unreviewed(verdicts), *compared.failed),
    )


def _proposed_first(candidates: Sequence[Candidate], proposed: frozenset[str]) -> list[Candidate]:
    """Order them as the curve counts them, and as the pipeline does: the fewest exclusions, then the strongest."""
    return sorted(
        candidates, key=lambda one: (one.id not in proposed, len(one.trail.lacks), -one.score, one.id)
    )
