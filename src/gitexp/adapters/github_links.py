"""Reads GitHub's links: which repository and pull request they name, and which utterance they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gitexp.adapters.github_item import Item

_HOST = r"https?://[\w.:-]+"
_REPO = re.compile(rf"(?:{_HOST}/)?((?!\.+/)[\w.-]+/(?!\.+$)[\w.-]+?)(?:\.git)?/?", re.ASCII)
_PULL = re.compile(
    rf"({_HOST}/(?:api/v3/)?(?:repos/)?([\w.-]+/[\w.-]+)/(?:pull|pulls|issues)/(\d{{1,18}}))\b", re.ASCII
)
_FRAGMENT = re.compile(r"#(?:discussion_r|issuecomment-|pullrequestreview-)(\d{1,18})$", re.ASCII)
_LINK = re.compile(r"https?://[^\s<>\"'()\[\]`\\]+")


def repository(value: object) -> str | None:
    """Return `owner/name` from a text, a link or GitHub's repository object; None where it is none of them."""
    if isinstance(value, dict):
        value = value.get("full_name") or value.get("nameWithOwner")
    match = _REPO.fullmatch(value) if isinstance(value, str) else None
    return match[1] if match else None


def pull_of(fields: Mapping[str, object]) -> tuple[str, int] | None:
    """Return repository and number of the pull request that an object's own links name."""
    for match in _pulls(fields, "pull_request_url", "html_url", "url", "issue_url"):
        if repo := repository(match[2]):
            return repo, int(match[3])
    return None


def page_of(fields: Mapping[str, object]) -> str | None:
    """Return the page of the pull request, from its own link or from a comment's."""
    pages = (match[1] for match in _pulls(fields, "html_url", "url"))
    return next((page for page in pages if "/pull/" in page), None)


def link_of(item: Item) -> str | None:
    """Return where an object can be looked at."""
    return item.token(_LINK, "html_url", "url")


def key_of(item: Item) -> str | None:
    """Return an utterance's id. The link's is the same number in REST and in GraphQL, whose ids are their own."""
    match = _FRAGMENT.search(link_of(item) or "")
    return match[1] if match else item.key("id")


def _pulls(fields: Mapping[str, object], *names: str) -> Iterator[re.Match[str]]:
    links = (fields.get(name) for name in names)
    return (match for link in links if isinstance(link, str) and (match := _PULL.match(link)))
