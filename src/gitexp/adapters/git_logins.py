"""Tells which authors of git commits a GitHub login is; where two people could be meant, it says that it can't tell."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

NOREPLY = "users.noreply.github.com"
SHORT = 3
"""A login shorter than this is no sign by its letters alone: many people have `me@…` or `jo@…`."""

_BETWEEN = re.compile(r"[\s._-]+")


@dataclass(frozen=True)
class GitAuthor:
    """A name and an e-mail as git has them, by mailmap. The e-mail is compared and never printed."""

    name: str
    email: str

    @property
    def person(self) -> str:
        """Return the name as it is compared: one person has several e-mails, and spells the name in several ways."""
        return _folded(self.name)


def authors_of(login: str, authors: Collection[GitAuthor]) -> frozenset[GitAuthor]:
    """Return the authors that the login is; none where it is none of them, or could be two people.

    GitHub's own no-reply address tells it for sure. Else an e-mail's local part or a name that is the login
    tells it, if all that fit bear one name.
    """
    sure = {author.person for author in authors if _noreply(author) == login.casefold()}
    likely = {author.person for author in authors if not sure and _is_like(login, author)}
    persons = sure or (likely if len(likely) == 1 else set())
    return frozenset(author for author in authors if author.person in persons)


def _noreply(author: GitAuthor) -> str | None:
    """Return the login that an address such as `12345+login@users.noreply.github.com` holds."""
    local, _, host = author.email.casefold().rpartition("@")
    return local.rpartition("+")[2] if host == NOREPLY else None


def _is_like(login: str, author: GitAuthor) -> bool:
    if len(login) < SHORT or _noreply(author) is not None:
        return False
    local = author.email.rpartition("@")[0].partition("+")[0]
    return _folded(login) in (_folded(local), author.person)


def _folded(text: str) -> str:
    return _BETWEEN.sub("", text.casefold())
