"""The use case: which candidates count at which threshold, in which order, over how many runs."""

from __future__ import annotations

from dataclasses import replace

from gitexp.evaluate import NoTree, evaluate, extraction
from gitexp.records.candidate import Candidate, Trail
from gitexp.records.discussion import Discussion
from gitexp.records.evaluation import Earlier
from gitexp.records.garbage import Exclusion
from gitexp.records.gold import CaseSet, GoldCase, GoldRow
from gitexp.records.judgement import Opinion
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

    assert ["left out: a quote of review_comment:1 does not stand there word for word"] == [
        skip.what for skip in made.left_out
    ]


def test_each_run_is_measured_and_the_steps_are_told():
    told: list[str] = []

    made = evaluate(a_case_set(*ROWS), an_engine(a_candidate(RULE)), told.append, runs=3)

    assert 3 == len(made.runs)
    assert 3 * ["redact", "group", "extract", "settle", "review", "dedup", "measure"] == told
    assert (made.runs[0], "rules", "set", {"shop": "h1"}) == (
        made.runs[2],
        made.engine,
        made.case_set,
        made.hashes,
    )
    assert [Skipped("x.json:3", "is no JSON")] == list(made.skipped)
    assert made.comparison is None


def test_against_its_own_outcomes_nothing_is_worse():
    cases, engine = a_case_set(*ROWS), an_engine(a_candidate(RULE))
    first = evaluate(cases, engine, quiet)

    again = evaluate(cases, engine, quiet, before=Earlier(first.extraction.cases, first.hashes))

    assert again.comparison is not None
    assert (1, (), (), ()) == (
        again.comparison.common,
        again.comparison.worse,
        again.comparison.newly_wrong,
        again.comparison.newly_right,
    )


def test_an_engine_that_learns_nothing_any_more_is_worse():
    cases = a_case_set(*ROWS)
    first = evaluate(cases, an_engine(a_candidate(RULE)), quiet)

    again = evaluate(cases, an_engine(), quiet, before=Earlier(first.extraction.cases, first.hashes))

    assert again.comparison is not None
    assert {"wide.recall", "proposing.recall", "wide.f1"} <= {one.figure for one in again.comparison.worse}
    assert {("wide", "shop R1"), ("proposing", "shop R1")} == {
        (change.threshold, change.one.key) for change in again.comparison.newly_wrong
    }


def test_without_a_tree_nothing_is_found_or_missing():
    findings = look_up([mention("a.py"), mention("A.b")], NoTree())

    assert [("unverifiable", "cases have no tree")] * 2 == [(one.answer, one.reason) for one in findings]
