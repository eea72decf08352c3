"""Comparing with an earlier evaluation: over common cases alone, case by case, and whether a figure is worse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.records.evaluation import Comparison, Earlier
from gitexp.records.figures import Outcome, Scored
from gitexp.records.figures_governance import Answered
from gitexp.records.judgement import Judge
from gitexp.steps.compare_figures import compared, figures_of


def a_row(
    name: str, wide: Outcome, proposing: Outcome, case: str = "shop", *, optional: bool = False
) -> Scored:
    return Scored(f"{case} {name}", case, wide, proposing, row=name, words=name, optional=optional)


def a_candidate(key: str, wide: Outcome, proposing: Outcome | None = None, case: str = "shop") -> Scored:
    return Scored(f"{case} {key}", case, wide, proposing, candidate=f"id-{key}", words=key)


HASHES = {"shop": "1", "quiet": "2"}
BEFORE = (
    a_row("R1", "found", "found"),
    a_row("R2", "found", "missed"),
    a_row("R3", "missed", "missed", optional=True),
    a_candidate("k1", "right", "right"),
    a_candidate("k2", "right"),
    a_candidate("k3", "wrong"),
)


def against(now: tuple[Scored, ...], hashes: dict[str, str] | None = None, before: Earlier | None = None):
    earlier = before or Earlier(BEFORE, HASHES)
    return compared(now, hashes or HASHES, frozenset({"quiet"}), earlier, judged=False)


def changes(found) -> list[tuple[str, str]]:
    return [(change.threshold, change.one.key) for change in found]


def test_figures_come_back_from_outcomes():
    more = (*BEFORE, a_candidate("k4", "wrong", "wrong", "quiet"), a_candidate("k5", "optional", "optional"))

    wide = figures_of(more, "wide", frozenset({"quiet"}))
    proposing = figures_of(more, "proposing", frozenset({"quiet"}))

    assert (5, 2, 1, 2, 1) == (
        wide.produced,
        wide.matched,
        wide.optional,
        wide.required,
        wide.false_from_none,
    )
    assert (3, 1, 1, 2, 1) == (
        proposing.produced,
        proposing.matched,
        proposing.optional,
        proposing.required,
        proposing.false_from_none,
    )


def test_the_same_outcomes_are_no_change():
    found = against(BEFORE)

    assert (2, (), (), (), ()) == (
        found.common,
        found.worse,
        found.newly_wrong,
        found.newly_right,
        found.not_compared,
    )


def test_a_row_that_is_missed_now_is_newly_wrong_and_the_figures_are_worse():
    now = (a_row("R1", "found", "missed"), *BEFORE[1:3], a_candidate("k1", "right"), *BEFORE[4:])

    found = against(now)

    assert [("proposing", "shop R1")] == changes(found.newly_wrong)
    assert [("found", "missed")] == [(change.before, change.now) for change in found.newly_wrong]
    assert {"proposing.recall", "proposing.precision", "proposing.f1"} == {one.figure for one in found.worse}
    assert {(0.5, 0.0)} == {(one.before, one.now) for one in found.worse if one.figure == "proposing.recall"}


def test_a_wrong_candidate_that_is_no_longer_taken_is_newly_right():
    found = against(BEFORE[:-1])

    assert [("wide", "shop k3")] == changes(found.newly_right)
    assert ((), [("wrong", None)]) == (
        found.worse,
        [(change.before, change.now) for change in found.newly_right],
    )


def test_a_new_false_candidate_from_a_quiet_discussion_makes_the_garbage_rate_worse():
    found = against((*BEFORE, a_candidate("k9", "wrong", "wrong", "quiet")))

    assert {"wide.garbage_rate", "proposing.garbage_rate"} <= {one.figure for one in found.worse}
    assert [("wide", "quiet k9"), ("proposing", "quiet k9")] == changes(found.newly_wrong)


def test_an_optional_row_is_never_newly_wrong():
    before = Earlier((replace(BEFORE[2], wide="found", proposing="found"),), HASHES)

    assert ((), ()) == (
        against((BEFORE[2],), before=before).newly_wrong,
        against((BEFORE[2],), before=before).worse,
    )


def test_cases_that_only_one_side_has_or_that_changed_are_named_and_not_counted():
    elsewhere = a_row("R1", "missed", "missed", "new")
    before = Earlier((*BEFORE, a_row("R7", "found", "found", "gone")), {**HASHES, "gone": "3"})

    found = against((*BEFORE, elsewhere), {"shop": "1", "quiet": "changed", "new": "4"}, before)

    assert (1, ("gone", "new", "quiet")) == (found.common, found.not_compared)
    assert ((), (), ()) == (found.worse, found.newly_wrong, found.newly_right)


def test_words_and_verdicts_do_not_compare_and_it_says_so():
    assert against(BEFORE, before=Earlier(BEFORE, HASHES, judged=True)).other_judge
    assert not against(BEFORE).other_judge


def a_pair(name: str, expected: str, given: str, *, chain: str = "", hash: str = "h") -> Answered:
    return Answered("dedup", name, chain or "paraphrase", expected, given, hash, chain=chain)


def a_placement(name: str, expected: str, given: str, target: str | None = None) -> Answered:
    return Answered("merge", name, "k", expected, given, "h", target, target)


def held(now: tuple[Answered, ...], before: tuple[Answered, ...], **more) -> Comparison:
    return compared((), {}, frozenset(), Earlier((), {}, answers=before), judged=False, answers=now, **more)


PAIRS = (a_pair("P1", "same", "same"), a_pair("P2", "same", "same"), a_pair("P3", "separate", "separate"))


def test_a_pair_that_is_called_separate_now_is_newly_wrong_and_recall_is_worse():
    now = (a_pair("P1", "same", "separate"), *PAIRS[1:])

    found = held(now, PAIRS)

    assert [("P1", True)] == [(one.now.id, one.wrong) for one in found.turned]
    assert [("dedup.recall", 1.0, 0.5), ("dedup.f1", 1.0, 2 / 3)] == [
        (one.figure, one.before, one.now) for one in found.worse
    ]
    assert (3, ()) == (found.common_answers, found.not_compared)


def test_a_figure_may_fall_as_far_as_the_threshold():
    now = (a_pair("P1", "same", "separate"), *PAIRS[1:])

    assert ["dedup.recall"] == [one.figure for one in held(now, PAIRS, threshold=0.4).worse]
    assert () == held(now, PAIRS, threshold=0.5).worse


def test_a_bridge_is_worse_whatever_the_threshold_allows_of_shares():
    before = (a_pair("P1", "separate", "separate", chain="chain1"),)
    now = (a_pair("P1", "separate", "same", chain="chain1"),)

    found = held(now, before, threshold=0.5)

    assert [("dedup.bridged", 0.0, 1.0)] == [(one.figure, one.before, one.now) for one in found.worse]


def test_of_a_chain_what_is_not_joined_is_no_mistake():
    before = (a_pair("P1", "same", "same", chain="chain1"),)

    found = held((a_pair("P1", "same", "separate", chain="chain1"),), before)

    assert ((), ()) == (found.worse, found.turned)


def test_an_action_is_held_from_five_cases_on():
    before = [a_placement(f"M{n}", "update", "update", "e") for n in range(5)]
    before += [a_placement(f"N{n}", "skip", "skip", "e") for n in range(4)]
    now = [
        replace(one, given="create", given_target=None) if one.id in ("M0", "N0") else one for one in before
    ]

    found = held(tuple(now), tuple(before))

    # Of nine actions seven are right now; of five updates four, and none is called so wrongly: 2 * 0.8 / 1.8.
    assert [("merge.f1", 1.0, 7 / 9), ("merge.update.f1", 1.0, pytest.approx(8 / 9))] == [
        (one.figure, one.before, one.now) for one in found.worse
    ]
    assert ["M0", "N0"] == [one.now.id for one in found.turned]


def test_what_contradicts_may_not_come_to_change_what_stands():
    before, now = a_placement("M1", "contradict", "create"), a_placement("M1", "contradict", "skip", "e")

    found = held((now,), (before,), threshold=1.0)

    assert [("merge.overridden", 0.0, 1.0)] == [(one.figure, one.before, one.now) for one in found.worse]


def test_a_wrong_target_is_wrong_and_a_right_one_right_again():
    before = Answered("merge", "M1", "k", "skip", "skip", "h", "exp-1", "exp-2")

    found = held((replace(before, given_target="exp-1"),), (before,))

    assert [("M1", False)] == [(one.now.id, one.wrong) for one in found.turned]


def test_answers_of_one_side_alone_or_to_a_changed_case_are_named_and_not_counted():
    changed = replace(PAIRS[0], given="separate", hash="other")

    found = held((changed, PAIRS[1]), (PAIRS[0], PAIRS[1], a_placement("M1", "create", "create")))

    assert (1, ("dedup P1", "merge M1"), ()) == (found.common_answers, found.not_compared, found.worse)


def test_other_prompts_and_another_model_are_said():
    old, new = (
        Judge("model", "a", ("dedup 1 x", "merge 1 y")),
        Judge("model", "b", ("dedup 2 z", "merge 1 y")),
    )

    found = compared((), {}, frozenset(), Earlier((), {}, judge=old), judged=False, judge=new)

    assert [("model", "a", "b"), ("prompts", "dedup 1 x", "dedup 2 z")] == [
        (one.what, one.before, one.now) for one in found.differences
    ]
    assert () == compared((), {}, frozenset(), Earlier((), {}), judged=False, judge=new).differences
