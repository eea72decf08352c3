"""Dedup separates by default and never bridges."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules import RulesEngine
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
