"""The operations on the conversation: comments, reactions, the timeline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from support.github_double import shapes_pulls, shapes_talk
from support.github_double.rest import Answer, Request, invalid, not_found, refused, route
from support.github_double.routes_pulls import BASE, LONGEST_BODY, the_line_comment
from support.github_double.shapes import Shapes
from support.github_double.state import Issue, IssueComment, Said, read_time

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.hub_repo import HubRepo

NEEDS = ("issues", "pull_requests")


def the_issue(repo: HubRepo, parts: Mapping[str, str]) -> Issue:
    """Return the issue or pull request that an address names."""
    found = repo.issues.get(int(parts["number"])) if parts["number"].isdigit() else None
    if found is None:
        raise not_found()
    return found


def the_comment(repo: HubRepo, parts: Mapping[str, str]) -> IssueComment:
    """Return the comment that an address names."""
    found = repo.comments.get(int(parts["id"])) if parts["id"].isdigit() else None
    if found is None:
        raise not_found()
    return found


def _body(request: Request) -> str:
    body = request.fields.get("body")
    if not isinstance(body, str):
        raise refused(422, 'Invalid request.\n\n"body" wasn\'t supplied.')
    if not body.strip():
        raise invalid("IssueComment", "unprocessable", "data", "Body cannot be blank")
    if len(body) > LONGEST_BODY:
        told = f"Body is too long (maximum is {LONGEST_BODY} characters)"
        raise invalid("IssueComment", "unprocessable", "data", told)
    return body


@route("GET", f"{BASE}/issues/{{number}}", *NEEDS)
def issue(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give an issue, or a pull request as one."""
    return Answer(200, shapes_pulls.issue(Shapes(hub, repo, request.api), the_issue(repo, parts)))


@route("GET", f"{BASE}/issues/{{number}}/comments", *NEEDS)
def comments(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the comments of the conversation, oldest first."""
    number, write = the_issue(repo, parts).number, Shapes(hub, repo, request.api)
    mine = [comment for comment in repo.comments.values() if comment.number == number]
    if request.query.get("since"):
        since = read_time(request.query["since"])
        mine = [comment for comment in mine if comment.updated >= since]
    return Answer(200, [shapes_talk.comment(write, comment) for comment in mine], paged=True)


@route("POST", f"{BASE}/issues/{{number}}/comments", *NEEDS)
def commented(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Write a comment."""
    number, body = the_issue(repo, parts).number, _body(request)
    assert request.token is not None
    key = repo.comment(number, request.token.login, body)
    shape = shapes_talk.comment(Shapes(hub, repo, request.api), repo.comments[key])
    return Answer(201, shape, {"Location": shape["url"]})


@route("GET", f"{BASE}/issues/comments/{{id}}", *NEEDS)
def comment(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give a comment."""
    return Answer(200, shapes_talk.comment(Shapes(hub, repo, request.api), the_comment(repo, parts)))


@route("PATCH", f"{BASE}/issues/comments/{{id}}", *NEEDS)
def edited(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Change a comment; nobody gets a mail."""
    one, body = the_comment(repo, parts), _body(request)
    assert request.token is not None
    if body != one.body:
        repo.edit_comment(one.id, body, by=request.token.login)
    return Answer(200, shapes_talk.comment(Shapes(hub, repo, request.api), one))


@route("DELETE", f"{BASE}/issues/comments/{{id}}", *NEEDS)
def deleted(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Delete a comment."""
    repo.delete_comment(the_comment(repo, parts).id)
    return Answer(204)


def _reactions(hub: GithubDouble, repo: HubRepo, request: Request, one: Said) -> Answer:
    write = Shapes(hub, repo, request.api)
    wanted = request.query.get("content")
    mine = [each for each in one.reactions if wanted in (None, each.content)]
    return Answer(200, [shapes_talk.reaction(write, each) for each in mine], paged=True)


def _react(hub: GithubDouble, repo: HubRepo, request: Request, one: Said) -> Answer:
    content, token = request.fields.get("content"), request.token
    assert token is not None
    if content not in shapes_talk.CONTENTS:
        raise invalid("Reaction", "invalid", "content")
    new = repo.react(one.id, token.login, str(content))
    there = next(each for each in one.reactions if (each.by, each.content) == (token.login, content))
    shape = shapes_talk.reaction(Shapes(hub, repo, request.api), there)
    return Answer(200 if new is None else 201, shape)


@route("GET", f"{BASE}/issues/comments/{{id}}/reactions", *NEEDS)
def reactions(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the reactions to a comment."""
    return _reactions(hub, repo, request, the_comment(repo, parts))


@route("POST", f"{BASE}/issues/comments/{{id}}/reactions", *NEEDS)
def reacted(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """React to a comment; the same again changes nothing."""
    return _react(hub, repo, request, the_comment(repo, parts))


@route("GET", f"{BASE}/pulls/comments/{{id}}/reactions", "pull_requests")
def line_reactions(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the reactions to a comment on a line."""
    return _reactions(hub, repo, request, the_line_comment(repo, parts))


@route("POST", f"{BASE}/pulls/comments/{{id}}/reactions", "pull_requests")
def line_reacted(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """React to a comment on a line."""
    return _react(hub, repo, request, the_line_comment(repo, parts))


@route("GET", f"{BASE}/issues/{{number}}/timeline", *NEEDS)
def timeline(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List what happened, oldest first."""
    write = Shapes(hub, repo, request.api)
    return Answer(200, shapes_talk.timeline(write, the_issue(repo, parts)), paged=True)
