"""Repositories, pull requests and what is said on them, as GraphQL objects."""

from __future__ import annotations

from typing import Any

import pygit2

from support.github_double import shapes_pulls, shapes_talk
from support.github_double.graphql_types import (
    ABSTRACT,
    Arguments,
    Asked,
    Field,
    GraphProblem,
    connection,
    plain,
    typed,
)
from support.github_double.repo_state import RepoState
from support.github_double.rest import pushes
from support.github_double.shapes import Shapes, node_id
from support.github_double.state import Account, Issue, LineComment, Pull, Review, Said, stamp

NO_COLLABORATORS = "You do not have permission to view repository collaborators."
ORDER = {"orderBy": "IssueOrder"}


class Thread:
    """A review thread: the comments that began with one."""

    def __init__(self, repo: RepoState, root: LineComment) -> None:
        self.repo = repo
        self.root = root

    @property
    def comments(self) -> list[LineComment]:
        """Return its comments, oldest first."""
        return [one for one in self.repo.line_comments.values() if one.root == self.root.id]

    @property
    def resolver(self) -> str | None:
        """Return who resolved it."""
        pull = self.repo.issues[self.root.number]
        return pull.resolved.get(self.root.id) if isinstance(pull, Pull) else None


def write_of(asked: Asked) -> Shapes:
    """Return what writes REST shapes in the repository that is asked."""
    assert asked.write is not None
    return asked.write


def repo_of(asked: Asked) -> RepoState:
    """Return the repository that is asked."""
    return write_of(asked).repo


def actor(asked: Asked, login: str | None) -> Account | None:
    """Return an account; None for one that was deleted."""
    account = asked.hub.account(login) if login else None
    return None if account is None or account.deleted else account


def by(find: str = "by") -> Field:
    """Return a field that gives the account whose login an attribute holds."""
    return Field("Actor", lambda asked, thing, arguments: actor(asked, getattr(thing, find)))


def at(find: str) -> Field:
    """Return a field that gives a time."""
    return plain("DateTime", lambda thing: stamp(getattr(thing, find)) if getattr(thing, find) else None)


def rest(gives: str, key: str) -> Field:
    """Return a field that the REST shape of what was said holds."""
    return Field(gives, lambda asked, thing, arguments: _shape(asked, thing)[key])


def _shape(asked: Asked, thing: Any) -> dict[str, Any]:
    write = write_of(asked)
    if isinstance(thing, Issue):
        return shapes_pulls.issue(write, thing)
    if isinstance(thing, Review):
        return shapes_talk.review(write, thing)
    if isinstance(thing, LineComment):
        return shapes_talk.line_comment(write, thing)
    return shapes_talk.comment(write, thing)


def login_of(account: Account) -> str:
    """Return the login; GraphQL calls the bot `x[bot]` just `x`."""
    return account.login.removesuffix("[bot]") if account.type == "Bot" else account.login


ABSTRACT["Actor"] = frozenset({"User", "Bot"})
for kind in ("Actor", "User", "Bot"):
    typed(
        kind,
        login=plain("String", login_of),
        url=Field("URI", lambda asked, thing, arguments: f"{asked.hub.html}/{login_of(thing)}"),
        avatarUrl=plain("URI", lambda thing: f"https://avatars.githubusercontent.com/u/{thing.id}"),
    )
for kind in ("User", "Bot"):
    typed(
        kind,
        id=plain("ID", lambda thing: node_id("U", thing.id)),
        databaseId=plain("Int", lambda thing: thing.id),
    )
typed("User", name=plain("String", lambda thing: thing.name), email=plain("String", lambda thing: ""))

WRITTEN = {
    "author": by(),
    "authorAssociation": Field("Enum", lambda asked, thing, arguments: repo_of(asked).association(thing.by)),
    "body": plain("String", lambda thing: thing.body or ""),
    "bodyText": plain("String", lambda thing: thing.body or ""),
    "createdAt": at("created"),
    "updatedAt": at("updated"),
    "publishedAt": at("created"),
    "lastEditedAt": at("edited"),
    "includesCreatedEdit": plain("Boolean", lambda thing: thing.edited is not None),
    "editor": by("editor"),
    "id": rest("ID", "node_id"),
    "url": rest("URI", "html_url"),
    "viewerDidAuthor": Field(
        "Boolean",
        lambda asked, thing, arguments: asked.request.token and asked.request.token.login == thing.by,
    ),
}
SAID = {
    **WRITTEN,
    "databaseId": plain("Int", lambda thing: thing.id),
    "fullDatabaseId": plain("BigInt", lambda thing: str(thing.id)),
    "isMinimized": plain("Boolean", lambda thing: thing.minimized),
    "minimizedReason": plain("String", lambda thing: "off-topic" if thing.minimized else None),
    "reactions": connection("Reaction", lambda asked, thing, arguments: thing.reactions, {"content": "Enum"}),
}
CONTENT = {"+1": "THUMBS_UP", "-1": "THUMBS_DOWN"}
typed(
    "Reaction",
    content=plain("Enum", lambda thing: CONTENT.get(thing.content, thing.content.upper())),
    createdAt=at("at"),
    user=Field("User", lambda asked, thing, arguments: actor(asked, thing.by)),
)
typed("IssueComment", **SAID)


