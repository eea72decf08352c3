"""Requests, answers and refusals of the API, and the table of its routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from support.github_double.state import Json, Token

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.hub_repo import HubRepo
    from support.github_double.repo_state import RepoState

DOCS = "https://docs.github.com/rest"


@dataclass(frozen=True)
class Request:
    """One call; `api` is the root that it was made under, as `http://127.0.0.1:1234/api/v3`."""

    method: str
    path: str
    query: Mapping[str, str]
    body: object
    token: Token | None
    api: str
    headers: Mapping[str, str]

    @property
    def fields(self) -> Json:
        """Return the body, which must be an object."""
        if isinstance(self.body, dict):
            return self.body
        raise Refused(Answer(400, error(400, "Problems parsing JSON")))

    def number(self, name: str, usual: int) -> int:
        """Return a whole number of the query, as usual where it is none."""
        text = self.query.get(name, "")
        return int(text) if text.isdigit() and int(text) > 0 else usual


@dataclass
class Answer:
    """What goes back. A list in `body` is cut into pages by the server."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    paged: bool = False
    total: str | None = None
    """Of a list within an object: the key beside it that counts them, `total_count`."""


class Refused(Exception):
    """The call is answered by an error."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.body)
        self.answer = answer


def error(status: int, message: str, **more: object) -> Json:
    """Return the body of an error as GitHub writes it."""
    return {"message": message, **more, "documentation_url": DOCS, "status": str(status)}


def refused(status: int, message: str, **more: object) -> Refused:
    """Return a refusal to raise."""
    return Refused(Answer(status, error(status, message, **more)))


def not_found() -> Refused:
    """Return the refusal for what is not there, or may not be seen."""
    return refused(404, "Not Found")


def invalid(resource: str, code: str, field: str | None = None, message: str | None = None) -> Refused:
    """Return the refusal of a body that does not fit."""
    told = {"resource": resource, "code": code, "field": field, "message": message}
    errors = [{name: value for name, value in told.items() if value is not None}]
    return refused(422, "Validation Failed", errors=errors)


Handler = Callable[["GithubDouble", "HubRepo", Request, Mapping[str, str]], Answer]


@dataclass(frozen=True)
class Route:
    """One operation: its template as in the official description, and what its token must be allowed."""

    method: str
    template: str
    needs: tuple[str, ...]
    handler: Handler

    def match(self, method: str, path: str) -> Mapping[str, str] | None:
        """Return the named parts of a path, None where it is another's."""
        found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template), path)
        return found.groupdict() if found and method == self.method else None


ROUTES: list[Route] = []


def route(method: str, template: str, *needs: str) -> Callable[[Handler], Handler]:
    """Put a handler into the table; `needs` are permissions of which one is enough: for a GET to read, else to write."""

    def put(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, needs, handler))
        return handler

    return put


def allow(repo: RepoState, request: Request, needs: tuple[str, ...]) -> None:
    """Refuse what the token may not do."""
    token, how = request.token, "read" if request.method == "GET" else "write"
    if how == "read" and not repo.private:
        return
    if token is None:
        raise not_found() if how == "read" else refused(401, "Requires authentication")
    if needs and not any(token.may(what, how) for what in needs):
        if how == "read" and not token.integration:
            raise not_found()
        kind = "integration" if token.integration else "personal access token"
        raise refused(403, f"Resource not accessible by {kind}")
    if not token.integration and repo.level(token.login) == "none":
        raise not_found()


def pushes(repo: RepoState, token: Token | None) -> bool:
    """Return whether a token has push access."""
    if token is None or not token.may("contents", "write"):
        return False
    return token.integration or repo.level(token.login) in ("write", "maintain", "admin")
