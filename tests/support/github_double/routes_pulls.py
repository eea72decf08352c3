"""The operations on pull requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from support.github_double import pulls, shapes_pulls, shapes_talk
from support.github_double.rest import Answer, Request, invalid, not_found, refused, route
from support.github_double.shapes import Shapes
from support.github_double.state import Json, LineComment, Pull

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.hub_repo import HubRepo

BASE = "/repos/{owner}/{repo}"
LONGEST_BODY = 65536
LONGEST_TITLE = 256
NEEDS = "pull_requests"
FORBIDDEN = "GitHub Actions is not permitted to create or approve pull requests."


def the_pull(repo: HubRepo, parts: Mapping[str, str]) -> Pull:
    """Return the pull request that an address names."""
    found = repo.issues.get(int(parts["number"])) if parts["number"].isdigit() else None
    if not isinstance(found, Pull):
        raise not_found()
    return found


def the_line_comment(repo: HubRepo, parts: Mapping[str, str]) -> LineComment:
    """Return the comment on a line that an address names."""
    found = repo.line_comments.get(int(parts["id"])) if parts["id"].isdigit() else None
    if found is None:
        raise not_found()
    return found


@route("GET", f"{BASE}/pulls", NEEDS)
def listed(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List them; a `head` that does not begin with an owner filters nothing, as on GitHub."""
    query = request.query
    state, sort = query.get("state", "open"), query.get("sort", "created")
    found = [pull for pull in repo.pulls() if state in ("all", pull.state)]
    if ":" in query.get("head", ""):
        found = [
            p for p in found if f"{p.fork or repo.owner}:{p.head_ref}".casefold() == query["head"].casefold()
        ]
    if query.get("base"):
        found = [pull for pull in found if pull.base_ref == query["base"]]
    # Newest first where no order is named, and by age; else oldest first.
    falling = query.get("direction", "desc" if sort == "created" else "asc") == "desc"
    found.sort(key=lambda pull: (_rank(repo, pull, sort), pull.number), reverse=falling)
    write = Shapes(hub, repo, request.api)
    return Answer(200, [shapes_pulls.pull(write, pull) for pull in found], paged=True)


def _rank(repo: HubRepo, pull: Pull, sort: str) -> float:
    if sort == "updated":
        return pull.updated.timestamp()
    if sort == "popularity":
        return sum(comment.number == pull.number for comment in repo.comments.values())
    return pull.created.timestamp()


def checked_texts(fields: Json) -> None:
    """Refuse a title or description that GitHub takes not."""
    for name, longest in (("title", LONGEST_TITLE), ("body", LONGEST_BODY)):
        text = fields.get(name)
        if text is not None and not isinstance(text, str):
            raise refused(422, f"Invalid request.\n\nFor 'properties/{name}', {text!r} is not a string.")
        if text is not None and len(text) > longest:
            told = f"{name} is too long (maximum is {longest} characters)"
            raise invalid("PullRequest", "custom", name, told)


