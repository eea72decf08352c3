"""What `gh` prints becomes discussions, and what does not fit is skipped item by item."""

from __future__ import annotations

import json

import pytest

from gitexp.records.skipped import Skipped
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
from support.github_reading import only, read, read_text, turn

# What `gh` prints


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


VIEWED: Json = {
    "title": "Refuel",
    "body": "In flight.",
    "url": page(),
    "mergedAt": None,
    "author": {"login": "ada", "is_bot": False},
}
VIEWED_COMMENT: Json = {
    "id": "IC_kwDO1",
    "url": f"{page()}#issuecomment-3",
    "author": {"login": "ada"},
    "body": "Yes.",
    "authorAssociation": "MEMBER",
    "createdAt": "2024-03-02T08:00:00Z",
}
VIEWED_REVIEW: Json = {
    "id": "PRR_kwDO1",
    "author": {"login": "rex"},
    "body": "",
    "state": "APPROVED",
    "authorAssociation": "MEMBER",
    "submittedAt": "2024-03-03T08:00:00Z",
}


def test_what_gh_pr_view_prints_is_read() -> None:
    found = only({**VIEWED, "number": 7, "comments": [VIEWED_COMMENT], "reviews": [VIEWED_REVIEW]})

    assert (found.id, found.title, found.author) == ("acme/rocket#7", "Refuel", "ada")
    assert [(t.id, t.speaker.role, t.speaker.can_write) for t in found.turns] == [
        ("pull_request.body", "author", "unknown"),
        ("issue_comment:3", "author", "yes"),
        ("review:PRR_kwDO1", "reviewer", "yes"),
    ]


@pytest.mark.parametrize("number", [{}, {"number": 7}], ids=["without a number", "with a number"])
@pytest.mark.parametrize(
    ("lists", "turns"),
    [
        ({"comments": []}, ["pull_request.body"]),
        ({"comments": [], "reviews": []}, ["pull_request.body"]),
        ({"reviews": [VIEWED_REVIEW]}, ["pull_request.body", "review:PRR_kwDO1"]),
        ({"comments": [VIEWED_COMMENT]}, ["pull_request.body", "issue_comment:3"]),
    ],
)
def test_what_gh_pr_view_prints_may_lack_any_list_and_the_number(
    number: Json, lists: Json, turns: list[str]
) -> None:
    found = only(VIEWED | number | lists)

    assert ("acme/rocket#7", "Refuel", turns) == (found.id, found.title, [t.id for t in found.turns])


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


def test_a_comment_on_a_commit_is_no_discussion_of_a_pull_request() -> None:
    elsewhere = {
        "id": 1,
        "html_url": f"https://github.com/acme/rocket/commit/{HASH}#commitcomment-1",
        "path": "engine/valve.py",
        "user": user("rex"),
        "body": "Mind the valve.",
    }

    assert ([], [Skipped("saved.json", "holds no discussion of a pull request", bad=False)]) == read(
        [elsewhere]
    )


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
