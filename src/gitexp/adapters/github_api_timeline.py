"""Reads from a pull request's timeline whether its change was taken back later: by which merged pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gitexp.adapters.github_item import Item, moment
from gitexp.adapters.github_links import repository

_REVERTS = re.compile(r"^\s*Reverts\s+(?:([\w.-]+/[\w.-]+))?#(\d{1,18})\b", re.MULTILINE | re.ASCII)


@dataclass(frozen=True)
class _Link:
    """A merged pull request that names this one."""

    number: int
    title: str
    body: str
    merged_at: str


def taken_back(timeline: Iterable[Item], repo: str, number: int, title: str) -> str | None:
    """Return what took a pull request back, as `#31`; None where nothing did, or that was taken back in its turn."""
    links = sorted(
        (link for link in (_link(event, repo) for event in timeline) if link), key=lambda one: one.merged_at
    )
    undone = _undo(title)
    state: str | None = None
    for link in links:
        named = {int(match[2]) for match in _REVERTS.finditer(link.body) if _is(match[1], repo)}
        if link.title.strip() == undone or number in named:
            state = f"#{link.number}"
        elif link.title.strip() == _undo(undone) or (state and int(state[1:]) in named):
            state = None
    return state


def _undo(title: str) -> str:
    return f'Revert "{title.strip()}"'


def _is(named: str | None, repo: str) -> bool:
    return named is None or named.casefold() == repo.casefold()


def _link(event: Item, repo: str) -> _Link | None:
    """Return the merged pull request of the same repository behind an event, None where it is none."""
    source = event.value("source")
    issue = source.get("issue") if isinstance(source, dict) else None
    if event.value("event") != "cross-referenced" or not isinstance(issue, dict):
        return None
    pull, place = issue.get("pull_request"), repository(issue.get("repository"))
    merged_at = pull.get("merged_at") if isinstance(pull, dict) else None
    number, title, body = issue.get("number"), issue.get("title"), issue.get("body")
    if not isinstance(merged_at, str) or moment(merged_at) is None or not isinstance(title, str):
        return None
    if type(number) is not int or (place is not None and place.casefold() != repo.casefold()):
        return None
    return _Link(number, title, body if isinstance(body, str) else "", merged_at)
