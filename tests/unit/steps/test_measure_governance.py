"""Measuring dedup and merge: pairs alone, chains together, cases of merge; asked for in as few questions as can be."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.gold import Pairs, Placements
from gitexp.records.governance_cases import Known, PairCase, PlacementCase, Words
from gitexp.records.judgement import Likeness, Placement
from gitexp.records.text import Redacted
from gitexp.steps.measure_chains import measure_chains
from gitexp.steps.measure_pairs import measure_pairs
from gitexp.steps.measure_placements import measure_placements
from support.fakes import SAME, FakeEngine

WHEN = "When the pump is stopped"
A, B, C = (Words(WHEN, f"Close the {name} valve before the pump") for name in ("first", "second", "third"))
OUT = Failed("the reply was cut off")


class Counting(FakeEngine):
    """Counts how often it is asked, whatever about."""

    calls = 0

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        self.calls += 1
        return super().compare(pairs)

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        self.calls += 1
        return super().place(asked)


def alike(*pairs: tuple[Words[str], Words[str]]) -> dict[frozenset[str], Likeness | Failed]:
    return {frozenset({one.what, other.what}): SAME for one, other in pairs}


def test_each_pair_that_stands_alone_is_asked_for_once_with_all_others():
    engine = Counting(alike={**alike((A, B)), frozenset({B.what, C.what}): OUT})
    cases = (PairCase("P1", A, B, True), PairCase("P2", A, C, True), PairCase("P3", B, C, False))

    made = measure_pairs(Pairs((*cases, PairCase("P4", A, B, True, chain="chain1"))), engine)

    assert [("P1", "same", False), ("P2", "separate", True), ("P3", "", True)] == [
        (one.id, one.given, one.wrong) for one in made
    ]
    assert ["", "", "engine_failed: the reply was cut off"] == [one.failed for one in made]
    assert 1 == engine.calls


def test_what_the_engine_says_of_a_pair_is_kept_for_the_one_who_looks_at_it():
    opposed = Likeness("contains", same_when=True, same_conclusion=False, opposed=True)

    [made] = measure_pairs(
        Pairs((PairCase("P1", A, B, True, "added", "one rule"),)),
        FakeEngine(alike={frozenset({A.what, B.what}): opposed}),
    )

    assert "what contains, when the same, conclusion of another kind, opposed" == made.words
    assert ("one rule", [A, B]) == (made.reason, [words for _, words in made.texts])


def a_chain() -> Pairs:
    cases = [PairCase("P1", A, B, True), PairCase("P2", B, C, True), PairCase("P3", A, C, False)]
    return Pairs(tuple(PairCase(c.id, c.one, c.other, c.duplicate, "chain1", chain="chain1") for c in cases))


def test_of_a_chain_the_ends_share_no_clique_where_the_engine_tells_them_apart():
    made = measure_chains(a_chain(), FakeEngine(alike=alike((A, B), (B, C))))

    assert ([False] * 3, 3) == ([one.wrong for one in made.answers], made.texts)
    assert 1 == sum(one.given == "same" for one in made.answers)


def test_of_a_chain_that_is_all_the_same_to_the_engine_the_ends_are_bridged():
    engine = Counting(alike=alike((A, B), (B, C), (A, C)))

    made = measure_chains(a_chain(), engine)

    assert ["P3"] == [one.id for one in made.answers if one.bridges]
    assert 1 == engine.calls


def test_a_pair_within_a_chain_that_no_answer_came_for_is_separate_and_listed():
    made = measure_chains(a_chain(), FakeEngine(alike={frozenset({A.what, B.what}): OUT}))

    assert ["separate"] * 3 == [one.given for one in made.answers]
    assert ["engine_failed: the reply was cut off"] == [one.what for one in made.failed]


KNOWN = (Known("exp-1", A), Known("exp-2", Words("When painting", "Use the blue one")))


def test_merge_decides_each_case_and_asks_about_all_at_once():
    engine = Counting(alike=alike((A, B)))
    cases = (
        PlacementCase("M1", B, KNOWN, "skip", "exp-1"),
        PlacementCase("M2", C, KNOWN, "update", "exp-1"),
        PlacementCase("M3", C, (), "create"),
    )

    made = measure_placements(Placements(cases), engine)

    assert [("skip", "exp-1"), ("create", None), ("create", None)] == [
        (one.given, one.given_target) for one in made
    ]
    assert [False, True, False] == [one.wrong for one in made]
    assert ["new", "exp-1"] == [name for name, _ in made[1].texts]
    assert 1 == engine.calls


def test_a_case_of_merge_that_no_answer_came_for_is_wrong_even_where_create_was_right():
    engine = FakeEngine(placement=OUT)

    [made] = measure_placements(Placements((PlacementCase("M1", C, KNOWN, "create"),)), engine)

    assert ("", True, "engine_failed: the reply was cut off") == (made.given, made.wrong, made.failed)


def test_an_engine_that_skips_what_contradicts_is_seen():
    engine = FakeEngine(placement=Placement("skip", 0, "the same, I think"))

    [made] = measure_placements(
        Placements((PlacementCase("M1", C, KNOWN[:1], "contradict", "exp-1"),)), engine
    )

    assert (True, "the same, I think") == (made.overrides, made.words)


def test_no_secret_of_a_case_reaches_an_engine_or_the_answer():
    token = "ghp_" + "a1B2" * 9
    engine = FakeEngine()
    words = Words(WHEN, f"Send {token} to the gauge")

    [made] = measure_pairs(Pairs((PairCase("P1", words, A, False),)), engine)

    assert token not in repr(engine.compared) + repr(made.texts)
    assert "Send [secret-1] to the gauge" == engine.compared[0][0]
