"""The verdict and the warnings: the surest and nearest first, each with what carries it."""

from __future__ import annotations

import pytest

from gitexp.records.archaeology import Abandoned, Constraint, Witness
from gitexp.steps.ideas import Idea
from gitexp.steps.warn import MOST, judge, taken_back
from support.chains import PATH, a_change, a_commit

WHY = "POST is not idempotent."
RETRY, BACK = "Retry on any 5xx answer", 'Revert "Retry on any 5xx answer"'


def back(number=5, undone=1, kind="revert", **more):
    given = {"exactness": "exact", "reason": WHY, "reverts": (a_commit(undone),), **more}
    return a_change(number, BACK, kind=kind, **given)


OUT = Idea(RETRY, (a_change(1, RETRY, state="out"), back()), "out")
SINCE = Idea(
    RETRY, (*OUT.changes, a_change(7, f'Reland "{RETRY}"', kind="reland", reverts=(a_commit(5),))), "in"
)
INSIDE = Idea("Wait a minute", (a_change(2, "Wait a minute"),), "in")
MUST = Constraint("comment", "must not retry a payment", Witness("c" * 40, "must not …", path=PATH, line=3))
RULE = Constraint("experience", "Retry only idempotent calls", Witness(id="retry-1"), "paid twice", "block")
REJECTED = Abandoned(
    "rejected", "Retry 5xx answers in a thread", "threads leak", Witness(id="change-1", at="2024-02-02")
)
SIDE = Abandoned(
    "side_branch", "Retry 5xx answers lazily", "", Witness(a_commit(3)), (a_commit(3),), (a_commit(4),)
)


def verdict(intent, *ideas, constraints=(), abandoned=()):
    answer, warnings = judge(intent, ideas, constraints, abandoned, (PATH,))
    return answer, [one.kind for one in warnings], warnings


def test_what_was_taken_back_is_the_verdict_and_the_first_warning():
    answer, kinds, [first] = verdict("retry 5xx answers", OUT, INSIDE)

    assert ("taken_back", "out", "exact", OUT.changes) == (
        answer.answer,
        answer.state,
        answer.certainty,
        answer.ideas,
    )
    assert ["taken_back"] == kinds
    assert (f'"{RETRY}" was tried and taken back: {WHY}', "exact", "out") == (
        first.text,
        first.certainty,
        first.state,
    )
    assert [a_commit(5), a_commit(1)] == [one.commit for one in first.evidence]
    assert (WHY, PATH, "2024-01-06") == (first.evidence[0].quote, first.path, first.date)


def test_what_came_back_is_in_force_and_its_revert_is_told():
    answer, kinds, [first] = verdict("retry 5xx answers", SINCE)

    assert ("in_force", "in", ["taken_back"]) == (answer.answer, answer.state, kinds)
    assert "is in again" in first.text
    assert {a_commit(1), a_commit(5), a_commit(7)} == {one.commit for one in first.evidence}


def test_what_was_taken_back_in_part_counts_as_taken_back():
    part = Idea(RETRY, (a_change(1, RETRY), back(kind="partial_revert", exactness="part")), "in")

    answer, _, [first] = verdict("retry 5xx answers", part)

    assert ("taken_back", "in", "likely") == (answer.answer, answer.state, first.certainty)
    assert "was taken back in part" in first.text


def test_what_nobody_took_back_is_in_already_and_nothing_to_be_warned_of():
    answer, kinds, _ = verdict("wait a minute", OUT, INSIDE)

    assert ("in_force", "in", []) == (answer.answer, answer.state, kinds)
    assert ["Wait a minute"] == [change.touch.subject for change in answer.ideas]


def test_a_message_alone_is_a_claim():
    claimed = Idea(RETRY, (a_change(1, RETRY), back(exactness="claimed")), "unknown")

    answer, _, [first] = verdict("retry 5xx answers", claimed)

    assert ("taken_back", "unknown", "claimed") == (answer.answer, answer.state, first.certainty)
    assert "as a message says" in first.text


def test_what_constrains_stands_after_what_was_tried():
    answer, kinds, warnings = verdict("retry a payment on 5xx answer", OUT, constraints=[MUST, RULE])

    assert "taken_back" == answer.answer
    assert "taken_back" == kinds[0] and "must" in kinds[1:]
    must = next(one for one in warnings if one.kind == "must")
    assert (PATH, 3, "exact") == (must.path, must.line, must.certainty)


def test_only_a_constraint_constrains():
    answer, kinds, _ = verdict("retry a payment", constraints=[MUST])

    assert ("constrained", "unknown", (), (MUST,), ["must"]) == (
        answer.answer,
        answer.state,
        answer.ideas,
        answer.constraints,
        kinds,
    )


@pytest.mark.parametrize(
    ("gone", "kind", "certainty"), [(REJECTED, "rejected", "claimed"), (SIDE, "abandoned", "likely")]
)
def test_what_was_rejected_or_left_behind_is_told(gone, kind, certainty):
    answer, kinds, [first] = verdict("retry 5xx answers", abandoned=[gone])

    assert ("constrained", [kind], certainty, "out") == (answer.answer, kinds, first.certainty, first.state)
    assert gone.title in first.text and (gone.reason in first.text)


def test_a_reverted_approach_is_not_told_twice():
    gone = Abandoned("reverted", RETRY, WHY, Witness(a_commit(5)))

    assert ["taken_back"] == verdict("retry 5xx answers", OUT, abandoned=[gone])[1]


def test_of_what_nothing_speaks_there_is_no_warning():
    answer, kinds, _ = verdict(
        "paint it green", OUT, SINCE, INSIDE, constraints=[MUST], abandoned=[REJECTED, SIDE]
    )

    assert ("nothing", "unknown", None, []) == (answer.answer, answer.state, answer.certainty, kinds)


def test_without_an_intent_the_place_warns_of_what_is_out_and_of_strict_rules():
    answer, kinds, _ = verdict("", SINCE, OUT, INSIDE, constraints=[MUST, RULE])

    assert ("taken_back", "", ["experience", "taken_back"]) == (answer.answer, answer.intent, kinds)
    assert ("constrained", []) == (
        verdict("", INSIDE, constraints=[MUST])[0].answer,
        verdict("", constraints=[MUST])[1],
    )
    assert "nothing" == verdict("", INSIDE, SINCE)[0].answer


def test_without_an_intent_there_are_not_too_many_warnings():
    many = [
        Idea(
            f"Try {number}", (a_change(number, f"Try {number}", state="out"), back(number + 1, number)), "out"
        )
        for number in range(1, 60, 2)
    ]

    assert MOST == len(verdict("", *many)[1])


def test_machines_that_come_and_go_are_no_warning():
    bots = Idea(
        "Bump pump",
        (a_change(1, "Bump pump", bot=True), a_change(2, "Bump pump", bot=True, kind="bot_churn")),
        "out",
    )

    assert [] == verdict("", bots)[1]


def test_the_revert_that_gives_the_reason_comes_first():
    twice = Idea(
        RETRY,
        (a_change(1, RETRY), back(), a_change(7, RETRY, kind="reland"), back(9, 7, reason="")),
        "out",
    )

    found = taken_back(twice)

    assert [a_commit(5), a_commit(9)] == [one.commit for one in found.evidence][:2]
    assert WHY in found.text
