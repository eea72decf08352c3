"""Asks GitHub who may write to the repository: all in one GraphQL query, by REST those of whom it does not tell."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.github_api_content import item_of
from gitexp.adapters.github_api_errors import Forbidden, GithubError, Missing
from gitexp.adapters.github_item import Item
from gitexp.adapters.github_speakers import is_bot
from gitexp.errors import OutsideError, RecordError
from gitexp.records.discussion import YesNo

if TYPE_CHECKING:
    from gitexp.adapters.github_api import GithubApi

_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?", re.ASCII)
WRITING = frozenset({"admin", "maintain", "write"})
EACH_QUERY = 50
NEAR = 10
"""How many accounts are asked for by one login: GitHub finds all whose name or login is like it."""
MOST_BY_REST = 30


def permissions_of(api: GithubApi, logins: Collection[str]) -> dict[str, YesNo]:
    """Return of each login whether it may write; of machines and of what is no login, that it may not."""
    found: dict[str, YesNo] = dict.fromkeys(logins, "no")
    # In the order of the caller: where only some can be asked, those that it names first are.
    asked = [login for login in found if _LOGIN.fullmatch(login) and not is_bot(login)]
    left = list(asked)
    if len(asked) > 1:
        told: dict[str, YesNo] = {}
        for start in range(0, len(asked), EACH_QUERY):
            told.update(_by_graphql(api, asked[start : start + EACH_QUERY]))
        found.update(told)
        left = [login for login in asked if login not in told]
    for count, login in enumerate(left):
        found[login] = _by_rest(api, login) if count < MOST_BY_REST else "unknown"
    return found


def _by_graphql(api: GithubApi, logins: Sequence[str]) -> Mapping[str, YesNo]:
    """Return what one query tells; nothing where GraphQL is not there, or the token may not ask it."""
    owner, _, name = api.repo.partition("/")
    fields = [
        f"u{number}: collaborators(query: $u{number}, first: {NEAR}) {{ edges {{ permission node {{ login }} }} }}"
        for number in range(len(logins))
    ]
    given = "".join(f", $u{number}: String!" for number in range(len(logins)))
    query = (
        f"query($owner: String!, $name: String!{given}) "
        f"{{ repository(owner: $owner, name: $name) {{ {' '.join(fields)} }} }}"
    )
    variables: dict[str, object] = {"owner": owner, "name": name}
    variables |= {f"u{number}": login for number, login in enumerate(logins)}
    try:
        repository = api.graphql(query, variables).data.part("repository")
        if repository is None:
            return {}
        answers = {login: _told(repository, f"u{number}", login) for number, login in enumerate(logins)}
    except (OutsideError, RecordError):
        return {}
    return {login: answer for login, answer in answers.items() if answer is not None}


def _told(repository: Item, alias: str, login: str) -> YesNo | None:
    """Return what the answer says of a login: None where it says nothing."""
    found = repository.part(alias)
    if found is None:
        return None
    edges = found.value("edges")
    if not isinstance(edges, list):
        return None
    whole = len(edges) < NEAR
    for edge in (Item(f"{found.where}.edges", one) for one in edges if isinstance(one, dict)):
        node, permission = edge.part("node"), edge.text("permission")
        if node is None or permission is None:
            whole = False
        elif (node.text("login") or "").casefold() == login.casefold():
            return "yes" if permission.casefold() in WRITING else "no"
    return "no" if whole and all(isinstance(one, dict) for one in edges) else None


def _by_rest(api: GithubApi, login: str) -> YesNo:
    """Return what REST says; it may be asked with any token that reads the repository."""
    try:
        answer = api.get(f"collaborators/{login}/permission")
        permission = item_of(answer, "permission").text("permission")
    except Missing:
        return "no"
    except Forbidden:
        return "unknown"
    except GithubError as error:
        if error.status and error.status < 500:
            return "unknown"
        raise
    except RecordError:
        return "unknown"
    return "unknown" if permission is None else "yes" if permission.casefold() in WRITING else "no"
