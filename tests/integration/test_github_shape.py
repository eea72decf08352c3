"""What GitHub tells of one pull request becomes one discussion."""

from __future__ import annotations

import pytest

from gitexp.records.discussion import Anchor
from support.github import (
    document,
    issue_comment,
    page,
    pull_request,
    review,
    review_comment,
)
from support.github_reading import only


def test_a_document_becomes_one_discussion() -> None:
    found = only(
        document(reviews=[review(1)], review_comments=[review_comment(2)], issue_comments=[issue_comment(3)])
    )

    assert (
        found.id,
        found.kind,
        found.repo,
        found.number,
    ) == ("acme/rocket#7", "pull_request", "acme/rocket", 7)
    assert ("Refuel in flight", "ada", page()) == (found.title, found.author, found.url)
    assert (found.merged_at, found.local, found.private) == ("2024-03-09T08:00:00Z", False, False)
    assert [t.id for t in found.turns] == [
        "pull_request.body",
        "review_comment:2",
        "review:1",
        "issue_comment:3",
    ]


def test_every_optional_field_may_be_null() -> None:
    bare = dict.fromkeys(review_comment(1)) | {"id": 1, "body": "Mind the valve."}
    pull = dict.fromkeys(pull_request())
    found = only(document(pull, reviews=None, review_comments=[bare], issue_comments=None, repo=None))

    assert (found.id, found.repo, found.number, found.title, found.author) == ("saved", "", None, None, None)
    [said] = found.turns
    assert (
        said.id,
        said.speaker.login,
        said.speaker.role,
        said.speaker.can_write,
    ) == ("review_comment:1", None, "reviewer", "unknown")
    assert Anchor() == said.anchor
    assert (said.resolved, said.at) == ("unknown", None)


def test_a_document_of_nulls_is_a_discussion_without_turns() -> None:
    found = only({"repo": "acme/rocket", "pull_request": None, "reviews": None, "review_comments": None})

    assert (found.id, found.repo, found.turns) == ("saved", "acme/rocket", ())


@pytest.mark.parametrize(
    ("this_repo", "local"), [("Acme/Rocket", True), ("acme/rocket2", False), ("", False), (None, False)]
)
def test_a_discussion_of_the_repository_at_hand_is_local(this_repo: str | None, local: bool) -> None:
    assert local == only(document(), this_repo=this_repo).local


def test_repository_and_number_come_from_links_where_the_document_does_not_tell() -> None:
    found = only({"pull_request": None, "review_comments": [review_comment(1, repo="acme/plane", number=9)]})

    assert ("acme/plane#9", page("acme/plane", 9)) == (found.id, found.url)


def test_a_link_to_another_repository_gives_no_number_away() -> None:
    found = only({"repo": "acme/rocket", "review_comments": [review_comment(1, repo="acme/plane", number=9)]})

    assert (found.id, found.repo, found.number) == ("saved", "acme/rocket", None)


@pytest.mark.parametrize(
    "repo", ["rocket", "../..", "acme/..", "acme/rocket/engine", "acme rocket/x", "", "a/b\n"]
)
def test_what_is_no_repository_is_not_taken_for_one(repo: str) -> None:
    found = only(
        {"repo": repo, "pull_request": {"number": 7, "title": "Refuel", "user": None, "body": "In flight."}}
    )

    assert (found.id, found.repo) == ("saved", "")


@pytest.mark.parametrize("host", ["a](b)", "a`b", "name:word@git.example"])
def test_a_page_on_what_is_no_host_is_not_handed_on(host: str) -> None:
    found = only(document(pull_request(url=None, html_url=f"https://{host}/acme/rocket/pull/7")))

    assert (found.id, found.url) == ("acme/rocket#7", None)


@pytest.mark.parametrize("key", ["pull_request", "pull", "pr"])
@pytest.mark.parametrize("comments", ["review_comments", "comments"])
def test_other_spellings_of_the_keys_are_read(key: str, comments: str) -> None:
    found = only(
        {"repository": {"full_name": "acme/rocket"}, key: pull_request(), comments: [review_comment(2)]}
    )

    assert (
        found.id,
        [t.id for t in found.turns],
    ) == ("acme/rocket#7", ["pull_request.body", "review_comment:2"])


def test_comments_of_every_kind_under_one_key_keep_their_kind() -> None:
    mixed = [review_comment(1), issue_comment(2), review(3, body="Fine.")]
    found = only({"repo": "acme/rocket", "pr": pull_request(body=None), "comments": mixed})

    assert [t.id for t in found.turns] == ["review_comment:1", "review:3", "issue_comment:2"]
