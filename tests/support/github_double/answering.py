"""From a call to its answer: who asks, whether it may, what it gets, cut into pages, with an ETag."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from support.github_double import graphql, routes_issues, routes_pulls, routes_repo
from support.github_double.rest import ROUTES, Answer, Refused, Request, allow, error, not_found, refused

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble

ENTERPRISE = "/api/v3"
MOST = 100
NO_AGENT = (
    "Request forbidden by administrative rules. Please make sure your request has a User-Agent header "
    "(https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required)."
)
AREAS = (routes_pulls, routes_issues, routes_repo)
"""The files whose operations stand in the table once they are read in."""


def answered(
    hub: GithubDouble, method: str, target: str, headers: Mapping[str, str], content: bytes
) -> Answer:
    """Return the answer to a call; its body is what goes over the wire."""
    parts = urlsplit(target)
    resource = "graphql" if parts.path.endswith("/graphql") else "core"
    try:
        request = _request(hub, method, target, headers, content)
        free = request.path == "/rate_limit"
        answer = None if free else hub.limits.refusal(request.token, resource)
        if answer is not None and resource == "graphql" and "Retry-After" not in answer.headers:
            told = [{"type": "RATE_LIMITED", "message": answer.body["message"]}]
            answer = Answer(200, {"errors": told})
        answer = answer or _routed(hub, request)
        _to_wire(hub, request, answer, target)
        if answer.status != 304 and not free:
            hub.limits.count(request.token, resource)
        answer.headers |= hub.limits.headers(request.token, resource)
    except Refused as problem:
        answer = problem.answer
        answer.body = json.dumps(answer.body).encode()
    return answer


def _request(
    hub: GithubDouble, method: str, target: str, headers: Mapping[str, str], content: bytes
) -> Request:
    parts = urlsplit(target)
    enterprise = parts.path.startswith((f"{ENTERPRISE}/", "/api/graphql"))
    api = f"{hub.url}{ENTERPRISE}" if enterprise else hub.url
    path = parts.path.removeprefix(ENTERPRISE) if enterprise else parts.path
    path = "/graphql" if path == "/api/graphql" else path.rstrip("/") or "/"
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    if not headers.get("user-agent"):
        raise refused(403, NO_AGENT)
    kind, _, secret = headers.get("authorization", "").partition(" ")
    token = hub.tokens.get(secret.strip()) if kind.lower() in ("token", "bearer") else None
    if kind and token is None:
        raise refused(401, "Bad credentials")
    body: object = None
    if content:
        try:
            body = json.loads(content)
        except ValueError:
            raise refused(400, "Problems parsing JSON") from None
    return Request(method, path, query, body, token, api, headers)


def _routed(hub: GithubDouble, request: Request) -> Answer:
    for repo in hub.repos.values():
        repo.refresh()
    try:
        if request.path == "/graphql" and request.method == "POST":
            return graphql.answered(hub, request)
        if request.method == "GET" and request.path == "/rate_limit":
            return routes_repo.rate_limit(hub, request)
        if request.method == "GET" and request.path == "/user":
            return routes_repo.the_user(hub, request)
        return _in_a_repository(hub, request)
    except Refused as problem:
        return problem.answer


def _in_a_repository(hub: GithubDouble, request: Request) -> Answer:
    path = request.path
    if path.startswith("/repositories/"):  # the addresses of further pages
        key, _, rest = path.removeprefix("/repositories/").partition("/")
        names = [repo.full_name for repo in hub.repos.values() if str(repo.id) == key]
        path = f"/repos/{names[0]}/{rest}".rstrip("/") if names else path
    for route in ROUTES:
        parts = route.match(request.method, path)
        if parts is None:
            continue
        parts = {name: unquote(value) for name, value in parts.items()}
        repo = hub.repos.get(f"{parts['owner']}/{parts['repo']}".casefold())
        if repo is None:
            raise not_found()
        try:
            allow(repo, request, route.needs)
            hub.routed.add((route.method, route.template))
            answer = route.handler(hub, repo, request, parts)
        except Refused as problem:
            answer = problem.answer
        how = "read" if request.method == "GET" else "write"
        answer.headers["X-Accepted-GitHub-Permissions"] = "; ".join(f"{need}={how}" for need in route.needs)
        return answer
    raise not_found()


def _to_wire(hub: GithubDouble, request: Request, answer: Answer, target: str) -> None:
    if answer.paged:
        _paged(hub, request, answer, target)
    content = b"" if answer.body is None else json.dumps(answer.body, ensure_ascii=False).encode()
    if answer.body is not None:
        answer.headers["Content-Type"] = "application/json; charset=utf-8"
    if request.method == "GET" and answer.status == 200:
        own = request.token.secret if request.token else ""
        etag = f'W/"{hashlib.sha256(own.encode() + content).hexdigest()}"'
        answer.headers["ETag"] = etag
        answer.headers["Cache-Control"] = "private, max-age=60, s-maxage=60"
        given = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
        if etag in given or etag.removeprefix("W/") in given:
            answer.status, content = 304, b""
    answer.body = content


def _paged(hub: GithubDouble, request: Request, answer: Answer, target: str) -> None:
    """Cut a list to the page that is asked for, and name the others."""
    size, page = min(request.number("per_page", 30), MOST), request.number("page", 1)
    whole = answer.body[answer.total] if answer.total else answer.body
    last = max(1, -(-len(whole) // size))
    cut = whole[(page - 1) * size : page * size]
    answer.body = {**answer.body, answer.total: cut} if answer.total else cut
    links: dict[str, int] = {}
    if page > 1:
        links |= {"prev": min(page - 1, last)}
    if page < last:
        links |= {"next": page + 1, "last": last}
    if page > 1:
        links |= {"first": 1}
    if links:
        answer.headers["Link"] = ", ".join(
            f'<{_address(hub, request, number)}>; rel="{name}"' for name, number in links.items()
        )


def _address(hub: GithubDouble, request: Request, page: int) -> str:
    """Return a page's address; as on GitHub it names the repository by its number."""
    path = request.path
    for repo in hub.repos.values():
        start = f"/repos/{repo.full_name}".casefold()
        if path.casefold().startswith(f"{start}/"):
            path = f"/repositories/{repo.id}{path[len(start) :]}"
    return f"{request.api}{path}?{urlencode({**request.query, 'page': page})}"


def failing(status: int) -> Answer:
    """Return what a broken gateway says."""
    if status == 502:
        return Answer(
            502, b"<html><body><h1>502 Bad Gateway</h1></body></html>", {"Content-Type": "text/html"}
        )
    return Answer(status, json.dumps(error(status, "Server Error")).encode())
