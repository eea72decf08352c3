"""Which later commits may make again what a revert took out: by title, change id, diff or blob, after the revert."""

from __future__ import annotations

import pytest

from gitexp.records.past import Undoing
from gitexp.steps.relands import Comeback, comebacks
from gitexp.steps.said_undone import said
from support.chains import a_commit, a_touch

ONE, BACK, AGAIN = a_commit(1), a_commit(2), a_commit(3)
GERRIT = "Change-Id: I" + "0a1b2c3d4e" * 4


def found(first, again, *undoings, between=()):
    touches = [again, *between, a_touch(2, "Be calm", new="x"), first, a_touch(0)]
    some = undoings or (Undoing(BACK, ONE, "exact", "blob", 1.0, 1.0),)
    return comebacks(touches, some, {one.commit: said(one) for one in touches})


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (a_touch(1, "Retry twice"), a_touch(3, "Retry twice (#14)")),
        (a_touch(1, "Retry twice"), a_touch(3, "Retry twice (take 2)")),
        (a_touch(1, "Retry twice"), a_touch(3, 'Reland "Retry twice"')),
        (a_touch(1, "Retry twice", body=GERRIT), a_touch(3, "Try harder", body=GERRIT)),
        (
            a_touch(1, body="Differential Revision: D12345"),
            a_touch(3, "Try", body="Differential Revision: D12345"),
        ),
        (a_touch(1, "Retry twice"), a_touch(3, "Try harder", new="blob1")),
    ],
)
def test_the_same_title_id_diff_or_blob_after_the_revert_is_looked_at(first, again):
    assert [Comeback(AGAIN, ONE, BACK)] == found(first, again)


def test_another_title_and_blob_is_not():
    assert [] == found(a_touch(1, "Retry twice"), a_touch(3, "Turn thrice"))


def test_nothing_comes_back_before_it_was_taken_out():
    early = a_touch(1, "Retry twice")
    touches = [a_touch(3, "Be calm", new="x"), a_touch(2, "Retry twice"), early, a_touch(0)]
    undoing = Undoing(AGAIN, ONE, "exact", "blob")

    assert [] == comebacks(touches, [undoing], {one.commit: said(one) for one in touches})


@pytest.mark.parametrize("exactness", ["part", "claimed"])
def test_what_was_not_taken_out_whole_cannot_come_back(exactness):
    assert [] == found(a_touch(1, "Retry"), a_touch(3, "Retry"), Undoing(BACK, ONE, exactness, "lines"))


def test_what_undoes_the_change_is_not_what_brings_it_back():
    undoings = (Undoing(BACK, ONE, "exact", "blob"), Undoing(AGAIN, ONE, "exact", "blob"))

    assert [] == found(a_touch(1, "Retry twice"), a_touch(3, "Retry twice again"), *undoings)


def test_of_two_reverts_the_one_before_it_is_meant():
    touches = [
        a_touch(number, "Retry" if number in (1, 3, 5) else "Calm", new=f"b{number}")
        for number in range(5, -1, -1)
    ]
    undoings = [Undoing(a_commit(number), ONE, "exact", "lines") for number in (2, 4)]

    told = comebacks(touches, undoings, {one.commit: said(one) for one in touches})

    assert [Comeback(a_commit(3), ONE, BACK), Comeback(a_commit(5), ONE, a_commit(4))] == told
