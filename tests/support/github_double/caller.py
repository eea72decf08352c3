"""Calls the double as a bare client does, for the tests of the double itself."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble


@dataclass(frozen=True)
class Told:
    """An answer."""

    status: int
    headers: Message
    content: bytes

    @property
    def json(self) -> Any:
        """Return the content, None where there is none."""
        return json.loads(self.content) if self.content else None

    @property
    def links(self) -> dict[str, str]:
        """Return the addresses of other pages, by what they are."""
        found = re.findall(r'<([^>]+)>; rel="(\w+)"', self.headers.get("Link", ""))
        return {name: address for address, name in found}


class Caller:
    """Makes calls with one token, or none."""

    def __init__(self, hub: GithubDouble, token: str | None = None) -> None:
        self.hub = hub
        self.token = token

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> Told:
        """Make a call. `path` may be a whole address; `headers` are named with low lines for hyphens."""
        asked = urllib.request.Request(path if "://" in path else f"{self.hub.url}{path}", method=method)
        asked.data = None if body is None else json.dumps(body).encode()
        given = {"User-Agent": "a-test", **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        for name, value in (
            given | {name.replace("_", "-"): value for name, value in headers.items()}
        ).items():
            asked.add_header(name, value)
        try:
            with urllib.request.urlopen(asked) as answer:
                return Told(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as problem:
            with problem:
                return Told(problem.code, problem.headers, problem.read())

    def graph(self, query: str, **variables: object) -> Any:
        """Ask by GraphQL and return the whole answer."""
        return self("POST", "/graphql", {"query": query, "variables": variables}).json
