"""Tells by keys and links what an object in GitHub's REST shape is; none rather than a guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gitexp.adapters.github_links import pull_of
from gitexp.adapters.json_values import outer_keys

Shape = Literal["document", "pull_request", "review", "review_comment", "issue_comment", "failure"]

PULL = ("pull_request", "pull", "pr")
REVIEW_COMMENTS = ("review_comments", "comments", "reviewComments", "pull_request_comments")
ISSUE_COMMENTS = ("issue_comments", "issueComments")
REVIEWS = ("reviews",)
LISTS = (*REVIEWS, *REVIEW_COMMENTS, *ISSUE_COMMENTS)
"""The spellings of the keys under which a document holds what was said."""
OWN = ("pull_request", "review_comments", "issue_comments", "reviewComments", "issueComments")
"""The keys that say by themselves what a document is; the other spellings need an object in GitHub's shape beneath."""
MARKS = frozenset(
    {
        *OWN,
        *("pull_request_url", "pull_request_review_id", "diff_hunk", "issue_url", "merge_commit_sha"),
        *("author_association", "authorAssociation", "mergedAt", "documentation_url"),
    }
)
SPELLINGS = frozenset({*PULL, *REVIEW_COMMENTS, *REVIEWS})


def is_github(head: str) -> bool:
    """Return whether the outermost objects at the beginning of a file have GitHub's keys."""
    keys = outer_keys(head)
    return bool(keys & MARKS) or len(keys & SPELLINGS) > 1 or bool(keys & SPELLINGS and "number" in keys)


def shape_of(content: Mapping[str, object]) -> Shape | None:
    """Return what an object is by its own keys and links."""
    shape = loose_shape(content)
    if shape == "pull_request":
        # `gh pr view` prints a pull request with what was said in it.
        return "document" if full_pull(content) or _has_a_list(content) else shape
    return shape or ("document" if _is_document(content) else None)


def loose_shape(content: Mapping[str, object]) -> Shape | None:
    """Return which object of GitHub's it is, if it is one that can stand alone."""
    link = next((value for key in ("html_url", "url") if isinstance(value := content.get(key), str)), "")
    page, _, fragment = link.partition("#")
    body = "body" in content
    if body and any(key in content for key in ("diff_hunk", "diffHunk", "pull_request_review_id")):
        return "review_comment"
    if fragment.startswith("commitcomment-"):
        return None
    if fragment.startswith("discussion_r") or (body and "path" in content and _has_a_speaker(content)):
        return "review_comment"
    if fragment.startswith("pullrequestreview-") or ("submitted_at" in content and "state" in content):
        return "review"
    if fragment.startswith("issuecomment-") or (body and "issue_url" in content and "number" not in content):
        return None if "/issues/" in page else "issue_comment"
    if "message" in content and "documentation_url" in content:
        return "failure"
    return "pull_request" if _is_pull_request(content, page) else None


def full_pull(content: Mapping[str, object]) -> dict[str, object] | None:
    """Return the pull request that a document holds under one of its keys."""
    pulls = (content.get(key) for key in PULL)
    full = ("number", "title", "body", "user")
    return next((pull for pull in pulls if isinstance(pull, dict) and any(key in pull for key in full)), None)


def has_a_title(content: Mapping[str, object]) -> bool:
    """Return whether an object has a pull request's title, and its number or a link that tells it."""
    return "title" in content and ("number" in content or pull_of(content) is not None)


def _is_pull_request(content: Mapping[str, object], page: str) -> bool:
    """Return whether it is a pull request, also as the issues' interface gives it: with a few links below that key."""
    known = ("merge_commit_sha", "diff_url", "mergedAt")
    sure = "/pull/" in page or any(key in content for key in known) or isinstance(content.get(PULL[0]), dict)
    return sure and has_a_title(content)


def _is_document(content: Mapping[str, object]) -> bool:
    """Return whether it holds a pull request or its comments: by GitHub's own keys, else by what lies below them."""
    if any(isinstance(content.get(key), dict | list) for key in OWN):
        return True
    if any(key in content for key in OWN) and sum(key in content for key in (*OWN, *REVIEWS, "repo")) > 1:
        return True
    lists = (content.get(key) for key in (*REVIEW_COMMENTS, *REVIEWS))
    members = (member for found in lists if isinstance(found, list) for member in found)
    if any(isinstance(member, dict) and loose_shape(member) for member in members):
        return True
    pull = full_pull(content)
    return pull is not None and pull_of(pull) is not None


def _has_a_list(content: Mapping[str, object]) -> bool:
    return any(isinstance(content.get(key), list) for key in LISTS)


def _has_a_speaker(content: Mapping[str, object]) -> bool:
    return "user" in content or "author" in content
