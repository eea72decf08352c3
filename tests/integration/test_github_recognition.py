"""A file in GitHub's shape is told by its outermost keys."""

from __future__ import annotations

import json

import pytest

from gitexp.adapters.source_github_files import GithubFiles
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped
from support.github import (
    document,
    issue_comment,
    pull_request,
    review,
    review_comment,
)
from support.github_reading import read


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
