"""Reads pull requests and what is said on them, in the shapes of REST and of GraphQL alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitexp.adapters.github_item import Item
from gitexp.adapters.github_speakers import is_bot
from gitexp.errors import RecordError
from gitexp.records.pull import Act, ActKind, Pull, PullState

OPEN_MOST = 5
MOST_ACTS = 100
"""Acts of each kind that are told."""
_LOGIN = re.compile(r"[\w.-]{1,100}(?:\[bot\])?", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_STATES: dict[str, PullState] = {"open": "open", "merged": "merged", "closed": "closed"}


def pull(item: Item, state: str, head: str | None) -> Pull:
    """Return a pull request without its acts. Raises RecordError where what is needed is not there."""
    number, told = item.number("number"), _STATES.get(state)
    if number is None or told is None or not head or not _COMMIT.fullmatch(head):
        raise RecordError(item.where, "is no pull request", "run it again")
    return Pull(
        number=number,
        url=item.text("html_url", "url") or "",
        title=item.text("title") or "",
        body=item.text("body") or "",
        author=author(item)[0],
        state=told,
        head=head,
        created_at=item.time("created_at", "createdAt") or "",
        closed_at=item.time("closed_at", "closedAt"),
        edited_by=_editor(item),
    )


def act(kind: ActKind, item: Item) -> Act:
    """Return something said."""
    login, bot = author(item)
    return Act(
        kind=kind,
        id=item.key("fullDatabaseId") or item.key("id") or "",
        by=login,
        at=item.time("submitted_at", "submittedAt", "created_at", "createdAt") or "",
        text=item.text("body") or "",
        bot=bot,
    )


def _editor(item: Item) -> str | None:
    """Return the person who edited it last, other than its author; REST does not tell that."""
    found = item.part("editor")
    login, machine = account(found) if found else (None, False)
    return None if machine or login == author(item)[0] else login


def author(item: Item) -> tuple[str | None, bool]:
    """Return who wrote something, and whether that is a machine."""
    return account(item.part("user", "author") or Item(item.where, {}))


def account(user: Item) -> tuple[str | None, bool]:
    """Return a login, and whether it is a machine's.

    An app has `[bot]` at the end of its login in REST and not in GraphQL, where a person could be called the same:
    it is put there, so that both are one.
    """
    login = user.token(_LOGIN, "login")
    app = user.text("type", "__typename") == "Bot"
    if login is not None and app and not login.endswith("[bot]"):
        login = f"{login}[bot]"
    return login, app or is_bot(login or "")


def sorted_acts(acts: Iterable[Act]) -> tuple[Act, ...]:
    """Return acts, the oldest first; those that say nothing of when they were come first."""
    return tuple(sorted(acts, key=lambda one: (one.at, one.kind, int(one.id) if one.id.isdigit() else 0)))
