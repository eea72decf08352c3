"""Changes that a fix followed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gitexp.records.archaeology import FollowUp
from gitexp.steps.followed import followed, is_fix
from support.chains import a_change, a_commit
from support.repository import START


def test_a_fix_that_names_a_change_counts_whenever_it_came():
    fix = a_change(
        400, "Wait longer", body=f'It came too early.\n\nFixes: {a_commit(2)[:12]} ("Add waiting")'
    )
    other = a_change(300, "Count the attempts")

    assert (FollowUp(a_commit(2), a_commit(400), 398, said=True),) == followed(
        [fix, other, a_change(2, "Add waiting")]
    )


def test_an_issue_that_a_trailer_names_is_no_change():
    fix = a_change(400, "Wait longer", body="Text.\n\nFixes: #1234567")

    assert () == followed([fix, a_change(2, "Add waiting")])


def test_a_fix_of_the_same_matter_soon_after_counts_without_a_word():
    changes = [
        a_change(5, "Fix backoff of the scheduler"),
        a_change(3, "Add exponential backoff"),
        a_change(1),
    ]

    assert (FollowUp(a_commit(3), a_commit(5), 2, said=False),) == followed(changes)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Add exponential backoff", "Fix the timezone of dates"),
        ("Add exponential backoff", "Extend backoff"),
        ("Add exponential backoff", "Fix typo in backoff"),
        ("Add exponential backoff", "Fix the documentation of backoff"),
        ("Add exponential backoff", 'Revert "Fix backoff"'),
        ("Add a suffix for backoff", "Prefix for backoff"),
        ("Fix retry of sockets", "Fix retry of files"),
    ],
)
def test_other_matters_and_other_changes_are_no_follow_up(first, then):
    assert () == followed([a_change(5, then), a_change(3, first), a_change(1)])


def test_a_fix_that_came_late_follows_nothing():
    changes = [a_change(40, "Fix backoff"), a_change(3, "Add exponential backoff")]

    assert () == followed(changes)
    assert 1 == len(followed(changes, days=40))


def test_one_pull_request_and_one_push_are_one_piece_of_work():
    first, then = "Add exponential backoff", "Fix backoff"
    pushed = [a_change(5, then, when=START + timedelta(seconds=60)), a_change(3, first, when=START)]
    pulled = [a_change(5, then, pull_request="7"), a_change(3, first, pull_request="7")]

    assert ((), ()) == (followed(pushed), followed(pulled))


def test_a_word_that_everyone_uses_here_tells_nothing():
    rest = [a_change(100 + number, f"Backoff for part {chr(97 + number)}") for number in range(9)]

    assert () == followed([*rest[::-1], a_change(5, "Fix backoff"), a_change(3, "Add backoff")])


def test_the_name_of_a_piece_of_code_tells():
    changes = [a_change(5, "Fix crash in read_all"), a_change(3, "Let read_all return early")]

    assert [a_commit(3)] == [one.commit for one in followed(changes)]


def test_machines_reformatting_and_reverts_are_not_followed():
    fix = a_change(5, "Fix backoff")
    noise = [
        a_change(3, "Add exponential backoff", **more)
        for more in ({"bot": True}, {"kind": "reformat"}, {"kind": "revert"}, {"kind": "rename"})
    ]

    assert [()] * 4 == [followed([fix, one]) for one in noise]


def test_the_newest_five_stand_first():
    words = "alpha beta gamma delta epsilon zeta theta kappa".split()
    changes = [
        a_change(10 * number + step, text)
        for number, word in enumerate(words)
        for step, text in ((1, f"Add {word}"), (2, f"Fix {word}"))
    ][::-1]

    assert [a_commit(10 * number + 2) for number in (7, 6, 5, 4, 3)] == [one.fix for one in followed(changes)]


@pytest.mark.parametrize(
    "subject",
    ["Fix backoff", "fix(net): wait", "BUG: wait", "Hotfix for waiting",
     "Avoid a crash on empty input", "wait longer, fixes #12",
     "Regression in waiting since 2.1", "修复 崩溃", "不具合を修正"],
)  # fmt: skip
def test_a_fix_says_so(subject):
    assert is_fix(subject)


@pytest.mark.parametrize(
    "subject",
    ["Add a prefix", "Add crash reporter", "Fix typos", "Fix lint", "Fix test names",
     "Add regression test for waiting", "Add debugging", "docs: fix the example", "Fix formatting",
     "Fixed-width columns", "Use a fixture", "Fix whitespace errors", ""],
)  # fmt: skip
def test_what_mends_no_behaviour_is_no_fix(subject):
    assert not is_fix(subject)


def test_nothing_gives_nothing():
    assert () == followed([])
