"""Compare recall with an earlier run, question by question."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.evaluation import Comparison, Worse
from gitexp.records.figures_recall import Asked
from gitexp.steps.compare_recall import with_questions
from support.recall_cases import an_answer

BEFORE = (
    an_answer("answer", "r", "r", id="q1", hash="1"),
    an_answer("answer", "", "r", id="q2", hash="2"),
    an_answer("nothing", "", id="q3", hash="3"),
)


def against(*now: Asked, threshold: float = 0.0) -> Comparison:
    return with_questions(Comparison(0), now, BEFORE, threshold)


def test_the_same_answers_change_nothing():
    one = against(*BEFORE)

    assert (3, (), (), ()) == (one.common_questions, one.worse, one.turned_questions, one.not_compared)


def test_a_figure_that_fell_is_worse_and_the_question_newly_wrong():
    one = against(BEFORE[0], BEFORE[1], replace(BEFORE[2], given=BEFORE[0].given))

    assert (Worse("recall.false_injection", 0.0, 1.0),) == one.worse
    assert [("q3", True)] == [(turned.now.id, turned.wrong) for turned in one.turned_questions]


def test_what_is_better_is_not_worse():
    one = against(BEFORE[0], replace(BEFORE[1], given=BEFORE[0].given), BEFORE[2])

    assert ((), [("q2", False)]) == (one.worse, [(each.now.id, each.wrong) for each in one.turned_questions])


def test_a_figure_may_fall_by_the_threshold_but_nothing_blocked_may_be_given():
    blocked = an_answer("blocked", "", "r", id="q4", hash="4", blocked=("r",))
    leaked = replace(blocked, given=BEFORE[0].given)

    one = with_questions(Comparison(0), (replace(BEFORE[0], given=()), leaked), (*BEFORE, blocked), 1.0)

    assert ["recall.blocked_leakage"] == [each.figure for each in one.worse]


def test_a_question_with_another_store_behind_it_is_another_one():
    one = against(replace(BEFORE[0], hash="9", given=()), BEFORE[1])

    assert (1, (), ("recall q1", "recall q3")) == (one.common_questions, one.worse, one.not_compared)
