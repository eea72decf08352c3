"""Comparing with an earlier evaluation: over common cases alone, case by case, and whether a figure is worse."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.evaluation import Earlier
from gitexp.records.figures import Outcome, Scored
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
