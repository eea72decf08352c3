"""Reads the names of sources at GitHub: `pr:12`, `pr:OWNER/NAME#12`, `prs:since=2026-01-01,until=2026-02-01,limit=50`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from gitexp.adapters.github_api_address import repo_name
from gitexp.adapters.github_item import moment
from gitexp.errors import UsageError

PULL = "pr:"
PULLS = "prs:"
_PULL = re.compile(r"pr:(?:([^#\s]+)#)?#?(\d{1,10})", re.ASCII)
_EXAMPLES = "write pr:12, pr:OWNER/NAME#12 or prs:since=2026-01-01"
_KEYS = ("since", "until", "limit")


@dataclass(frozen=True)
class One:
    """One pull request; `repo` is None for this repository's."""

    number: int
    repo: str | None = None


@dataclass(frozen=True)
class Pulls:
    """What merged from `since` on, up to `until`, the oldest `limit` of them."""

    since: datetime
    until: datetime | None = None
    limit: int | None = None


def is_github(name: str) -> bool:
    """Return whether a name is one of these, rightly written or not."""
    return name.startswith((PULL, PULLS))


def parsed(name: str) -> One | Pulls:
    """Return what a name asks for. Raises UsageError for one that is written in another way."""
    return _pulls(name) if name.startswith(PULLS) else _one(name)


def _one(name: str) -> One:
    match = _PULL.fullmatch(name)
    if match is None or int(match[2]) == 0:
        raise UsageError(name, "names no pull request", _EXAMPLES)
    return One(int(match[2]), repo_name(match[1], name) if match[1] else None)


def _pulls(name: str) -> Pulls:
    fields: dict[str, str] = {}
    for part in name.removeprefix(PULLS).split(","):
        key, sign, value = part.partition("=")
        if not sign or not value or key not in _KEYS:
            raise UsageError(name, f"`{part}` is none of since=DATE, until=DATE, limit=NUMBER", _EXAMPLES)
        if key in fields:
            raise UsageError(name, f"`{key}` is there twice", _EXAMPLES)
        fields[key] = value
    if "since" not in fields:
        raise UsageError(name, "does not say since when", _EXAMPLES)
    since, until = _date(name, fields["since"]), None
    if "until" in fields:
        until = _date(name, fields["until"])
        if len(fields["until"]) == len("2026-01-01"):
            until += timedelta(days=1, microseconds=-1)  # that day is in it
        if until < since:
            raise UsageError(name, "ends before it begins", _EXAMPLES)
    limit = fields.get("limit")
    if limit is not None and not (limit.isascii() and limit.isdigit() and len(limit) < 8 and int(limit)):
        raise UsageError(name, f"`limit={limit}` is no number", _EXAMPLES)
    return Pulls(since, until, int(limit) if limit else None)


def _date(name: str, text: str) -> datetime:
    found = moment(text)
    if found is None:
        raise UsageError(name, f"`{text}` is no date", "write it as 2026-01-31")
    return found
