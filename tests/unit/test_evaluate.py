"""The use case: which candidates count at which threshold, in which order, over how many runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gitexp.evaluate import NoTree, evaluate, extraction, measured
from gitexp.ports import Engine
from gitexp.records.candidate import Candidate, Trail
from gitexp.records.discussion import Discussion
from gitexp.records.evaluation import Earlier
from gitexp.records.failed import Failed
from gitexp.records.garbage import Exclusion
from gitexp.records.gold import CaseSet, GoldCase, GoldRow, Pairs, Placements
from gitexp.records.governance_cases import Known, PairCase, PlacementCase, Words
from gitexp.records.judgement import Judge, Opinion
from gitexp.records.llm import Spent
from gitexp.records.mentions import mention
from gitexp.records.skipped import Skipped
from gitexp.steps.look_up import look_up
from support.fakes import SAME, FakeEngine
from support.talk import a_candidate, a_discussion, a_turn

RULE = "Retry only GET, because POST is not idempotent."
OTHER = "Close the socket first, since the pool counts open ones."
ROWS = (
    GoldRow("R1", "shop", "logic", "When sending requests", "Retry only GET, never POST", ("1",)),
    GoldRow("R2", "shop", "logic", "When ending", "Close the socket before the pool", ("1",)),
)


def quiet(step: str) -> None:
    """Tell nobody."""


def a_case_set(*rows: GoldRow) -> CaseSet:
    said = a_discussion(a_turn(f"{RULE} {OTHER}"))
    raw = Discussion[str](said.id, said.kind, said.repo, said.title, said.turns, author=said.author)
    cases = (GoldCase("shop", rows, none=not rows, hash="h1"),)
    return CaseSet(cases, (raw,), {said.id: "shop"}, "set", (Skipped("x.json:3", "is no JSON"),))


def an_engine(*candidates: Candidate, opinion: Opinion | None = None, alike: bool = False) -> FakeEngine:
    whats = frozenset(str(one.what) for one in candidates)
    pairs = {whats: SAME} if alike else {}
    return FakeEngine(groups=[("review_comment:1",)], candidates=candidates, opinion=opinion, alike=pairs)


def test_what_lacks_something_counts_at_the_wide_threshold_alone():
    weak = replace(a_candidate(OTHER), trail=Trail(lacks=(Exclusion("one_off", "this diff alone"),)))

    made = extraction(a_case_set(*ROWS), an_engine(a_candidate(RULE), weak), quiet)

    assert (2, 2) == (made.whole.wide.produced, made.whole.wide.matched)
    assert (1, 1) == (made.whole.proposing.produced, made.whole.proposing.matched)


def test_what_review_drops_does_not_count():
    dropped = Opinion(keep=False, reason="common_knowledge", words="any linter says so")

    made = extraction(a_case_set(*ROWS), an_engine(a_candidate(RULE), opinion=dropped), quiet)

    assert 0 == made.whole.wide.produced


def test_of_what_dedup_holds_for_the_same_one_is_proposed_and_all_are_candidates():
    made = extraction(a_case_set(*ROWS), an_engine(a_candidate(RULE), a_candidate(OTHER), alike=True), quiet)

    assert (2, 1) == (made.whole.wide.produced, made.whole.proposing.produced)


def test_the_curve_takes_the_fewest_exclusions_first_and_then_the_strongest():
    one, two = Exclusion("one_off", "this diff alone"), Exclusion("missing_context", "points elsewhere")
    weakest = replace(a_candidate(OTHER), score=9.0, trail=Trail(lacks=(one, two)))
    weak = replace(a_candidate(RULE), score=1.0, trail=Trail(lacks=(one,)))

    made = extraction(a_case_set(ROWS[0]), an_engine(weakest, weak), quiet)

    assert [0, 1, 2] == [point.produced for point in made.curve]
    assert [0, 1, 1] == [point.matched for point in made.curve]


def test_what_extract_leaves_out_is_kept():
    invented = a_candidate("Nobody said this.")

    made = extraction(a_case_set(*ROWS), an_engine(invented), quiet)

    assert [
        "left out: a quote of review_comment:1 does not stand there word for word: Nobody said this."
    ] == [skip.what for skip in made.left_out]


def always(engine: Engine) -> Callable[[int], Engine]:
    """Return what gives the same engine to each run."""
    return lambda run: engine


class OtherEachTime(FakeEngine):
    """An engine with a model behind it, which learns something in the first run alone."""

    judge = Judge("model", "some-model", ("extract 1 abcd",))


def test_each_run_has_an_engine_and_figures_of_its_own_and_the_steps_are_told():
    told: list[str] = []
    asked: list[int] = []
    once = {1: [a_candidate(RULE)]}

    def engines(run: int) -> Engine:
        asked.append(run)
        return OtherEachTime(groups=[("review_comment:1",)], candidates=once.get(run, []))

    made = evaluate(
        a_case_set(*ROWS), engines, told.append, runs=3, spent=lambda run: Spent(calls=run, prompt_tokens=10)
    )

    assert 3 * ["redact", "group", "extract", "settle", "review", "dedup", "measure"] == told
    assert [1, 2, 3] == asked
    assert [0.5, 0.0, 0.0] == [run.gated["extraction"]["wide.recall"] for run in made.runs]
    assert ([1, 2, 3], 6, 30) == (
        [run.spent.calls for run in made.runs if run.spent],
        made.spent and made.spent.calls,
        made.spent and made.spent.tokens,
    )
    assert ("model", "some-model", {"extraction": "set"}, "set", {"shop": "h1"}) == (
        made.judge.engine,
        made.judge.model,
        dict(made.case_sets),
        made.case_set,
        dict(made.hashes),
    )
    assert [Skipped("x.json:3", "is no JSON")] == list(made.skipped)
    assert made.comparison is None


def test_of_the_rules_one_run_is_made_however_many_are_asked_for():
    made = evaluate(a_case_set(*ROWS), always(an_engine(a_candidate(RULE))), quiet, runs=3)

    assert (1, 3, None) == (len(made.runs), made.asked_runs, made.spent)


def test_a_discussion_that_was_not_answered_teaches_nothing_and_is_listed():
    engine = FakeEngine(groups=[("review_comment:1",)], failing="the reply was empty")

    made = evaluate(a_case_set(*ROWS), always(engine), quiet)

    [failed] = made.first.failed
    assert ("extraction", "engine_failed: the reply was empty") == (failed.layer, failed.what)
    assert 0.0 == made.first.gated["extraction"]["wide.recall"]


def test_against_its_own_outcomes_nothing_is_worse():
    cases, engine = a_case_set(*ROWS), always(an_engine(a_candidate(RULE)))
    first = evaluate(cases, engine, quiet)
    assert first.first.extraction

    again = evaluate(cases, engine, quiet, before=Earlier(first.first.extraction.cases, first.hashes))

    assert again.comparison is not None
    assert (1, (), (), ()) == (
        again.comparison.common,
        again.comparison.worse,
        again.comparison.newly_wrong,
        again.comparison.newly_right,
    )


def test_an_engine_that_learns_nothing_any_more_is_worse():
    cases = a_case_set(*ROWS)
    first = evaluate(cases, always(an_engine(a_candidate(RULE))), quiet)
    assert first.first.extraction

    before = Earlier(first.first.extraction.cases, first.hashes)
    again = evaluate(cases, always(an_engine()), quiet, before=before)
    allowed = evaluate(cases, always(an_engine()), quiet, before=before, threshold=1.0)

    assert again.comparison is not None and allowed.comparison is not None
    assert {"wide.recall", "proposing.recall", "wide.f1"} <= {one.figure for one in again.comparison.worse}
    assert {("wide", "shop R1"), ("proposing", "shop R1")} == {
        (change.threshold, change.one.key) for change in again.comparison.newly_wrong
    }
    assert () == allowed.comparison.worse


def test_only_the_layers_that_have_cases_are_measured():
    pair = PairCase("P1", Words("When retrying", RULE), Words("When retrying", RULE), duplicate=True)
    cases = CaseSet((), (), pairs=Pairs((pair,), {"P1": "h"}, "set"))

    made = evaluate(cases, always(FakeEngine()), quiet)

    assert (None, None, {"dedup": "set"}) == (made.first.extraction, made.first.merge, dict(made.case_sets))
    assert {"dedup": {"recall": 1.0, "precision": 1.0, "f1": 1.0}} == made.first.gated


def test_without_a_tree_nothing_is_found_or_missing():
    findings = look_up([mention("a.py"), mention("A.b")], NoTree())

    assert [("unverifiable", "cases have no tree")] * 2 == [(one.answer, one.reason) for one in findings]


def test_what_was_not_answered_in_dedup_and_merge_is_listed_by_layer():
    failed = Failed("the reply was cut off")
    one, other = Words("When retrying", RULE), Words("When retrying", "Never retry POST, only GET is safe.")
    cases = CaseSet(
        (),
        (),
        pairs=Pairs((PairCase("P1", one, other, duplicate=True),), {}, "p"),
        placements=Placements((PlacementCase("M1", one, (Known("e", other),), "skip", "e"),), {}, "m"),
    )
    engine = FakeEngine(alike={frozenset({one.what, other.what}): failed}, placement=failed)

    made = measured(cases, engine, quiet)

    assert [("dedup", "P1"), ("merge", "M1")] == [(one.layer, one.where) for one in made.failed]
    assert [0.0, 0.0] == [made.gated["dedup"]["f1"], made.gated["merge"]["f1"]]