@route("POST", f"{BASE}/pulls", NEEDS)
def opened(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Open one."""
    token, fields = request.token, request.fields
    assert token is not None
    if token.kind == "github_token" and not repo.can_create_pull_requests:
        raise refused(403, FORBIDDEN)
    missing = [name for name in ("title", "head", "base") if not fields.get(name)]
    if missing:
        told = " ".join(f'"{name}" wasn\'t supplied.' for name in missing)
        raise refused(422, f"Invalid request.\n\n{told}")
    checked_texts(fields)
    owner, _, head = str(fields["head"]).rpartition(":")
    base = str(fields["base"])
    tip, onto = repo.git.branch(head), repo.git.branch(base)
    if tip is None or (owner and owner.casefold() != repo.owner.casefold()):
        raise invalid("PullRequest", "invalid", "head")
    if onto is None:
        raise invalid("PullRequest", "invalid", "base")
    twins = [
        one for one in repo.pulls() if one.state == "open" and (one.head_ref, one.base_ref) == (head, base)
    ]
    if any(one.fork is None for one in twins):
        told = f"A pull request already exists for {repo.owner}:{head}."
        raise invalid("PullRequest", "custom", None, told)
    if repo.git.contains(onto, tip):
        raise invalid("PullRequest", "custom", None, f"No commits between {base} and {head}")
    body = fields.get("body")
    pull = pulls.open_pull(repo, fields["title"], body, token.login, head, base, None, tip)
    pull.draft = bool(fields.get("draft"))
    shape = shapes_pulls.pull(Shapes(hub, repo, request.api), pull, full=True)
    return Answer(201, shape, {"Location": shape["url"]})


@route("GET", f"{BASE}/pulls/{{number}}", NEEDS)
def one(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give one."""
    shape = shapes_pulls.pull(Shapes(hub, repo, request.api), the_pull(repo, parts), full=True)
    return Answer(200, shape)


@route("PATCH", f"{BASE}/pulls/{{number}}", NEEDS)
def changed(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Change title, description, base or state."""
    pull, fields, token = the_pull(repo, parts), request.fields, request.token
    assert token is not None
    checked_texts(fields)
    state = fields.get("state", pull.state)
    if state not in ("open", "closed"):
        raise invalid("PullRequest", "invalid", "state")
    if state == "open" != pull.state:
        why = "" if pull.merged else pulls.why_not_reopened(repo, pull)
        if why is not None:
            raise invalid("PullRequest", "invalid", "state", f"state cannot be changed. {why}".strip())
    if "base" in fields and repo.git.branch(str(fields["base"])) is None:
        raise invalid("PullRequest", "invalid", "base")
    pull.base_ref = str(fields.get("base", pull.base_ref))
    _rewrite(repo, pull, fields, token.login)
    if state == "closed" != pull.state:
        pulls.close(repo, pull, token.login)
    elif state == "open" != pull.state:
        pulls.reopen(repo, pull, token.login)
    return Answer(200, shapes_pulls.pull(Shapes(hub, repo, request.api), pull, full=True))


def _rewrite(repo: HubRepo, pull: Pull, fields: Json, by: str) -> None:
    title, body = fields.get("title") or pull.title, fields.get("body", pull.body)
    if title != pull.title:
        pulls.happened(repo, pull, "renamed", by)
    if body != pull.body:
        pull.edited, pull.editor = repo.hub.clock.tick(), by
        pull.updated = pull.edited
    pull.title, pull.body = title, body
    pulls.read_references(repo, pull.number, f"{title}\n\n{body or ''}", by)


@route("GET", f"{BASE}/pulls/{{number}}/reviews", NEEDS)
def reviews(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List its reviews, oldest first."""
    pull, write = the_pull(repo, parts), Shapes(hub, repo, request.api)
    mine = [review for review in repo.reviews.values() if review.number == pull.number]
    return Answer(200, [shapes_talk.review(write, review) for review in mine], paged=True)


@route("GET", f"{BASE}/pulls/{{number}}/comments", NEEDS)
def line_comments(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the comments on its lines, oldest first."""
    pull, write = the_pull(repo, parts), Shapes(hub, repo, request.api)
    mine = [comment for comment in repo.line_comments.values() if comment.number == pull.number]
    return Answer(200, [shapes_talk.line_comment(write, comment) for comment in mine], paged=True)


@route("GET", f"{BASE}/pulls/{{number}}/files", NEEDS)
def files(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the files that it changes."""
    listed = shapes_pulls.files(Shapes(hub, repo, request.api), the_pull(repo, parts))
    return Answer(200, listed[:3000], paged=True)


@route("GET", f"{BASE}/pulls/{{number}}/commits", NEEDS)
def commits(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List its commits, oldest first, 250 at most."""
    write = Shapes(hub, repo, request.api)
    mine = repo.commits(the_pull(repo, parts))[:250]
    return Answer(200, [shapes_pulls.commit(write, commit) for commit in mine], paged=True)


@route("GET", f"{BASE}/commits/{{sha}}/pulls", NEEDS, "contents")
def of_a_commit(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the pull requests that brought a commit in, or hold it."""
    commit = repo.git.commit_of(parts["sha"])
    if commit is None:
        raise refused(422, f"No commit found for SHA: {parts['sha']}")
    sha = str(commit.id)
    write = Shapes(hub, repo, request.api)
    found = [
        pull
        for pull in repo.pulls()
        if sha in (pull.merge_commit, *pull.merged_commits)
        or (
            (pull.state == "open" or pull.merged is not None)
            and sha in {str(each.id) for each in repo.commits(pull)}
        )
    ]
    return Answer(200, [shapes_pulls.pull(write, pull) for pull in found], paged=True)


@route("GET", f"{BASE}/pulls/comments/{{id}}", NEEDS)
def line_comment(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give a comment on a line."""
    return Answer(
        200, shapes_talk.line_comment(Shapes(hub, repo, request.api), the_line_comment(repo, parts))
    )
