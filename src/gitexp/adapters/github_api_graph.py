"""Asks by one GraphQL query what REST does not tell: which review threads are resolved, what was edited, who may write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_content import Graph
from gitexp.adapters.github_api_errors import Forbidden, GithubError, Missing, RateLimited
from gitexp.adapters.github_item import Item
from gitexp.adapters.github_links import key_of
from gitexp.adapters.github_speakers import is_bot
from gitexp.adapters.github_turns import DESCRIPTION
from gitexp.errors import ExpError
from gitexp.records.discussion import YesNo

MAX_SPEAKERS = 100
"""Speakers of whom it is asked in one query whether they may write; the rest is unknown."""
MAX_ASKED = 30
"""Speakers of whom REST is asked, one call each, where that is wanted."""
NEAR = 10
"""Accounts that are asked for by one login: GitHub finds all that are like it, by login or name."""
_LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", re.ASCII)
_THREADS = """
    pullRequest(number: $number) {
      lastEditedAt
      reviews(first: 100) { nodes { url lastEditedAt } }
      comments(first: 100) { nodes { url lastEditedAt } }
      reviewThreads(first: 100) {
        pageInfo { hasNextPage }
        nodes { isResolved isOutdated comments(first: 50) { nodes { url lastEditedAt } } }
      }
    }"""
WRITERS = frozenset({"ADMIN", "MAINTAIN", "WRITE"})


@dataclass(frozen=True)
class Threads:
    """What GraphQL told of one pull request. Threads are named by the number of their first comment."""

    resolved: dict[str, bool] = field(default_factory=dict)
    outdated: dict[str, bool] = field(default_factory=dict)
    edited: dict[str, str] = field(default_factory=dict)
    """When a turn was edited last, by its id; empty where it never was. Of one that is not there, it is not known."""
    cut: bool = False
    untold: str = ""
    """Why GraphQL gave nothing, where it did not: what is resolved is unknown then."""


def asked_people(logins: Iterable[str | None]) -> list[str]:
    """Return the logins that can be asked for, each once: no machine, and none that is no login."""
    people = {login.casefold(): login for login in logins if login and _LOGIN.fullmatch(login)}
    return sorted((login for login in people.values() if not is_bot(login)), key=str.casefold)


def threads_and_writers(
    api: GithubApi, number: int, logins: Sequence[str]
) -> tuple[Threads, dict[str, YesNo]]:
    """Return what is told of a pull request's threads, and which of its speakers may write; one call.

    Where GraphQL is not there, or refuses, or fails over it, all of it is unknown.
    """
    asked = _asked(api, logins[:MAX_SPEAKERS], number)
    if not isinstance(asked, Graph):
        return Threads(untold=asked), {}
    repository = _safely(asked.data, "repository")
    pull = _safely(repository, "pullRequest")
    if repository is None or pull is None:
        return Threads(untold="it does not know the pull request"), {}
    return _threads(pull), _writers(repository, logins)


def speaker_permissions(api: GithubApi, logins: Iterable[str], *, rest: bool = False) -> dict[str, YesNo]:
    """Return of each login whether it may write here, in one query; unknown where that can't be told.

    `rest` asks the REST interface for those that are unknown then, a call each, at most `MAX_ASKED`.
    """
    people = asked_people(logins)
    found: dict[str, YesNo] = {}
    for start in range(0, len(people), MAX_SPEAKERS):
        some = people[start : start + MAX_SPEAKERS]
        asked = _asked(api, some, None)
        repository = _safely(asked.data, "repository") if isinstance(asked, Graph) else None
        found |= _writers(repository, some) if repository else {}
    if rest:
        found |= rest_permissions(api, [login for login in people if login not in found])
    return {login: found.get(login, "unknown") for login in people}


def rest_permissions(api: GithubApi, logins: Sequence[str]) -> dict[str, YesNo]:
    """Return of each login whether it may write, by one call each. Where that is forbidden, no more are asked."""
    found: dict[str, YesNo] = {}
    for login in logins[:MAX_ASKED]:
        where = f"collaborators/{login}/permission"
        try:
            answer = api.get(where)
        except Missing:
            found[login] = "no"
            continue
        except Forbidden:
            break
        level = answer.get("permission") if isinstance(answer, dict) else None
        if isinstance(level, str):
            found[login] = "yes" if level.upper() in WRITERS else "no"
    return found


def _asked(api: GithubApi, logins: Sequence[str], number: int | None) -> Graph | str:
    """Return the answer, or why there is none: no GraphQL, not for this token, not for so much."""
    if not api.has_token:
        return ""  # GitHub has none without one, as the docs say
    owner, _, name = api.repo.partition("/")
    people = {f"u{place}": login for place, login in enumerate(logins)}
    given = {"owner": "String!", "name": "String!", **({"number": "Int!"} if number else {})}
    given |= dict.fromkeys(people, "String!")
    asked = [
        f"    {alias}: collaborators(query: ${alias}, first: {NEAR}) {{ edges {{ permission node {{ login }} }} }}"
        for alias in people
    ]
    query = (
        f"query({', '.join(f'${word}: {kind}' for word, kind in given.items())}) {{\n"
        f"  repository(owner: $owner, name: $name) {{{_THREADS if number else ''}\n"
        + "\n".join(asked)
        + "\n  }\n}\n"
    )
    variables = {"owner": owner, "name": name, **({"number": number} if number else {}), **people}
    try:
        return api.graphql(query, variables)
    except RateLimited:
        raise
    except GithubError as error:
        return error.what


def _threads(pull: Item) -> Threads:
    resolved: dict[str, bool] = {}
    outdated: dict[str, bool] = {}
    edited = {DESCRIPTION: _edit(pull)}
    edited |= _edits("review", _safely(pull, "reviews")) | _edits("issue_comment", _safely(pull, "comments"))
    threads = _safely(pull, "reviewThreads")
    for thread in _nodes(threads):
        comments = _safely(thread, "comments")
        edited |= _edits("review_comment", comments)
        first = next(_nodes(comments), None)
        key = _key(first) if first else None
        if key is not None:
            resolved |= {key: value} if isinstance(value := thread.value("isResolved"), bool) else {}
            outdated |= {key: value} if isinstance(value := thread.value("isOutdated"), bool) else {}
    page = _safely(threads, "pageInfo") if threads else None
    return Threads(resolved, outdated, edited, cut=bool(page and page.value("hasNextPage") is True))


def _edits(kind: str, listed: Item | None) -> dict[str, str]:
    return {f"{kind}:{key}": _edit(one) for one in _nodes(listed) if (key := _key(one))}


def _edit(item: Item) -> str:
    at = item.value("lastEditedAt")
    return at if isinstance(at, str) else ""


def _writers(repository: Item, logins: Sequence[str]) -> dict[str, YesNo]:
    """Return who may write. Of nobody anything is known where the token may not see collaborators."""
    found: dict[str, YesNo] = {}
    for place, login in enumerate(logins[:MAX_SPEAKERS]):
        asked = _safely(repository, f"u{place}")
        edges = asked.value("edges") if asked else None
        if not isinstance(edges, list):
            continue
        levels = [level for edge in edges if isinstance(edge, dict) and (level := _level(edge, login))]
        if levels or len(edges) < NEAR:
            found[login] = "yes" if WRITERS.intersection(levels) else "no"
    return found


def _level(edge: dict[str, object], login: str) -> str:
    """Return the permission that an edge tells of this login; the search also finds those that are like it."""
    node, level = edge.get("node"), edge.get("permission")
    named = node.get("login") if isinstance(node, dict) else None
    same = isinstance(named, str) and named.casefold() == login.casefold()
    return level if same and isinstance(level, str) else ""


def _safely(item: Item | None, name: str) -> Item | None:
    """Return an object of an answer; None for anything else in its place."""
    value = item.value(name) if item else None
    return Item(f"{item.where}.{name}", value) if item and isinstance(value, dict) else None


def _nodes(item: Item | None) -> Iterator[Item]:
    nodes = item.value("nodes") if item else None
    for node in nodes if isinstance(nodes, list) else []:
        if isinstance(node, dict):
            yield Item(item.where if item else "", node)


def _key(item: Item) -> str | None:
    try:
        return key_of(item)
    except ExpError:
        return None
