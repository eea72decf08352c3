"""The pull request of a change is told by the merge whose branch it ended, and is never guessed."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.past import Chain, Merge
from gitexp.steps.pull_requests import with_pull_requests
from support.chains import a_touch


def _merge(number: str, *parents: str, subject: str | None = None) -> Merge:
    words = subject or f"Merge pull request #{number} from someone/branch"
    return Merge("m" * 40, parents, 100, words, "", "b2", ((0, "b1"),))


def test_the_tip_of_a_merged_branch_has_its_number():
    tip, below = a_touch(2), a_touch(1)
    chain = Chain((tip, below), (_merge("12", "f" * 40, tip.commit),))

    assert ["12", None] == [touch.pull_request for touch in with_pull_requests(chain).touches]


def test_the_side_that_was_merged_into_has_none():
    before = a_touch(1)
    chain = Chain((before,), (_merge("12", before.commit, "e" * 40),))

    assert [None] == [touch.pull_request for touch in with_pull_requests(chain).touches]


def test_a_number_in_the_commits_own_message_stays():
    touch = replace(a_touch(1), pull_request="7")
    chain = Chain((touch,), (_merge("12", "f" * 40, touch.commit),))

    assert ["7"] == [touch.pull_request for touch in with_pull_requests(chain).touches]


def test_a_merge_without_a_pull_request_tells_none():
    touch = a_touch(1)
    chain = Chain((touch,), (_merge("", "f" * 40, touch.commit, subject="Merge branch 'topic'"),))

    assert [None] == [touch.pull_request for touch in with_pull_requests(chain).touches]


def test_of_a_number_only_the_digits_are_read():
    tip = a_touch(2)
    odd = [
        ("Merge pull request #12) from x/y", "12"),
        ("Merge pull request #( from x/y", None),
        ("Merge pull request #12a from x/y", None),
        ("Merge pull request #1234567890 from x/y", None),
        ("Merge pull request #12", "12"),
    ]
    for subject, number in odd:
        chain = Chain((tip,), (_merge("", "f" * 40, tip.commit, subject=subject),))
        assert [number] == [touch.pull_request for touch in with_pull_requests(chain).touches]
