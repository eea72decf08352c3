"""Builds documents in GitHub's REST shape: every field can be given, the rest is what the API would say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

REPO = "acme/rocket"
NUMBER = 7
HASH = "1234567890abcdef1234567890abcdef12345678"

Json = dict[str, object]


def page(repo: str = REPO, number: int = NUMBER) -> str:
    """Return the address of a pull request's page."""
    return f"https://github.com/{repo}/pull/{number}"


def api(repo: str = REPO, number: int = NUMBER) -> str:
    """Return the address of a pull request in the API."""
    return f"https://api.github.com/repos/{repo}/pulls/{number}"


def user(login: str | None, kind: str = "User") -> Json | None:
    """Return an account; None for one that was deleted."""
    return None if login is None else {"login": login, "id": 1, "type": kind}


def pull_request(repo: str = REPO, number: int = NUMBER, by: str | None = "ada", **fields: object) -> Json:
    """Return a pull request as `gh api repos/O/R/pulls/N` prints it, shortened."""
    return {
        "url": api(repo, number),
        "html_url": page(repo, number),
        "number": number,
        "state": "closed",
        "title": "Refuel in flight",
        "body": "Refuels the rocket while it flies.",
        "user": user(by),
        "created_at": "2024-03-01T08:00:00Z",
        "merged_at": "2024-03-09T08:00:00Z",
        "merge_commit_sha": HASH,
        "author_association": "CONTRIBUTOR",
        "comments": 1,
        "review_comments": 2,
        "base": {"ref": "main", "repo": {"full_name": repo}},
        **fields,
    }


def review(key: int, by: str | None = "rex", state: str = "APPROVED", **fields: object) -> Json:
    """Return a review; `repo` and `number` say where it stands."""
    repo, number = _place(fields)
    return {
        "id": key,
        "user": user(by),
        "body": "",
        "state": state,
        "html_url": f"{page(repo, number)}#pullrequestreview-{key}",
        "pull_request_url": api(repo, number),
        "author_association": "MEMBER",
        "submitted_at": "2024-03-03T08:00:00Z",
        "commit_id": HASH,
        **fields,
    }


def review_comment(
    key: int, by: str | None = "rex", body: str | None = "Mind the valve.", **fields: object
) -> Json:
    """Return a comment on a line."""
    repo, number = _place(fields)
    return {
        "id": key,
        "pull_request_review_id": 1,
        "diff_hunk": "@@ -1,2 +1,2 @@\n-open()\n+close()",
        "path": "engine/valve.py",
        "position": 2,
        "line": 12,
        "original_line": 11,
        "commit_id": HASH,
        "original_commit_id": HASH[::-1],
        "user": user(by),
        "body": body,
        "created_at": "2024-03-02T08:00:00Z",
        "html_url": f"{page(repo, number)}#discussion_r{key}",
        "pull_request_url": api(repo, number),
        "author_association": "MEMBER",
        **fields,
    }


def issue_comment(key: int, by: str | None = "ada", body: str | None = "Will do.", **fields: object) -> Json:
    """Return a comment of the conversation."""
    repo, number = _place(fields)
    return {
        "id": key,
        "html_url": f"{page(repo, number)}#issuecomment-{key}",
        "issue_url": f"https://api.github.com/repos/{repo}/issues/{number}",
        "user": user(by),
        "created_at": "2024-03-04T08:00:00Z",
        "author_association": "CONTRIBUTOR",
        "body": body,
        **fields,
    }


def document(
    pull: Mapping[str, object] | None = None,
    reviews: Sequence[object] | None = (),
    review_comments: Sequence[object] | None = (),
    issue_comments: Sequence[object] | None = (),
    **fields: object,
) -> Json:
    """Return a whole discussion in one object."""
    return {
        "repo": REPO,
        "pull_request": pull_request() if pull is None else pull,
        "reviews": reviews if reviews is None else list(reviews),
        "review_comments": review_comments if review_comments is None else list(review_comments),
        "issue_comments": issue_comments if issue_comments is None else list(issue_comments),
        **fields,
    }


def save(path: Path, *values: object) -> Path:
    """Write JSON values one after the other, each on a line, and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def _place(fields: dict[str, object]) -> tuple[str, int]:
    repo, number = fields.pop("repo", REPO), fields.pop("number", NUMBER)
    assert isinstance(repo, str) and isinstance(number, int)
    return repo, number
