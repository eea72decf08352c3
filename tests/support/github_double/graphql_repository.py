"""The repository, its pull requests and their timelines, as GraphQL objects; and what a query begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from support.github_double import shapes_pulls
from support.github_double.graphql_objects import (
    ORDER,
    WRITTEN,
    Thread,
    actor,
    at,
    by,
    collaborators,
    commit_named,
    repo_of,
    write_of,
)
from support.github_double.graphql_timeline import InPull, timeline
from support.github_double.graphql_types import (
    Arguments,
    Asked,
    Field,
    GraphProblem,
    connection,
    plain,
    typed,
)
from support.github_double.repo_state import RepoState
from support.github_double.shapes import node_id
from support.github_double.state import Account, Pull, stamp

ISSUE = {
    **WRITTEN,
    "number": plain("Int", lambda thing: thing.number),
    "databaseId": plain("Int", lambda thing: thing.id),
    "title": plain("String", lambda thing: thing.title),
    "closed": plain("Boolean", lambda thing: thing.state == "closed"),
    "closedAt": at("closed"),
    "locked": plain("Boolean", lambda thing: thing.locked),
    "labels": connection("Label", lambda asked, thing, arguments: thing.labels),
    "repository": Field("Repository", lambda asked, thing, arguments: repo_of(asked)),
    "comments": connection(
        "IssueComment",
        lambda asked, thing, arguments: [
            one for one in repo_of(asked).comments.values() if one.number == thing.number
        ],
        ORDER,
    ),
}
typed("Label", name=plain("String", lambda name: name))
typed("Issue", **ISSUE, state=plain("Enum", lambda thing: thing.state.upper()))


def _threads(asked: Asked, pull: Pull, arguments: Arguments) -> list[Thread]:
    repo = repo_of(asked)
    roots = [one for one in repo.line_comments.values() if one.number == pull.number and one.reply_to is None]
    return [Thread(repo, root) for root in roots]


def _reviews(asked: Asked, pull: Pull, arguments: Arguments) -> list[Any]:
    found = [one for one in repo_of(asked).reviews.values() if one.number == pull.number]
    author, states = arguments.get("author"), arguments.get("states")
    return [one for one in found if author in (None, one.by) and (states is None or one.state in states)]


def _number(key: str) -> Field:
    return Field(
        "Int", lambda asked, pull, arguments: shapes_pulls.pull(write_of(asked), pull, full=True)[key]
    )


typed(
    "PullRequest",
    **ISSUE,
    state=plain("Enum", lambda pull: "MERGED" if pull.merged else pull.state.upper()),
    merged=plain("Boolean", lambda pull: pull.merged is not None),
    mergedAt=at("merged"),
    mergedBy=by("merged_by"),
    mergeCommit=Field("Commit", lambda asked, pull, arguments: commit_named(asked, pull.merge_commit)),
    isDraft=plain("Boolean", lambda pull: pull.draft),
    isCrossRepository=plain("Boolean", lambda pull: pull.fork is not None),
    headRefName=plain("String", lambda pull: pull.head_ref),
    headRefOid=plain("GitObjectID", lambda pull: pull.head),
    baseRefName=plain("String", lambda pull: pull.base_ref),
    baseRefOid=plain("GitObjectID", lambda pull: pull.base),
    headRepositoryOwner=Field(
        "Actor", lambda asked, pull, arguments: actor(asked, pull.fork or repo_of(asked).owner)
    ),
    additions=_number("additions"),
    deletions=_number("deletions"),
    changedFiles=_number("changed_files"),
    files=connection(
        "PullRequestChangedFile", lambda asked, pull, arguments: shapes_pulls.files(write_of(asked), pull)
    ),
    commits=connection(
        "PullRequestCommit",
        lambda asked, pull, arguments: [InPull(commit) for commit in repo_of(asked).commits(pull)],
    ),
    reviews=connection("PullRequestReview", _reviews, {"author": "String", "states": "[Enum!]"}),
    reviewThreads=connection("PullRequestReviewThread", _threads),
    timelineItems=connection(
        "PullRequestTimelineItems", timeline, {"itemTypes": "[Enum!]", "since": "DateTime", "skip": "Int"}
    ),
)
CHANGES = {"removed": "DELETED"}
typed(
    "PullRequestChangedFile",
    path=plain("String", lambda file: file["filename"]),
    additions=plain("Int", lambda file: file["additions"]),
    deletions=plain("Int", lambda file: file["deletions"]),
    changeType=plain("Enum", lambda file: CHANGES.get(file["status"], file["status"].upper())),
)


def _allow(asked: Asked, repo: RepoState) -> None:
    """Refuse what a token may not read of a private repository."""
    token = asked.request.token
    if repo.private and token is not None and not token.may("pull_requests"):
        raise GraphProblem("FORBIDDEN", "Resource not accessible by integration")


def _pull(asked: Asked, repo: RepoState, arguments: Arguments) -> Pull:
    _allow(asked, repo)
    found = repo.issues.get(arguments["number"])
    if not isinstance(found, Pull):
        told = f"Could not resolve to a PullRequest with the number of {arguments['number']}."
        raise GraphProblem("NOT_FOUND", told)
    return found


def _pulls(asked: Asked, repo: RepoState, arguments: Arguments) -> Sequence[Pull]:
    _allow(asked, repo)
    states = arguments.get("states")
    states = states if isinstance(states, list) or states is None else [states]
    found = [
        pull
        for pull in repo.pulls()
        if arguments.get("headRefName") in (None, pull.head_ref)
        and arguments.get("baseRefName") in (None, pull.base_ref)
        and (states is None or ("MERGED" if pull.merged else pull.state.upper()) in states)
    ]
    order = arguments.get("orderBy") or {"field": "CREATED_AT", "direction": "ASC"}
    newest = order["field"] == "UPDATED_AT"
    found.sort(key=lambda pull: (pull.updated if newest else pull.created, pull.number))
    return found[::-1] if order["direction"] == "DESC" else found


def _ref(asked: Asked, repo: RepoState, arguments: Arguments) -> tuple[str, str] | None:
    name = arguments["qualifiedName"]
    full = name if name.startswith("refs/") else f"refs/heads/{name}"
    sha = repo.git.ref(full)
    return (full, sha) if sha else None


def _main(asked: Asked, repo: RepoState, arguments: Arguments) -> tuple[str, str] | None:
    return _ref(asked, repo, {"qualifiedName": repo.default_branch})


typed(
    "Ref",
    name=plain("String", lambda ref: ref[0].removeprefix("refs/heads/")),
    target=Field("Commit", lambda asked, ref, arguments: commit_named(asked, ref[1])),
)
typed(
    "Repository",
    id=plain("ID", lambda repo: node_id("R", repo.full_name)),
    databaseId=plain("Int", lambda repo: repo.id),
    name=plain("String", lambda repo: repo.name),
    nameWithOwner=plain("String", lambda repo: repo.full_name),
    isPrivate=plain("Boolean", lambda repo: repo.private),
    isFork=plain("Boolean", lambda repo: False),
    url=Field("URI", lambda asked, repo, arguments: write_of(asked).html),
    owner=Field("Actor", lambda asked, repo, arguments: actor(asked, repo.owner)),
    defaultBranchRef=Field("Ref", _main),
    ref=Field("Ref", _ref, {"qualifiedName": "String!"}),
    pullRequest=Field("PullRequest", _pull, {"number": "Int!"}),
    pullRequests=connection(
        "PullRequest",
        _pulls,
        {"headRefName": "String", "baseRefName": "String", "states": "[Enum!]", **ORDER},
    ),
    collaborators=connection(
        "User",
        collaborators,
        {"query": "String", "login": "String", "affiliation": "Enum"},
        name="RepositoryCollaborator",
        permission=Field("Enum", lambda asked, item, arguments: repo_of(asked).level(item[1].login).upper()),
    ),
)


def _viewer(asked: Asked, thing: Any, arguments: Arguments) -> Account:
    assert asked.request.token is not None
    # Of a bot's token too GitHub gives a user, whose login keeps its `[bot]`.
    return replace(asked.hub.account(asked.request.token.login), type="User")


def _limit(key: str) -> Field:
    return Field(
        "Int",
        lambda asked, thing, arguments: asked.hub.limits.left(asked.request.token, "graphql").shape[key],
    )


typed(
    "RateLimit",
    cost=plain("Int", lambda thing: 1),
    limit=_limit("limit"),
    remaining=_limit("remaining"),
    used=_limit("used"),
    resetAt=Field(
        "DateTime",
        lambda asked, thing, arguments: stamp(
            asked.hub.clock.from_seconds(asked.hub.limits.left(asked.request.token, "graphql").reset)
        ),
    ),
)
ROOT = "Query"
typed(
    ROOT,
    repository=Field(
        "Repository",
        lambda asked, thing, arguments: find_repository(asked, arguments),
        {"owner": "String!", "name": "String!", "followRenames": "Boolean"},
    ),
    viewer=Field("User", _viewer),
    rateLimit=Field("RateLimit", lambda asked, thing, arguments: True, {"dryRun": "Boolean"}),
)


def find_repository(asked: Asked, arguments: Arguments) -> RepoState:
    """Return the repository that a query names, where its token may see it."""
    full_name = f"{arguments['owner']}/{arguments['name']}"
    repo, token = asked.hub.repos.get(full_name.casefold()), asked.request.token
    hidden = repo is not None and repo.private and not (token and token.may("contents"))
    if repo is None or hidden:
        told = f"Could not resolve to a Repository with the name '{full_name}'."
        raise GraphProblem("NOT_FOUND", told)
    return repo
