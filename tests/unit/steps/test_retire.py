"""The retire step: an experience taken back or replaced stays readable, and no circle comes about."""

from __future__ import annotations

import pytest

from gitexp.errors import UsageError
from gitexp.records.experience import Experience, Lifecycle, Relations
from gitexp.steps.retire import retired, superseded
from support.experiences import an_experience

ONE, TWO, THREE = (f"{word}-000000000{number}" for number, word in enumerate(("one", "two", "three"), 1))


def known(*some: Experience[str]) -> dict[str, Experience[str]]:
    return {one.id: one for one in some}


def test_a_status_takes_its_reason_along_and_keeps_the_dates():
    before = an_experience(lifecycle=Lifecycle("2030-01-01"))

    after = retired(before, "retracted", "It was wrong.")

    assert (
        an_experience(status="retracted", lifecycle=Lifecycle("2030-01-01", reason="It was wrong.")) == after
    )
    assert after == retired(after, "retracted", None)
    assert an_experience(status="expired", lifecycle=Lifecycle("2030-01-01")) == retired(
        after, "expired", None
    )


def test_each_of_the_two_names_the_other():
    old, new = an_experience(id=ONE), an_experience(id=TWO, relations=Relations(supersedes=(THREE,)))

    over, instead = superseded(old, new, "Better.", known(old, new))

    assert (
        an_experience(
            id=ONE,
            status="superseded",
            relations=Relations(superseded_by=TWO),
            lifecycle=Lifecycle(reason="Better."),
        )
        == over
    )
    assert an_experience(id=TWO, relations=Relations(supersedes=(THREE, ONE))) == instead
    assert (over, instead) == superseded(over, instead, None, known(over, instead))


def test_a_circle_is_refused_however_long_and_by_either_link():
    one = an_experience(id=ONE, relations=Relations(supersedes=(TWO,)))
    two = an_experience(id=TWO)
    three = an_experience(id=THREE, relations=Relations(superseded_by=TWO))

    with pytest.raises(UsageError, match=f"{THREE}: was replaced by {ONE} itself"):
        superseded(one, three, None, known(one, two, three))


def test_a_circle_that_stands_already_does_not_hang():
    one = an_experience(id=ONE, relations=Relations(supersedes=(TWO,)))
    two = an_experience(id=TWO, relations=Relations(supersedes=(ONE,)))

    with pytest.raises(UsageError, match="itself"):
        superseded(one, two, None, known(one, two))
    superseded(one, an_experience(id=THREE), None, known(one, two))


def test_what_is_over_names_what_to_give_instead():
    old = an_experience(id=ONE)
    over = an_experience(id=TWO, status="superseded", relations=Relations(superseded_by=THREE))

    with pytest.raises(UsageError, match=f"{TWO}: is superseded itself; give --by {THREE}"):
        superseded(old, over, None, known(old, over))
