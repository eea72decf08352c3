"""Finds pull requests: those that merged in a stretch of time, a page a call, and those that a commit belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_content import item_of, items_of
from gitexp.adapters.github_api_document import is_proposal
from gitexp.adapters.github_item import Item, moment
from gitexp.errors import OutsideError, UsageError

MAX_PAGES = 1000
"""Pages of a list of pull requests, a hundred each."""
_COMMIT = re.compile(r"[0-9a-fA-F]{7,64}")


@dataclass(frozen=True)
class MergedPull:
    """A merged pull request of the default branch, as a list tells of it."""

    number: int
    merged_at: str
    updated_at: str
    title: str
    head: str
    """The name of its branch."""
    author: str | None
    merge_commit_sha: str | None
    own: bool = False
    """Whether it is a proposal that exp itself opened."""


def merged_since(
    api: GithubApi,
    since: datetime | str,
    until: datetime | str | None = None,
    limit: int | None = None,
    branch: str | None = None,
) -> list[MergedPull]:
    """Return what merged into the default branch from `since` on and not after `until`, oldest first, the first `limit`.

    One call a page of a hundred. What changes meanwhile moves to the front of GitHub's list: where there were several
    pages the first is looked at once more, so that nothing is missed. Raises UsageError for a text that is no time.
    """
    since, until = _time(since), None if until is None else _time(until)
    found: dict[int, MergedPull] = {}
    params = {"state": "closed", "sort": "updated", "direction": "desc"} | (
        {"base": branch} if branch else {}
    )
    place = _Branch(api, branch)
    newest: datetime | None = None
    pages = 0
    for page in api.pages("pulls", params, MAX_PAGES):
        pages += 1
        items = _items(page, api)
        newest = newest or _updated(items)
        found |= {one.number: one for one in _merged(items, place)}
        if _is_past(items, since):
            break
    if pages > 1:
        for page in api.pages("pulls", params, pages):
            items = _items(page, api)
            found |= {one.number: one for one in _merged(items, place)}
            if newest is None or _is_past(items, newest):
                break
    chosen = [one for one in found.values() if _is_within(one.merged_at, since, until)]
    chosen.sort(key=lambda one: (moment(one.merged_at) or since, one.number))
    return chosen if limit is None else chosen[:limit]


def pulls_of_commit(api: GithubApi, sha: str) -> list[MergedPull]:
    """Return the merged pull requests of the default branch that a commit belongs to; one call."""
    if not _COMMIT.fullmatch(sha):
        raise UsageError(sha or "''", "is no commit", "give its id")
    path = f"commits/{sha}/pulls"
    page = next(api.pages(path, most=1), [])
    return _merged(items_of(page, f"{api.repo}: {path}"), _Branch(api, None))


def _time(at: datetime | str) -> datetime:
    found = moment(at) if isinstance(at, str) else at
    if found is None:
        raise UsageError(str(at), "is no time", "write it as 2026-01-31T12:00:00Z")
    return found


class _Branch:
    """The branch that counts: the one named, else the default one as each item, or the repository, tells it."""

    def __init__(self, api: GithubApi, name: str | None) -> None:
        self._api = api
        self._name = name

    def of(self, base: dict[str, object]) -> str:
        """Return its name for a pull request onto this base."""
        if self._name is None:
            repo = base.get("repo")
            told = repo.get("default_branch") if isinstance(repo, dict) else None
            if isinstance(told, str):
                return told
            self._name = item_of(self._api.get(""), self._api.repo).text("default_branch")
            if not self._name:
                raise OutsideError(self._api.repo, "has no default branch", "push one")
        return self._name


def _items(page: object, api: GithubApi) -> list[Item]:
    return items_of(page, f"{api.repo}: pulls")


def _merged(items: Sequence[Item], branch: _Branch) -> list[MergedPull]:
    return [one for one in (_pull(item, branch) for item in items) if one]


def _pull(item: Item, branch: _Branch) -> MergedPull | None:
    """Return a merged pull request of the branch; None for any other, and for an object of another shape."""
    number, base, head = item.value("number"), item.value("base"), item.value("head")
    merged_at, updated_at = item.value("merged_at"), item.value("updated_at")
    if type(number) is not int or number <= 0 or not isinstance(base, dict):
        return None
    if not isinstance(merged_at, str) or moment(merged_at) is None or base.get("ref") != branch.of(base):
        return None
    ref = head.get("ref") if isinstance(head, dict) else None
    user, sha = item.value("user"), item.value("merge_commit_sha")
    login, title = (user.get("login") if isinstance(user, dict) else None), item.value("title")
    return MergedPull(
        number,
        merged_at,
        updated_at if isinstance(updated_at, str) else "",
        title if isinstance(title, str) else "",
        ref if isinstance(ref, str) else "",
        login if isinstance(login, str) else None,
        sha if isinstance(sha, str) else None,
        is_proposal(item.fields),
    )


def _times(items: Sequence[Item]) -> Iterator[datetime]:
    for item in items:
        at = item.value("updated_at")
        if isinstance(at, str) and (found := moment(at)) is not None:
            yield found


def _updated(items: Sequence[Item]) -> datetime | None:
    """Return when the newest of a page changed."""
    return max(_times(items), default=None)


def _is_past(items: Sequence[Item], since: datetime) -> bool:
    """Return whether a page holds something that did not change any more since then: nor did what follows."""
    return min(_times(items), default=since) < since or not items


def _is_within(merged_at: str, since: datetime, until: datetime | None) -> bool:
    at = moment(merged_at)
    return at is not None and since <= at and (until is None or at <= until)
