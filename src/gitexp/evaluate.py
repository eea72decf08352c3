"""Evaluate: run the engine over fixed cases and measure what it found against what people expect (DESIGN.md section 12).

discussions -> redact -> group -> extract -> settle -> review -> dedup -> measure
pairs -> redact -> dedup -> measure
new texts and what stands -> redact -> merge -> measure
questions and a store -> recall -> measure
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.evaluation import Earlier, Evaluation, Measured, Unanswered
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.figures import Extraction
from gitexp.records.figures_governance import Dedup, Merge
from gitexp.records.figures_recall import Recalling
from gitexp.records.gold import CaseSet, Pairs, Placements
from gitexp.records.llm import Spent
from gitexp.records.outline import Outline
from gitexp.records.recall_cases import RecallSet
from gitexp.records.sighting import Sighted
from gitexp.records.skipped import Skipped
from gitexp.records.tree import Tree
from gitexp.steps.compare_figures import compared as compared_figures
from gitexp.steps.compare_recall import with_questions
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import dedup
from gitexp.steps.extract import extract
from gitexp.steps.group import group
from gitexp.steps.judge import Answers
from gitexp.steps.measure import measure
from gitexp.steps.measure_chains import measure_chains
from gitexp.steps.measure_pairs import measure_pairs
from gitexp.steps.measure_placements import measure_placements
from gitexp.steps.measure_recall import Desk, measure_recall
from gitexp.steps.redact import redact
from gitexp.steps.review import kept, review, unreviewed
from gitexp.steps.score import said
from gitexp.steps.settle import settle

SAME_EACH_TIME = "rules"
"""The engine of which one run tells all."""
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
    engines: Callable[[int], Engine],
    tell: Tell,
    *,
    runs: int = 1,
    answers: Answers | None = None,
    before: Earlier | None = None,
    threshold: float = 0.0,
    spent: Callable[[int], Spent | None] | None = None,
    desk: Desk | None = None,
) -> Evaluation:
    """Return the figures of each run, and how the first one compares with an earlier evaluation.

    `engines` gives the engine of a run by its number, from 1: each run is made of its own answers. Of `rules`, which
    never differs, one run is made. `answers` are a judge's yes and no on pairs: with them meaning decides in place of
    words. `spent` tells what a run cost, once it is over (None where no language model was asked). A figure is worse
    where it fell by more than `threshold`. `desk` is where recall is asked, which needs no engine: once, for all runs.
    """
    engine = engines(1)
    many = 1 if engine.judge.engine == SAME_EACH_TIME else runs
    made = [measured(cases, engine, tell, answers)]
    for number in range(2, many + 1):
        made.append(measured(cases, engines(number), tell, answers))
    if spent:
        made = [replace(one, spent=spent(number)) for number, one in enumerate(made, 1)]
    recalled = recalling(cases.recall, desk, tell) if desk and cases.recall.cases else None
    made = [replace(one, recall=recalled) for one in made]
    hashes = {case.name: case.hash for case in cases.cases}
    judged, first = answers is not None, made[0]
    comparison = None
    if before is not None:
        nothing = frozenset(case.name for case in cases.cases if case.none)
        scored = first.extraction.cases if first.extraction else ()
        comparison = compared_figures(
            scored,
            hashes,
            nothing,
            before,
            judged=judged,
            answers=first.answers,
            judge=engine.judge,
            threshold=threshold,
        )
        comparison = with_questions(comparison, first.asked, before.asked, threshold)
    return Evaluation(
        engine.judge,
        cases.hashes,
        hashes,
        tuple(made),
        judged,
        cases.skipped,
        comparison,
        threshold=threshold,
        asked_runs=runs,
    )


def measured(cases: CaseSet, engine: Engine, tell: Tell, answers: Answers | None = None) -> Measured:
    """Return what one run over the cases measured, in each layer that there are cases of."""
    extracted = extraction(cases, engine, tell, answers) if cases.cases else None
    dedup_figures = deduping(cases.pairs, engine, tell) if cases.pairs.cases else None
    merge_figures = merging(cases.placements, engine, tell) if cases.placements.cases else None
    made = Measured(extracted, dedup_figures, merge_figures)
    left_out = extracted.left_out if extracted else ()
    failed = [Unanswered("extraction", one.where, one.what) for one in left_out if is_failed(one)]
    if dedup_figures:
        failed += [Unanswered("dedup", one.where, one.what) for one in dedup_figures.unanswered]
    failed += [Unanswered(one.layer, one.id, one.failed) for one in made.answers if one.failed]
    return replace(made, failed=tuple(failed))


def is_failed(one: Skipped) -> bool:
    """Return whether something was left out because the engine gave no answer."""
    return one.what.startswith(ENGINE_FAILED)


def deduping(pairs: Pairs, engine: Engine, tell: Tell) -> Dedup:
    """Return how the pairs that stand alone were answered, and which texts of a chain share a clique."""
    tell("dedup")
    chains = measure_chains(pairs, engine)
    return Dedup((*measure_pairs(pairs, engine), *chains.answers), chains.texts, chains.failed)


def merging(placements: Placements, engine: Engine, tell: Tell) -> Merge:
    """Return what was decided about each new text."""
    tell("merge")
    return Merge(measure_placements(placements, engine))


def recalling(cases: RecallSet, desk: Desk, tell: Tell) -> Recalling:
    """Return how recall answers each question."""
    tell("recall")
    return measure_recall(cases, desk)


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
