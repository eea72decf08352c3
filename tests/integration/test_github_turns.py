"""GitHub's utterances become turns: who speaks, when, where, and what is a suggestion."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from gitexp.records.discussion import Anchor, Discussion
from support.github import (
    HASH,
    document,
    issue_comment,
    pull_request,
    review,
    review_comment,
    user,
)
from support.github_reading import only, read_text, turn


def anchor(discussion: Discussion[str], key: int) -> Anchor[str]:
    found = turn(discussion, f"review_comment:{key}").anchor
    assert found is not None
    return found


def test_empty_bodies_say_nothing_but_a_verdict_does() -> None:
    reviews = [review(1), review(2, state="COMMENTED"), review(3, state="changes_requested", body=" \n")]
    found = only(
        document(
            pull_request(body="\r\n"),
            reviews,
            [review_comment(4, body=None), review_comment(5, body=" ")],
            [issue_comment(6, body="")],
        )
    )

    assert [(t.id, t.text, t.state) for t in found.turns] == [
        ("review:1", "", "APPROVED"),
        ("review:3", " \n", "CHANGES_REQUESTED"),
    ]


def test_line_ends_stay_as_they_came() -> None:
    found = only(document(issue_comments=[issue_comment(1, body="One.\r\nTwo.")]))

    assert turn(found, "issue_comment:1").text == "One.\r\nTwo."


def test_turns_stand_in_the_order_of_time_with_the_description_first() -> None:
    found = only(
        document(
            pull_request(created_at="2024-03-05T00:00:00Z"),
            [review(1, submitted_at="2024-03-04T10:00:00+02:00", body="Third.")],
            [
                review_comment(2, created_at="2024-03-04T08:30:00Z"),
                review_comment(3, created_at="2024-03-01T00:00:00Z"),
            ],
            [issue_comment(4, created_at="2024-03-04T07:59:00Z")],
        )
    )

    assert [t.id for t in found.turns] == [
        "pull_request.body",
        "review_comment:3",
        "issue_comment:4",
        "review:1",
        "review_comment:2",
    ]


def test_a_turn_without_a_time_stands_with_its_thread() -> None:
    comments = [
        review_comment(1, created_at="2024-03-05T00:00:00Z"),
        review_comment(2, created_at="2024-03-06T00:00:00Z"),
        review_comment(3, created_at=None, in_reply_to_id=1),
        review_comment(4, created_at="yesterday", in_reply_to_id=1),
    ]
    found = only(document(pull_request(body=None), review_comments=comments))

    assert [f"review_comment:{key}" for key in (1, 3, 4, 2)] == [t.id for t in found.turns]
    assert None is turn(found, "review_comment:4").at


@pytest.mark.parametrize(
    ("login", "kind", "role"),
    [
        ("Ada", "User", "author"),
        ("rex", "User", "reviewer"),
        (None, "User", "reviewer"),
        ("robo", "Bot", "bot"),
        ("renovate[bot]", "User", "bot"),
        ("codecov-commenter", "User", "bot"),
        ("acme-ci-bot", "User", "bot"),
        ("CodeRabbitAI", "User", "bot"),
        ("talbot", "User", "reviewer"),
    ],
)
def test_who_speaks_is_author_reviewer_or_bot(login: str | None, kind: str, role: str) -> None:
    comment = issue_comment(1) | {"user": login and user(login, kind)}
    said = turn(only(document(issue_comments=[comment])), "issue_comment:1")

    assert (login, role) == (said.speaker.login, said.speaker.role)


def test_the_first_to_comment_is_no_author_where_the_author_is_unknown() -> None:
    found = only(document(pull_request(by=None, body=None), issue_comments=[issue_comment(1, by="ada")]))

    assert turn(found, "issue_comment:1").speaker.role == "reviewer"


def test_a_bot_that_opens_a_pull_request_stays_a_bot() -> None:
    found = only(document(pull_request(by="dependabot[bot]")))

    assert turn(found, "pull_request.body").speaker.role == "bot"


@pytest.mark.parametrize(
    ("association", "can_write"),
    [
        ("OWNER", "yes"),
        ("MEMBER", "yes"),
        ("collaborator", "yes"),
        ("CONTRIBUTOR", "unknown"),
        ("MANNEQUIN", "unknown"),
        (None, "unknown"),
        ("NONE", "no"),
        ("FIRST_TIME_CONTRIBUTOR", "no"),
    ],
)
def test_an_association_tells_who_can_write_only_where_it_is_sure(
    association: str | None, can_write: str
) -> None:
    found = only(document(issue_comments=[issue_comment(1, author_association=association)]))

    assert can_write == turn(found, "issue_comment:1").speaker.can_write


def test_a_login_or_a_link_that_is_none_is_not_handed_on() -> None:
    odd = issue_comment(1) | {
        "user": user("a](x) @all"),
        "html_url": "javascript:alert(1)",
        "author_association": "!",
    }
    said = turn(only(document(issue_comments=[odd])), "issue_comment:1")

    assert (said.speaker.login, said.url, said.speaker.association) == (None, None, None)


def test_half_of_a_surrogate_pair_becomes_a_replacement_character() -> None:
    [found], _ = read_text(
        json.dumps(document(issue_comments=[issue_comment(1, body="a\ud83d b\ud83d\ude00")]))
    )

    assert turn(found, "issue_comment:1").text == "a\N{REPLACEMENT CHARACTER} b\N{GRINNING FACE}"


def test_a_line_comment_is_anchored() -> None:
    expected = Anchor("engine/valve.py", 12, HASH, "@@ -1,2 +1,2 @@\n-open()\n+close()", "no")

    assert expected == anchor(only(document(review_comments=[review_comment(1)])), 1)


def test_an_outdated_comment_keeps_the_line_and_commit_it_was_written_on() -> None:
    found = anchor(only(document(review_comments=[review_comment(1, line=None, position=None)])), 1)

    assert (11, HASH[::-1], "yes") == (found.line, found.commit, found.outdated)


def test_without_any_line_nobody_knows_whether_a_comment_is_outdated() -> None:
    nowhere = review_comment(1, line=None, position=None, original_line=None)

    assert anchor(only(document(review_comments=[nowhere])), 1).outdated == "unknown"


def test_an_old_comment_with_a_position_is_not_outdated() -> None:
    assert anchor(only(document(review_comments=[review_comment(1, line=None)])), 1).outdated == "no"


@pytest.mark.parametrize(
    ("given", "expected"), [({}, "unknown"), ({"resolved": True}, "yes"), ({"isResolved": False}, "no")]
)
def test_what_one_comment_tells_of_its_thread_holds_for_all_of_it(
    given: Mapping[str, bool], expected: str
) -> None:
    comments = [review_comment(1) | dict(given), review_comment(2, in_reply_to_id=1), review_comment(3)]
    found = only(document(review_comments=comments))

    assert [expected, expected, "unknown"] == [
        turn(found, f"review_comment:{key}").resolved for key in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Like so:\r\n```suggestion\r\nclose()\r\n```", "yes"),
        ("   ````suggestion\nclose()\n````", "yes"),
        ("a ```suggestion in the line", "no"),
        ("> ```suggestion\n> close()", "no"),
        ("```python\nclose()\n```", "no"),
    ],
)
def test_a_suggestion_is_told_by_its_fence(body: str, expected: str) -> None:
    found = only(document(review_comments=[review_comment(1, body=body)]))

    assert expected == turn(found, "review_comment:1").suggestion
