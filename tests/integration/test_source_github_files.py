"""GitHub's REST shape as files becomes discussions, and what does not fit is skipped item by item."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.source_github_files import GithubFiles
from gitexp.records.discussion import Anchor, Discussion, Skipped, Turn
from support.github import (
    HASH,
    Json,
    api,
    document,
    issue_comment,
    page,
    pull_request,
    review,
    review_comment,
    user,
)

DISCUSSIONS = Path(__file__).parents[3] / "shared" / "data" / "discussions"


def read(*values: object, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    """Read JSON values that stand in one file."""
    return read_text("\n".join(json.dumps(value) for value in values), this_repo)


def read_text(text: str, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(GithubFiles(this_repo).read(text.encode(), "saved.json", "saved"))
    discussions = [one for one in found if isinstance(one, Discussion)]
    return discussions, [one for one in found if isinstance(one, Skipped)]


def only(*values: object, this_repo: str | None = None) -> Discussion[str]:
    """Read the one discussion of a file that holds nothing else."""
    discussions, skipped = read(*values, this_repo=this_repo)
    assert skipped == []
    [discussion] = discussions
    return discussion


def turn(discussion: Discussion[str], name: str) -> Turn[str]:
    found = discussion.turn(name)
    assert found is not None
    return found


def anchor(discussion: Discussion[str], key: int) -> Anchor[str]:
    found = turn(discussion, f"review_comment:{key}").anchor
    assert found is not None
    return found


# The discussion itself


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


# Turns


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


# Places


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


# Threads


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


# What `gh api` prints


def test_a_pull_request_alone_is_a_discussion() -> None:
    found = only(pull_request())

    assert (found.id, [t.id for t in found.turns]) == ("acme/rocket#7", ["pull_request.body"])


def test_a_pull_request_as_the_issues_interface_gives_it_is_a_discussion() -> None:
    issue = {
        "url": "https://api.github.com/repos/acme/rocket/issues/7",
        "html_url": page(),
        "number": 7,
        "title": "Refuel",
        "body": "In flight.",
        "user": user("ada"),
        "comments": 3,
        "pull_request": {"url": api(), "html_url": page(), "merged_at": "2024-03-09T08:00:00Z"},
    }
    found = only(issue)

    assert (found.id, found.title, found.merged_at) == ("acme/rocket#7", "Refuel", "2024-03-09T08:00:00Z")


@pytest.mark.parametrize(
    "values",
    [
        ([review_comment(1), review_comment(2)],),
        ([review_comment(1)], [review_comment(2)]),
        ([[review_comment(1)], [review_comment(2)]],),
        (review_comment(1), review_comment(2)),
    ],
    ids=["one page", "pages one after the other", "--slurp", "an object a line"],
)
def test_bare_comments_of_one_pull_request_are_one_discussion(values: tuple[object, ...]) -> None:
    found = only(*values)

    assert ("acme/rocket#7", page()) == (found.id, found.url)
    assert [t.id for t in found.turns] == ["review_comment:1", "review_comment:2"]


def test_pages_without_a_line_end_between_them_are_read() -> None:
    text = json.dumps([review_comment(1)]) + json.dumps([review_comment(2)], indent=1)
    [found], skipped = read_text(text)

    assert (skipped, [t.id for t in found.turns]) == ([], ["review_comment:1", "review_comment:2"])


def test_the_answers_of_several_calls_are_put_together() -> None:
    found = only(pull_request(), [review_comment(1, by="ada")], [review(2)], [issue_comment(3)])

    assert [t.id for t in found.turns] == [
        "pull_request.body",
        "review_comment:1",
        "review:2",
        "issue_comment:3",
    ]
    assert turn(found, "review_comment:1").speaker.role == "author"


def test_what_gh_pr_view_prints_is_read() -> None:
    printed = {
        "number": 7,
        "title": "Refuel",
        "body": "In flight.",
        "url": page(),
        "mergedAt": None,
        "author": {"login": "ada", "is_bot": False},
        "comments": [
            {
                "id": "IC_kwDO1",
                "url": f"{page()}#issuecomment-3",
                "author": {"login": "ada"},
                "body": "Yes.",
                "authorAssociation": "MEMBER",
                "createdAt": "2024-03-02T08:00:00Z",
            }
        ],
        "reviews": [
            {
                "id": "PRR_kwDO1",
                "author": {"login": "rex"},
                "body": "",
                "state": "APPROVED",
                "authorAssociation": "MEMBER",
                "submittedAt": "2024-03-03T08:00:00Z",
            }
        ],
    }
    found = only(printed)

    assert (found.id, found.title, found.author) == ("acme/rocket#7", "Refuel", "ada")
    assert [(t.id, t.speaker.role, t.speaker.can_write) for t in found.turns] == [
        ("pull_request.body", "author", "unknown"),
        ("issue_comment:3", "author", "yes"),
        ("review:PRR_kwDO1", "reviewer", "yes"),
    ]


def test_pull_requests_without_a_link_stay_apart() -> None:
    bare = [{"number": number, "title": "Refuel", "body": "Now.", "diff_url": None} for number in (1, 2)]
    found, _ = read(bare)

    assert [(one.id, one.number) for one in found] == [("saved", 1), ("saved-2", 2)]


def test_the_number_of_comments_is_no_list_of_them() -> None:
    assert [t.id for t in only(document(comments=3)).turns] == ["pull_request.body"]


def test_comments_of_a_whole_repository_are_sorted_by_pull_request() -> None:
    found, _ = read([review_comment(1, number=1), review_comment(2, number=2), review_comment(3, number=1)])

    assert [(one.id, len(one.turns)) for one in found] == [("acme/rocket#1", 2), ("acme/rocket#2", 1)]


def test_comments_without_any_link_are_named_after_their_file() -> None:
    bare = {key: value for key, value in review_comment(1).items() if not key.endswith("url")}

    assert ((found := only([bare])).id, found.repo) == ("saved", "")


def test_several_documents_come_as_a_list_or_one_a_line() -> None:
    documents = [document(pull_request(number=number)) for number in (1, 2)]

    assert [one.id for one in read(documents)[0]] == ["acme/rocket#1", "acme/rocket#2"]
    assert [one.id for one in read(*documents)[0]] == ["acme/rocket#1", "acme/rocket#2"]


def test_documents_that_do_not_tell_their_number_are_told_apart() -> None:
    documents = [{"repo": None, "review_comments": [{"id": key, "body": "No."}]} for key in (1, 2)]

    assert [one.id for one in read(documents)[0]] == ["saved", "saved-2"]


def test_the_same_comment_on_two_pages_is_one_turn() -> None:
    found = only([review_comment(1)], [review_comment(1), review_comment(2)])

    assert [t.id for t in found.turns] == ["review_comment:1", "review_comment:2"]


def test_the_comments_of_a_plain_issue_are_no_discussion_of_a_pull_request() -> None:
    plain = issue_comment(1, html_url="https://github.com/acme/rocket/issues/7#issuecomment-1")

    assert ([], [Skipped("saved.json", "holds no discussion of a pull request", bad=False)]) == read([plain])


def test_what_github_says_instead_of_a_discussion_is_said_on() -> None:
    discussions, [skipped] = read(
        {"message": "Not Found", "documentation_url": "https://docs.github.com", "status": "404"}
    )

    assert (
        discussions,
        skipped.what,
        skipped.bad,
    ) == ([], "is GitHub's answer 'Not Found', not a discussion", True)


# What does not fit


def test_an_item_of_the_wrong_type_is_skipped_and_the_rest_is_read() -> None:
    comments = [
        review_comment(1),
        review_comment(2, path=["a"]),
        5,
        review_comment(3, user="rex"),
        review_comment(4),
    ]
    [found], skipped = read(document(review_comments=comments))

    assert [t.id for t in found.turns] == ["pull_request.body", "review_comment:1", "review_comment:4"]
    assert [
        Skipped("saved.json: review_comments[2]", "is not an object; fetch it from GitHub again"),
        Skipped("saved.json: review_comments[1]", "`path` is not a text; fetch it from GitHub again"),
        Skipped("saved.json: review_comments[3]", "`user` is not an object; fetch it from GitHub again"),
    ] == skipped


def test_a_pull_request_that_does_not_fit_leaves_its_comments() -> None:
    [found], [skipped] = read(document(pull_request(title=5), issue_comments=[issue_comment(1)]))

    assert (
        found.id,
        found.title,
        [t.id for t in found.turns],
    ) == ("acme/rocket#7", None, ["issue_comment:1"])
    assert skipped.where == "saved.json: pull_request"


def test_an_utterance_without_an_id_is_skipped() -> None:
    nameless = issue_comment(1) | {"id": None, "html_url": None}
    [found], [skipped] = read(document(pull_request(body=None), issue_comments=[nameless]))

    assert (found.turns, skipped.what) == ((), "has no `id`; fetch it from GitHub again")


def test_a_broken_line_is_told_and_the_others_are_read() -> None:
    good = [json.dumps(document(pull_request(number=number))) for number in (1, 2, 3)]
    text = "\n".join([good[0], '{"repo": "acme/rocket", "pull', good[1], "nonsense", good[2], good[0][:-1]])
    found, skipped = read_text(text)

    assert [one.id for one in found] == ["acme/rocket#1", "acme/rocket#2", "acme/rocket#3"]
    assert [one.where.rpartition(":")[0] for one in skipped] == [
        "saved.json:2",
        "saved.json:4",
        "saved.json:6",
    ]
    assert all(one.bad and "\n" not in one.what for one in skipped)


def test_a_broken_document_over_several_lines_is_told_once() -> None:
    text = json.dumps(document(), indent=1)
    _, [skipped] = read_text(text.replace('"number": 7', '"number" 7'))
    line = text.split("\n").index('  "number": 7,') + 1

    assert (f"saved.json:{line}:12", "is no JSON: expecting ':' delimiter") == (skipped.where, skipped.what)


def test_a_file_cut_off_in_the_middle_is_told_once() -> None:
    discussions, [skipped] = read_text(json.dumps(document())[:-40])

    assert (discussions, skipped.bad) == ([], True)
    assert skipped.where.startswith("saved.json:1:")


def test_deep_nesting_is_skipped() -> None:
    discussions, [skipped] = read_text('{"pull_request": ' + "[" * 100_000)

    assert (discussions, skipped.what) == ([], "is nested too deeply to be read")


def test_a_file_that_is_hardly_json_is_left_early() -> None:
    _, skipped = read_text('{"pull_request": 1\n' * 1000)

    assert len(skipped) == 101
    assert skipped[-1].what == "and what follows was not read: too much of it is no JSON"


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1" * 5000, "1e999", "true", "7.5", "-3"])
def test_numbers_that_are_none_do_no_harm(number: str) -> None:
    text = json.dumps(document(review_comments=[review_comment(1), review_comment(2)]))
    [found], _ = read_text(text.replace('"line": 12', f'"line": {number}', 1))

    assert found.turns[-1].id == "review_comment:2"


# Recognition


@pytest.mark.parametrize(
    "head",
    [
        json.dumps(document()),
        json.dumps(document(), indent=2),
        json.dumps([[review_comment(1)]]),
        json.dumps([issue_comment(1)]),
        json.dumps([review(1)]),
        json.dumps(pull_request()),
        "\ufeff" + json.dumps(document()),
        '{"repo": "acme/rocket", "pull_request": {"body": "' + "long " * 1000,
        '{"repo": "acme/rocket", "review_comments": [{"body": "cut in an escape \\',
        '{"repo": "o/r", "pr": {}, "comments": []}',
    ],
)
def test_github_is_recognised_by_its_outermost_keys(head: str) -> None:
    assert GithubFiles().recognises(head.encode())


def test_utf_16_is_recognised_and_read() -> None:
    content = json.dumps(document()).encode("utf-16")

    assert GithubFiles().recognises(content)
    assert [
        one.id for one in GithubFiles().read(content, "saved.json", "saved") if isinstance(one, Discussion)
    ] == ["acme/rocket#7"]


@pytest.mark.parametrize(
    "head",
    [
        "",
        "[]",
        "[1, 2]",
        '"pull_request"',
        '# The `{"pull_request": {}}` format',
        '{"type": "user", "message": {"pull_request": {}, "review_comments": []}}',
        '{"text": "\\"pull_request\\": 1"}',
        '{"discussion": "a", "when": "b", "what": "c"}',
        '{"comments": true}',
        '{"name": "web", "scripts": {"pull_request": "x"}}',
        "\x00\x01\x02",
    ],
)
def test_other_files_are_not_recognised(head: str) -> None:
    assert not GithubFiles().recognises(head.encode())


def test_a_document_of_another_kind_with_the_same_keys_is_not_taken_for_one() -> None:
    assert ([], [Skipped("saved.json", "holds no discussion of a pull request", bad=False)]) == read(
        {"comments": [{"text": "hi"}], "reviews": 4}
    )


# Everything at once

ANY = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    *(st.just([]), st.just([1, "a"]), st.just({}), st.just({"a": [{}]}), st.just([[["a"]]])),
)
WHOLE = document(
    reviews=[review(1, body="Fine.")],
    review_comments=[review_comment(2), review_comment(3, in_reply_to_id=2, line=None)],
    issue_comments=[issue_comment(4)],
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    return [path, *(place for key, member in members for place in places(member, (*path, key)))]


def replaced(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    changed: Any = copy.copy(value)
    try:
        changed[path[0]] = replaced(changed[path[0]], path[1:], new)
    except (KeyError, IndexError, TypeError):
        return value  # an earlier change took the place away
    return changed


@given(
    st.sampled_from([WHOLE, pull_request(), [review_comment(1), issue_comment(2), review(3)]]),
    st.data(),
)
def test_no_document_whatever_stands_in_it_raises(whole: object, data: st.DataObject) -> None:
    changes = data.draw(st.lists(st.tuples(st.sampled_from(places(whole)), ANY), min_size=1, max_size=4))
    for path, new in changes:
        whole = replaced(whole, path, new)
    found, skipped = read(whole)

    assert all("\n" not in f"{one.where}{one.what}" for one in skipped)
    assert all(len({t.id for t in one.turns}) == len(one.turns) for one in found)
    json.dumps([t.text for one in found for t in one.turns]).encode("utf-8")


@given(st.sampled_from(places(WHOLE)), ANY)
def test_one_wrong_value_costs_at_most_its_own_item(path: tuple[str | int, ...], new: object) -> None:
    found, _ = read(replaced(WHOLE, path, new))
    untouched = {
        ("reviews", 0): "review:1",
        ("review_comments", 0): "review_comment:2",
        ("review_comments", 1): "review_comment:3",
        ("issue_comments", 0): "issue_comment:4",
    }
    expected = {name for place, name in untouched.items() if path[:2] != place and path != place[:1] and path}

    assert expected <= {t.id for one in found for t in one.turns}


@given(st.text(alphabet='{}[]",:\\ \npull_request0', max_size=60))
def test_no_text_whatever_raises(text: str) -> None:
    read_text(text)
    GithubFiles().recognises(text.encode())


# The 69 documents


def stored() -> list[Path]:
    return sorted(DISCUSSIONS.glob("*.json"))


needs_data = pytest.mark.skipif(not stored(), reason="../shared/data/discussions is not here")


@needs_data
def test_there_are_69_documents() -> None:
    assert len(stored()) == 69


@needs_data
@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
def test_each_stored_document_is_read_whole(path: Path) -> None:
    """Counts turns and threads from the document in its own way."""
    content: dict[str, list[Json]] = json.loads(path.read_text(encoding="utf-8"))
    pull = json.loads(path.read_text(encoding="utf-8"))["pull_request"]
    assert GithubFiles().recognises(path.read_bytes()[:65536])
    found, skipped = _stored(path)

    assert skipped == []
    assert path.stem.replace("__", "/", 1).replace("__", "#") == found.id
    spoken = [
        *(["pull_request.body"] if pull["body"] else []),
        *(f"review:{one['id']}" for one in content["reviews"] if one["body"] or one["state"] != "COMMENTED"),
        *(f"review_comment:{one['id']}" for one in content["review_comments"]),
        *(f"issue_comment:{one['id']}" for one in content["issue_comments"]),
    ]
    assert sorted(spoken) == sorted(t.id for t in found.turns)
    assert {
        f"review_comment:{one['id']}": f"review_comment:{one['in_reply_to_id'] or one['id']}"
        for one in content["review_comments"]
    } == {t.id: t.thread for t in found.turns if t.thread}
    times = [t.at for t in found.turns if t.id != "pull_request.body"]
    assert times == sorted(at for at in times if at)


def _stored(path: Path) -> tuple[Discussion[str], list[Skipped]]:
    found = list(GithubFiles().read(path.read_bytes(), path.name, path.stem))
    [discussion] = [one for one in found if isinstance(one, Discussion)]
    return discussion, [one for one in found if isinstance(one, Skipped)]