def _of_review(asked: Asked, thing: Said, arguments: Arguments) -> list[LineComment]:
    return [one for one in repo_of(asked).line_comments.values() if one.review == thing.id]


LINE_COMMENTS = connection("PullRequestReviewComment", _of_review)
typed(
    "PullRequestReview",
    **SAID,
    state=plain("Enum", lambda thing: thing.state),
    submittedAt=at("created"),
    comments=LINE_COMMENTS,
    commit=Field("Commit", lambda asked, thing, arguments: repo_of(asked).git.commit_of(thing.commit)),
)


def _answered(asked: Asked, thing: LineComment, arguments: Arguments) -> LineComment | None:
    return repo_of(asked).line_comments[thing.reply_to] if thing.reply_to else None


def _review(asked: Asked, thing: LineComment, arguments: Arguments) -> Review:
    return repo_of(asked).reviews[thing.review]


def _commit(name: str) -> Field:
    return Field("Commit", lambda asked, thing, arguments: repo_of(asked).git.commit_of(getattr(thing, name)))


PLACED = {
    "path": plain("String", lambda thing: thing.path),
    "line": plain("Int", lambda thing: thing.line),
    "originalLine": plain("Int", lambda thing: thing.original_line),
    "startLine": plain("Int", lambda thing: thing.start_line if thing.line else None),
    "originalStartLine": plain("Int", lambda thing: thing.start_line),
    "subjectType": plain("Enum", lambda thing: "FILE" if thing.original_line is None else "LINE"),
}
typed(
    "PullRequestReviewComment",
    **SAID,
    **PLACED,
    diffHunk=plain("String", lambda thing: thing.hunk),
    outdated=plain("Boolean", lambda thing: thing.outdated),
    position=plain("Int", lambda thing: thing.position),
    state=plain("Enum", lambda thing: "SUBMITTED"),
    replyTo=Field("PullRequestReviewComment", _answered),
    pullRequestReview=Field("PullRequestReview", _review),
    commit=_commit("commit"),
    originalCommit=_commit("original_commit"),
)


def _of_root(of: Field) -> Field:
    return Field(of.gives, lambda asked, thing, arguments: of.resolve(asked, thing.root, arguments))


typed(
    "PullRequestReviewThread",
    id=plain("ID", lambda thing: node_id("PRRT", thing.root.id)),
    isResolved=plain("Boolean", lambda thing: thing.resolver is not None),
    isOutdated=plain("Boolean", lambda thing: thing.root.outdated),
    isCollapsed=plain("Boolean", lambda thing: thing.resolver is not None),
    resolvedBy=Field("User", lambda asked, thing, arguments: actor(asked, thing.resolver)),
    diffSide=plain("Enum", lambda thing: thing.root.side),
    comments=connection("PullRequestReviewComment", lambda asked, thing, arguments: thing.comments),
    **{name: _of_root(of) for name, of in PLACED.items()},
)
typed(
    "GitActor",
    name=plain("String", lambda signature: signature.name),
    email=plain("String", lambda signature: signature.email),
    user=Field("User", lambda asked, one, arguments: actor(asked, asked.hub.login_of(one.email))),
)
typed(
    "Commit",
    oid=plain("GitObjectID", lambda commit: str(commit.id)),
    abbreviatedOid=plain("String", lambda commit: str(commit.id)[:7]),
    message=plain("String", lambda commit: commit.message.rstrip("\n")),
    messageHeadline=plain("String", lambda commit: commit.message.split("\n")[0]),
    author=plain("GitActor", lambda commit: commit.author),
    committer=plain("GitActor", lambda commit: commit.committer),
    authoredDate=Field("DateTime", lambda asked, one, arguments: stamp(repo_of(asked).git.time_of(one))),
    committedDate=Field("DateTime", lambda asked, one, arguments: stamp(repo_of(asked).git.time_of(one))),
    url=Field("URI", lambda asked, one, arguments: f"{write_of(asked).html}/commit/{one.id}"),
)


def commit_named(asked: Asked, sha: str | None) -> pygit2.Commit | None:
    """Return a commit of the repository that is asked."""
    return repo_of(asked).git.commit_of(sha) if sha else None


def collaborators(asked: Asked, repo: RepoState, arguments: Arguments) -> list[Account]:
    """Return those with a permission of their own; only who may push sees them."""
    visible = repo.collaborators_visible
    if not (pushes(repo, asked.request.token) if visible is None else visible):
        raise GraphProblem("FORBIDDEN", NO_COLLABORATORS)
    wanted = (arguments.get("query") or "").casefold()
    least = ("none",) if repo.private else ("none", "read")
    listed = []
    for account in asked.hub.accounts.values():
        words = f"{account.login} {account.name or ''}".casefold()
        exact = arguments.get("login") in (None, account.login)
        if account.type == "User" and not account.deleted and repo.level(account.login) not in least:
            listed += [account] if exact and wanted in words else []
    return listed
