"""The links of a proposal: to the thread where something was said, and to the file as it is proposed. No other ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

THREADS = 3
"""Links to threads that one item has at most."""
_SERVER = re.compile(r"https?://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?")
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}")
_PATH = re.compile(r"experiences/([A-Za-z0-9_-][A-Za-z0-9_.-]*/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_THREAD = re.compile(
    r"/(?:pull|issues)/[1-9][0-9]{0,9}(?:/files)?"
    r"(?:#(?:discussion_r|issuecomment-|pullrequestreview-|issue-|r)[0-9]{1,19})?"
)
_HERE = "https://github.com/"
_THERE = "https://redirect.github.com/"
"""Leads to the same page, and leaves no back reference on it."""


@dataclass(frozen=True)
class Site:
    """Where a proposal lies: the address of GitHub, and OWNER/NAME."""

    server: str
    repository: str


def links(site: Site | None, urls: Sequence[str | None], head: str, path: str) -> str:
    """Return the links of one item, in one line of Markdown; empty where there is none that is sure.

    `urls` are where its quotes stand, `head` and `path` where its file does. An address is never taken over: each part
    of it is of a form that can hold nothing else, or there is no link.
    """
    if site is None or not _REPOSITORY.fullmatch(site.repository):
        return ""
    found = dict.fromkeys(filter(None, (_thread(site, url or "") for url in urls)))
    told = [
        f"[the thread{f' {number}' if len(found) > 1 else ''}]({url})"
        for number, url in enumerate(list(found)[:THREADS], 1)
    ]
    if _SERVER.fullmatch(site.server) and _COMMIT.fullmatch(head) and _PATH.fullmatch(path):
        told.append(f"[the file]({site.server}/{site.repository}/blob/{head}/{path})")
    return " · ".join(told)


def _thread(site: Site, url: str) -> str:
    """Return the link to a thread of this repository on github.com; empty for any other address."""
    begin = f"{_HERE}{site.repository}"
    rest = url[len(begin) :]
    if url[: len(begin)].casefold() != begin.casefold() or not _THREAD.fullmatch(rest):
        return ""
    return f"{_THERE}{site.repository}{rest}"
