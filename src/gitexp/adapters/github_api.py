"""Asks GitHub's REST and GraphQL interfaces. Its transport is PyGithub's Requester, imported with the first call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitexp.adapters.github_api_address import (
    checked,
    full,
    graphql_of,
    is_under,
    next_page,
    origin,
    repo_name,
    shown,
)
from gitexp.adapters.github_api_connection import Connection
from gitexp.adapters.github_api_content import (
    Budget,
    Graph,
    Listed,
    fault_of,
    item_of,
    items_of,
    list_of,
    parsed,
)
from gitexp.adapters.github_api_errors import Answer, GithubError, Missing, Unsure, said
from gitexp.adapters.github_api_kept import Kept, KeptAnswers
from gitexp.adapters.github_api_limits import limit
from gitexp.adapters.github_api_wire import Line, Request, Wire
from gitexp.adapters.github_item import Item
from gitexp.errors import RepositoryError

JSON = "application/vnd.github+json"
VERSION = "2022-11-28"
AGENT = "git-exp"
PER_PAGE = 100
PATIENCE = 60.0
SECONDS = 30.0
MAX_PAGES = 10
Params = Mapping[str, str | int]


class GithubApi:
    """One repository at one GitHub. Nothing is sent before the first question.

    A path begins with `/` from the API's root, else it lies below the repository's: `pulls/7`. Answers are outside
    data: whoever uses them checks their shape with `Item`.
    """

    def __init__(
        self,
        url: str,
        token: str,
        repo: str,
        *,
        graphql_url: str | None = None,
        cache_folder: Path | None = None,
        patience: float = PATIENCE,
        tell: Callable[[str], object] = lambda words: None,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.time,
        seconds: float = SECONDS,
    ) -> None:
        self.url = checked(url, "GITHUB_API_URL")
        self.graphql_url = graphql_of(self.url, graphql_url)
        self.repo = repo_name(repo, repo)
        self._kept = KeptAnswers(cache_folder)
        _check_token(token)
        self._wire = Wire(
            self.url,
            token,
            lambda: RequesterLine(self.url, token, seconds),
            patience=patience,
            tell=tell,
            sleep=sleep,
            clock=clock,
        )

    def of(self, repo: str) -> GithubApi:
        """Return the same for another repository; calls are counted together."""
        other = object.__new__(GithubApi)
        other.__dict__.update(self.__dict__)
        other.repo = repo_name(repo, repo)
        return other

    @property
    def calls(self) -> int:
        """Return how many requests were sent, those that were repeated or not modified among them."""
        return self._wire.calls

    @property
    def has_token(self) -> bool:
        """Return whether a token is sent."""
        return bool(self._wire.token)

    def get(self, path: str, params: Params | None = None) -> object:
        """Return what lies at a path; what was kept of it is used where GitHub says that it did not change."""
        return self._page(self._address(path, params)).content

    def pages(
        self, path: str, params: Params | None = None, most: int = MAX_PAGES, *, keep: bool = True
    ) -> Iterator[object]:
        """Yield the pages of a list, at most so many; without `keep` none of them is kept."""
        url: str | None = self._address(path, {"per_page": PER_PAGE, **(params or {})})
        for _ in range(most):
            if url is None:
                return
            page = self._page(url, keep=keep)
            url = page.next
            yield page.content

    def listed(
        self, path: str, params: Params | None = None, most: int = MAX_PAGES, *, keep: bool = True
    ) -> Listed:
        """Return the objects of a list, of at most so many pages. Raises OutsideError where it is no list of objects."""
        items: list[Item] = []
        where = shown(self._address(path, None))
        for number, content in enumerate(self.pages(path, params, most + 1, keep=keep)):
            if number == most:
                return Listed(items, cut=True)
            items += items_of(content, where)
        return Listed(items)

    def post(self, path: str, body: Mapping[str, object]) -> object:
        """Make something and return what GitHub says of it. Raises Unsure where the answer was lost."""
        return self.send("POST", path, body)

    def patch(self, path: str, body: Mapping[str, object]) -> object:
        """Change something and return what GitHub says of it. Raises Unsure where the answer was lost."""
        return self.send("PATCH", path, body)

    def send(self, verb: str, path: str, body: Mapping[str, object] | None = None) -> object:
        """Write, and return what GitHub says of it; None where it says nothing."""
        url = self._address(path, None)
        answer = self._wire.send(Request(verb, url, {"Accept": JSON}, body))
        if not answer.text.strip():
            return None
        try:
            return parsed(answer.text, shown(url))
        except GithubError as error:
            raise Unsure(
                error.where, "was written, and the answer can't be read", "look there, then run it again"
            ) from None

    def graphql(self, query: str, variables: Mapping[str, object]) -> Graph:
        """Return the data of a query. Raises GithubError where there is none; single faults are in the answer."""
        where = shown(self.graphql_url)
        body = {"query": query, "variables": dict(variables)}
        changes = query.lstrip().startswith("mutation")
        waited = 0
        while True:
            request = Request("POST", self.graphql_url, {"Accept": JSON}, body, again=not changes)
            answer = self._wire.send(request)
            content = item_of(parsed(answer.text, where), where)
            faults = [fault_of(error) for error in list_of(content.value("errors"))]
            if not any(kind == "RATE_LIMITED" for kind, _ in faults):
                break
            self._wire.wait(limit(answer.headers, self._wire.clock()), waited)
            waited += 1
        data = content.value("data")
        if not isinstance(data, dict):
            words = said("; ".join(words for _, words in faults), self._wire.token)
            raise GithubError(where, f"gives no data ({words or 'no reason is given'})")
        return Graph(Item(where, data), faults)

    def budget(self) -> Budget | None:
        """Return how many calls are left; None where the server has no limit. Asking costs nothing."""
        where = shown(self._address("/rate_limit", None))
        try:
            found = item_of(self.get("/rate_limit"), where).part("resources")
        except Missing:
            return None
        core = found.part("core") if found else None
        left, most, reset = (
            (core.number(name) if core else None) for name in ("remaining", "limit", "reset")
        )
        return None if left is None or most is None else Budget(left, most, float(reset or 0))

    def close(self) -> None:
        """Close the connections."""
        self._wire.close()

    def _address(self, path: str, params: Params | None) -> str:
        below = (
            path if path.startswith("/") else f"/repos/{self.repo}/{path}" if path else f"/repos/{self.repo}"
        )
        return full(self.url, below, {name: str(value) for name, value in (params or {}).items()})

    def _page(self, url: str, *, keep: bool = True) -> _Page:
        """Return one answer to a GET, with the address of the next page."""
        kept = self._kept.get(url, JSON)
        headers = {"Accept": JSON, **({"If-None-Match": kept.etag} if kept else {})}
        answer = self._wire.send(Request("GET", url, headers, again=True))
        if kept is not None and answer.status == 304:
            text, link = kept.text, kept.link
        else:
            text, link = answer.text, answer.headers.get("link", "")
        content = parsed(text, shown(url))
        if keep and answer.status == 200 and (etag := answer.headers.get("etag")):
            self._kept.put(url, JSON, Kept(etag, link, text))
        following = next_page(link)
        if following is not None and not is_under(self.url, following):
            what = f"its next page is at another address ({said(following, self._wire.token, 80)}), which is not asked"
            raise GithubError(shown(url), what, "see GITHUB_API_URL")
        return _Page(content, following)


@dataclass(frozen=True)
class _Page:
    content: object
    next: str | None


class RequesterLine:
    """Implements `Line` by PyGithub's Requester: addresses, headers, the token, JSON. One for each thread."""

    def __init__(self, url: str, token: str, seconds: float) -> None:
        try:
            from github.Auth import Token
            from github.Requester import Requester
        except ImportError:
            what, mend = "reading GitHub needs the package PyGithub", "pip install 'git-exp[github]'"
            raise RepositoryError("", what, mend) from None
        self._connection = Connection(origin(url), seconds)
        self._requester = Requester(
            auth=Token(token) if token else None,
            base_url=url,
            timeout=int(seconds),
            user_agent=AGENT,
            per_page=PER_PAGE,
            verify=True,
            retry=None,
            pool_size=None,
            api_version=VERSION,
        )

    def carry(self, verb: str, url: str, headers: dict[str, str], body: object) -> Answer:
        """Send one request."""
        connection: Any = self._connection  # it has what the Requester asks of one
        status, answered, text = self._requester.requestJson(verb, url, None, headers, body, cnx=connection)
        return Answer(status, answered, text)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


_: type[Line] = RequesterLine


def _check_token(token: str) -> None:
    if token and (not token.isascii() or not token.isprintable() or " " in token):
        raise RepositoryError("GITHUB_TOKEN", "holds a blank or a character that no token has", "set it anew")
