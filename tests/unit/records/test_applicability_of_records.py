"""The three values of applicability, from the answers alone (DESIGN.md section 6)."""

from __future__ import annotations

import pytest

from gitexp.records.applicability import Answer, Applicability, Missing, applicability
from gitexp.records.precondition import Condition, LanguageCheck, Preconditions

CHECK = LanguageCheck("python")
YES = Answer(True, "so it is")
NO = Answer(False, "so it is not")
OPEN = Answer(None, "nobody knows", "is it so?")


def judged(
    *,
    must: tuple[Answer, ...] = (),
    must_not: tuple[Answer, ...] = (),
    typical: tuple[Answer, ...] = (),
    check: bool = True,
) -> Applicability:
    """Judge conditions named after their number, each with its answer."""
    answers: dict[Condition[str], Answer] = {}

    def conditions(kind: str, given: tuple[Answer, ...]) -> tuple[Condition[str], ...]:
        made = tuple(Condition(f"{kind} {n}", CHECK if check else None) for n in range(1, len(given) + 1))
        answers.update(zip(made, given, strict=True))
        return made

    asked = Preconditions(
        must=conditions("must", must),
        must_not=conditions("not", must_not),
        typical_env=conditions("typical", typical),
    )
    return applicability(asked, answers)


@pytest.mark.parametrize(
    ("must", "must_not", "expected"),
    [
        ((), (), "applicable"),
        ((YES,), (), "applicable"),
        ((NO,), (), "blocked"),
        ((OPEN,), (), "unknown"),
        ((), (YES,), "blocked"),
        ((), (NO,), "applicable"),
        ((), (OPEN,), "unknown"),
        ((YES,), (YES,), "blocked"),
        ((YES,), (NO,), "applicable"),
        ((YES,), (OPEN,), "unknown"),
        ((OPEN,), (YES,), "blocked"),
        ((OPEN,), (NO,), "unknown"),
        ((OPEN,), (OPEN,), "unknown"),
        ((NO,), (OPEN,), "blocked"),
        ((NO,), (NO,), "blocked"),
        ((YES, OPEN, NO), (), "blocked"),
        ((YES, OPEN), (), "unknown"),
        ((), (NO, OPEN, YES), "blocked"),
    ],
)
def test_a_must_that_fails_blocks_and_one_that_is_open_leaves_it_open(
    must: tuple[Answer, ...], must_not: tuple[Answer, ...], expected: str
) -> None:
    assert judged(must=must, must_not=must_not).value == expected


@pytest.mark.parametrize(
    ("must", "must_not", "expected"),
    [
        ((), (OPEN,), "applicable"),
        ((OPEN,), (), "unknown"),
        ((OPEN,), (OPEN,), "unknown"),
        ((), (YES,), "blocked"),
        ((), (NO,), "applicable"),
    ],
)
def test_a_must_not_that_is_words_alone_decides_nothing_while_it_is_open(
    must: tuple[Answer, ...], must_not: tuple[Answer, ...], expected: str
) -> None:
    assert judged(must=must, must_not=must_not, check=False).value == expected


def test_a_must_not_that_is_words_alone_is_printed_as_not_if() -> None:
    assert judged(must_not=(OPEN,), check=False).not_if == ("not 1",)


@pytest.mark.parametrize("answers", [(NO,), (OPEN,), (YES,), (NO, OPEN, YES)])
def test_what_is_typical_never_decides(answers: tuple[Answer, ...]) -> None:
    assert judged(typical=answers).value == "applicable"


def test_what_is_typical_is_counted_where_it_is_met() -> None:
    assert judged(typical=(YES, NO, OPEN, YES)).typical == 2


def test_a_condition_that_this_version_cannot_read_leaves_it_open() -> None:
    found = applicability(Preconditions(unread=("must_maybe",)), {})

    assert found.value == "unknown"
    assert [one.condition for one in found.missing] == ["preconditions.must_maybe"]


def test_a_condition_that_this_version_cannot_read_does_not_unblock() -> None:
    condition = Condition("Python", CHECK)

    assert applicability(Preconditions((condition,), unread=("maybe",)), {condition: NO}).value == "blocked"


def test_the_reasons_say_what_was_met_what_blocks_and_what_is_missing() -> None:
    met = judged(must=(YES,))
    blocked = judged(must=(NO,), must_not=(YES,))
    unknown = judged(must=(OPEN,))

    assert met.because == ("so it is",)
    assert blocked.blocked_by == ("must: must 1 (so it is not)", "must not: not 1 (so it is)")
    assert unknown.missing == (Missing("must 1", "is it so?"),)
