"""GitHub's review threads are rebuilt from what replies to what."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.github import (
    document,
    issue_comment,
    pull_request,
    review_comment,
)
from support.github_reading import only, turn


def threads(*links: tuple[int, int | None]) -> dict[str, str | None]:
    comments = [review_comment(key, in_reply_to_id=parent) for key, parent in links]
    found = only(document(pull_request(body=None), review_comments=comments))
    return {t.id.partition(":")[2]: (t.thread or "").partition(":")[2] for t in found.turns}


def test_replies_belong_to_the_thread_of_their_root() -> None:
    assert threads((1, None), (2, 1), (3, 2), (4, None)) == {"1": "1", "2": "1", "3": "1", "4": "4"}


def test_a_reply_may_stand_before_its_root() -> None:
    assert threads((3, 2), (2, 1), (1, None)) == {"3": "1", "2": "1", "1": "1"}


def test_replies_to_a_comment_that_is_not_there_share_its_thread() -> None:
    assert threads((5, 99), (6, 99), (7, 5), (8, 98)) == {"5": "99", "6": "99", "7": "99", "8": "98"}


def test_replies_in_a_circle_are_one_thread() -> None:
    assert threads((1, 2), (2, 1), (3, 2), (4, 4)) == {"1": "1", "2": "1", "3": "1", "4": "4"}


def test_a_reply_names_the_turn_it_answers_and_the_conversation_has_no_thread() -> None:
    found = only(
        document(
            review_comments=[review_comment(1), review_comment(2, in_reply_to_id=1)],
            issue_comments=[issue_comment(3)],
        )
    )

    assert (
        turn(found, "review_comment:1").reply_to,
        turn(found, "review_comment:2").reply_to,
    ) == (None, "review_comment:1")
    assert (turn(found, "issue_comment:3").reply_to, turn(found, "issue_comment:3").thread) == (None, None)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=12))
def test_any_links_give_each_comment_one_thread_and_a_reply_its_parents(parents: list[int]) -> None:
    links = [(key, parent or None) for key, parent in enumerate(parents, start=1)]
    found = threads(*links)

    assert {str(key) for key, _ in links} == found.keys()
    assert all(found[str(key)] == found.get(str(parent), str(parent)) for key, parent in links if parent)
