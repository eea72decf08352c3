"""Dedup separates by default and never bridges."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules import RulesEngine
from gitexp.records.failed import Failed
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Likeness
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import dedup, same
from gitexp.steps.redact import redacted
from support.fakes import OTHER, SAME, FakeEngine
from support.talk import a_candidate

UNSETTLED = Exclusion("insufficient_evidence", "not settled")


def named(name, **changes):
    return a_candidate(f"statement {name}", id=name, **changes)


def members(cliques):
    return {frozenset(member.id for member in clique.members) for clique in cliques}


def alike(*pairs):
    return {frozenset({f"statement {one}", f"statement {other}"}): SAME for one, other in pairs}


def test_no_bridging_a_like_b_and_b_like_c_never_joins_a_and_c():
    engine = FakeEngine(alike=alike("ab", "bc"))

    for order in permutations(named(name) for name in "abc"):
        assert {frozenset("ab"), frozenset("c")} == members(dedup(order, Compared(engine)))


def test_what_is_the_same_as_every_member_joins():
    engine = FakeEngine(alike=alike("ab", "bc", "ac"))

    assert {frozenset("abc")} == members(dedup([named(name) for name in "abc"], Compared(engine)))


@pytest.mark.parametrize(
    ("likeness", "expected"),
    [
        (Likeness("identical", same_when=True, same_conclusion=True), True),
        (Likeness("contains", same_when=True, same_conclusion=True), True),
        (Likeness("contained", same_when=True, same_conclusion=True), True),
        (Likeness("different", same_when=True, same_conclusion=True), False),
        (Likeness("identical", same_when=False, same_conclusion=True), False),
        (Likeness("identical", same_when=True, same_conclusion=False), False),
        (Likeness("identical", same_when=True, same_conclusion=True, opposed=True), False),
        (OTHER, False),
    ],
)
def test_the_same_needs_what_when_and_conclusion(likeness, expected):
    assert expected is same(likeness)


def test_the_survivor_is_the_proposable_one_then_the_one_with_a_reason_then_the_stronger():
    engine = FakeEngine(alike=alike("ab", "bc", "ac"))
    lacking = named(
        "a",
        score=9.0,
        trail=replace(named("a").trail, lacks=(UNSETTLED,)),
    )
    reasoned = named("b", why=redacted("Because it breaks."), score=1.0)
    strong = named("c", score=8.0)

    [clique] = dedup([lacking, strong, reasoned], Compared(engine))

    assert ["b", "c", "a"] == [member.id for member in clique.members]


@given(st.lists(st.sampled_from(["Never sleep in X.", "Never sleep in Y.", "Sleep in X."]), max_size=6))
def test_dedup_loses_nothing_and_of_equals_one_survives(texts):
    candidates = [a_candidate(text, id=f"{place}") for place, text in enumerate(texts)]

    cliques = dedup(candidates, Compared(RulesEngine()))

    assert sorted(c.id for c in candidates) == sorted(m.id for clique in cliques for m in clique.members)
    assert len(set(texts)) == len(cliques)


def test_the_order_of_the_input_does_not_change_the_survivors():
    candidates = [a_candidate("Never sleep in X.", id=name) for name in "abc"]

    survivors = {
        tuple(c.survivor.id for c in dedup(order, Compared(RulesEngine())))
        for order in permutations(candidates)
    }

    assert {("a",)} == survivors


class Counting(RulesEngine):
    """The rules, and how many pairs they were asked about at once."""

    def __init__(self):
        super().__init__()
        self.batches: list[int] = []

    def compare(self, pairs):
        self.batches.append(len(pairs))
        return super().compare(pairs)


def test_only_near_pairs_are_asked_about_all_in_one_go():
    engine = Counting()
    apart = [
        a_candidate(f"{word} {word}ing {word}ed {word}s", id=word, paths=(), when=redacted(f"Doing {word}"))
        for word in ("flush", "paint", "knead", "solder", "harvest")
    ]
    near = [
        a_candidate(
            f"Never sleep in the transport loop of {name}.", id=name, paths=(), when=redacted("Sending")
        )
        for name in ("mail", "print", "backup")
    ]

    cliques = dedup([*apart, *near], Compared(engine))

    assert 8 == len(cliques)
    assert [3] == engine.batches


def test_of_any_number_of_equal_candidates_one_survives_and_nobody_is_asked():
    for text in ("Never sleep in the transport loop.", "as it is", "。"):
        engine = Counting()
        many = [a_candidate(text, id=f"{place:02d}") for place in range(40)]

        [clique] = dedup(many, Compared(engine))

        assert [f"{place:02d}" for place in range(40)] == [member.id for member in clique.members]
        assert [] == engine.batches


def test_equal_candidates_of_two_repositories_are_two():
    here, there = named("a"), named("a", repo="acme/other")

    assert 2 == len(dedup([here, there], Compared(RulesEngine())))


def test_a_pair_without_an_answer_is_separate_and_told():
    engine = FakeEngine(alike={frozenset({"statement a", "statement b"}): Failed("it was cut")})
    compared = Compared(engine)

    assert {frozenset("a"), frozenset("b")} == members(dedup([named("a"), named("b")], compared))
    assert ["engine_failed: it was cut"] == [skip.what for skip in compared.failed]


def test_what_waits_for_an_answer_never_stands_for_what_waits_for_none():
    waits = named("a", score=9.0, trail=replace(named("a").trail, waits="engine_failed: it was cut"))

    [clique] = dedup([waits, named("b")], Compared(FakeEngine(alike=alike("ab"))))

    assert "b" == clique.survivor.id


NAMES = "abcdefg"
PAIRS = st.frozensets(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda pair: pair[0] < pair[1])
)


@given(PAIRS, st.permutations(NAMES))
def test_whatever_an_engine_answers_each_two_of_a_clique_are_the_same_and_the_order_changes_nothing(
    pairs, order
):
    engine = FakeEngine(alike=alike(*pairs))

    cliques = dedup([named(name) for name in order], Compared(engine))

    assert sorted(NAMES) == sorted(member.id for clique in cliques for member in clique.members)
    for clique in cliques:
        names = sorted(member.id for member in clique.members)
        assert all((one, other) in pairs for at, one in enumerate(names) for other in names[at + 1 :])
    assert cliques == dedup([named(name) for name in NAMES], Compared(engine))
