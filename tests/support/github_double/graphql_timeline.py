"""What stands in a pull request's timeline, as GraphQL objects, and which type an object is of."""

from __future__ import annotations

from typing import Any

from support.github_double.graphql_objects import Thread, at, by, commit_named, repo_of
from support.github_double.graphql_types import ABSTRACT, Arguments, Asked, Field, plain, typed
from support.github_double.shapes import node_id
from support.github_double.state import Account, Event, Issue, IssueComment, Pull, Review

EVENTS = {
    "committed": ("PULL_REQUEST_COMMIT", "PullRequestCommit"),
    "reviewed": ("PULL_REQUEST_REVIEW", "PullRequestReview"),
    "commented": ("ISSUE_COMMENT", "IssueComment"),
    "line-commented": ("PULL_REQUEST_REVIEW_THREAD", "PullRequestReviewThread"),
    "head_ref_force_pushed": ("HEAD_REF_FORCE_PUSHED_EVENT", "HeadRefForcePushedEvent"),
    "head_ref_deleted": ("HEAD_REF_DELETED_EVENT", "HeadRefDeletedEvent"),
    "cross-referenced": ("CROSS_REFERENCED_EVENT", "CrossReferencedEvent"),
    "referenced": ("REFERENCED_EVENT", "ReferencedEvent"),
    "review_requested": ("REVIEW_REQUESTED_EVENT", "ReviewRequestedEvent"),
    "merged": ("MERGED_EVENT", "MergedEvent"),
    "closed": ("CLOSED_EVENT", "ClosedEvent"),
    "reopened": ("REOPENED_EVENT", "ReopenedEvent"),
    "renamed": ("RENAMED_TITLE_EVENT", "RenamedTitleEvent"),
}
ABSTRACT["PullRequestTimelineItems"] = frozenset(name for _, name in EVENTS.values())
ABSTRACT["ReferencedSubject"] = frozenset({"Issue", "PullRequest"})


class Happened:
    """An event in a timeline, as an object of its own."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.kind = EVENTS[event.kind][1]
        self.at = event.at
        self.by = event.by


def timeline(asked: Asked, pull: Pull, arguments: Arguments) -> list[Any]:
    repo, wanted = repo_of(asked), arguments.get("itemTypes")
    found: list[Any] = []
    for event in pull.events:
        if wanted is not None and EVENTS[event.kind][0] not in wanted:
            continue
        if event.kind == "reviewed":
            found.append(repo.reviews[int(str(event.about))])
        elif event.kind == "commented":
            found.append(repo.comments[int(str(event.about))])
        elif event.kind == "line-commented":
            comment = repo.line_comments[int(str(event.about))]
            found += [Thread(repo, comment)] if comment.reply_to is None else []
        elif event.kind == "committed":
            found.append(InPull(repo.git.the(str(event.about))))
        else:
            found.append(Happened(event))
    return found


class InPull:
    """A commit as part of a pull request."""

    def __init__(self, commit: Any) -> None:
        self.commit = commit


def _about(asked: Asked, happened: Happened, arguments: Arguments) -> Issue:
    return repo_of(asked).issues[int(str(happened.event.about))]


def _about_commit(asked: Asked, happened: Happened, arguments: Arguments) -> Any:
    about = happened.event.about
    return commit_named(asked, about if isinstance(about, str) else None)


for _, kind in EVENTS.values():
    if kind.endswith("Event"):
        typed(
            kind,
            id=plain("ID", lambda thing: node_id("EV", thing.event.id)),
            actor=by(),
            createdAt=at("at"),
        )
typed("MergedEvent", commit=Field("Commit", _about_commit))
typed("ReferencedEvent", commit=Field("Commit", _about_commit))
typed("HeadRefForcePushedEvent", afterCommit=Field("Commit", _about_commit))
typed(
    "CrossReferencedEvent",
    source=Field("ReferencedSubject", _about),
    isCrossRepository=plain("Boolean", lambda thing: False),
    referencedAt=at("at"),
)
typed("PullRequestCommit", commit=plain("Commit", lambda thing: thing.commit))


def typename(thing: Any) -> str:
    """Return the type of an object that a field of an interface or union gives."""
    if isinstance(thing, Account):
        return thing.type
    if isinstance(thing, Happened):
        return thing.kind
    names = {InPull: "PullRequestCommit", Thread: "PullRequestReviewThread", Review: "PullRequestReview"}
    names |= {IssueComment: "IssueComment", Pull: "PullRequest", Issue: "Issue"}
    return names[type(thing)]
