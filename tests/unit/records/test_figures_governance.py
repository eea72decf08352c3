"""Figures of dedup and merge, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.figures_governance import ACTIONS, SAME, SEPARATE, Answered, Dedup, Merge

FAILED = "engine_failed: the reply was cut off"


def a_pair(name: str, expected: str, given: str, *, chain: str = "", identical: bool = False) -> Answered:
    failed = "" if given else FAILED
    return Answered("dedup", name, "a kind", expected, given, chain=chain, identical=identical, failed=failed)


def a_placement(
    name: str, expected: str, given: str, target: str | None = None, got: str | None = None
) -> Answered:
    return Answered(
        "merge",
        name,
        expected,
        expected,
        given,
        target=target,
        given_target=got,
        failed="" if given else FAILED,
    )


def test_same_is_measured_on_the_pairs_that_stand_alone():
    figures = Dedup(
        (
            a_pair("P1", SAME, SAME, identical=True),
            a_pair("P2", SAME, SEPARATE, identical=True),
            a_pair("P3", SAME, SAME),
            a_pair("P4", SEPARATE, SAME),
            a_pair("P5", SEPARATE, SEPARATE),
            a_pair("P6", SAME, SEPARATE, chain="chain1"),
        )
    )

    same = figures.same
    assert (2, 3, 3, 2 / 3, 2 / 3) == (same.right, same.called, same.labelled, same.precision, same.recall)
    assert ["P2"] == [one.id for one in figures.identical if not one.right]
    assert ["P2", "P4"] == [one.id for one in figures.answers if one.wrong]


def test_an_answer_that_did_not_come_counts_as_the_wrong_one():
    figures = Dedup((a_pair("P1", SAME, SAME), a_pair("P2", SAME, ""), a_pair("P3", SEPARATE, "")))

    assert (1, 2, 2) == (figures.same.right, figures.same.called, figures.same.labelled)
    assert ["P2", "P3"] == [one.id for one in figures.answers if one.wrong]


def test_a_bridge_is_a_separate_pair_in_one_clique():
    figures = Dedup(
        (
            a_pair("P1", SAME, SAME, chain="chain1"),
            a_pair("P2", SAME, SEPARATE, chain="chain1"),
            a_pair("P3", SEPARATE, SAME, chain="chain1"),
        ),
        texts=3,
    )

    assert ("P3",) == figures.bridged
    assert (1, 2) == (figures.joined.right, figures.joined.labelled)
    assert {"bridged": 1.0} == figures.gated()


def test_actions_targets_and_the_whole_of_merge():
    figures = Merge(
        (
            a_placement("M1", "create", "create"),
            a_placement("M2", "update", "update", "a", "a"),
            a_placement("M3", "update", "update", "a", "b"),
            a_placement("M4", "skip", "create", "a"),
            a_placement("M5", "contradict", "skip", "a", "a"),
            a_placement("M6", "contradict", "", "a"),
        )
    )

    assert (0.5, 1.0) == (figures.overall, figures.actions["update"].f1)
    assert (1, 2, 1) == tuple(
        getattr(figures.actions["create"], name) for name in ("right", "called", "labelled")
    )
    # create 2/3, update 1, skip 0, contradict 0
    assert pytest.approx((2 / 3 + 1) / 4) == figures.macro_f1
    assert (5, 1) == (len(figures.aimed), figures.target_right)
    assert ("M5",) == figures.overridden
    assert ["M3", "M4", "M5", "M6"] == [one.id for one in figures.answers if one.wrong]
    assert {"create": 0, "update": 0, "skip": 1, "contradict": 0, "failed": 1} == figures.confusion[
        "contradict"
    ]


def test_nothing_measured_is_nought_and_no_figure_is_held():
    assert (0.0, 0.0, {}) == (Merge(()).overall, Merge(()).macro_f1, Merge(()).gated())
    assert (0.0, {}) == (Dedup(()).same.f1, Dedup(()).gated())


@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.sampled_from((*ACTIONS, "")))))
def test_every_case_stands_in_one_cell_and_shares_stay_shares(answers):
    figures = Merge(tuple(a_placement(f"M{n}", *one) for n, one in enumerate(answers)))

    assert len(answers) == sum(sum(row.values()) for row in figures.confusion.values())
    assert all(0 <= hits.f1 <= 1 for hits in figures.actions.values())
    assert sum(hits.right for hits in figures.actions.values()) == sum(one.right for one in figures.answers)
