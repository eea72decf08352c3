"""Tells who speaks on GitHub: author, reviewer or bot, and whether the association says that they can write."""

from __future__ import annotations

import re
from dataclasses import replace

from gitexp.adapters.github_item import Item
from gitexp.records.discussion import Role, Speaker, Turn, YesNo

WRITERS = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})
STRANGERS = frozenset({"NONE", "FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR"})
"""CONTRIBUTOR is in neither: GitHub says it of members too (DESIGN.md section 7)."""

BOTS = frozenset(
    "bors bot claassistant codecov codecov-commenter codecov-io coderabbitai codspeed-hq copilot coveralls "
    "dependabot dependabot-preview devin-ai-integration drahtbot elasticmachine ellipsis-dev gemini-code-assist "
    "github-actions github-advanced-security googlebot graphite-app greenkeeper greptile-apps greptileai "
    "mergify netlify pre-commit-ci qodo-merge-pro renovate rustbot rust-highfive socket-security sonarcloud "
    "sonarqubecloud sourcery-ai vercel web-flow".split()
)
"""Well-known machine accounts that GitHub may report as users; an app's own login ends with `[bot]`."""

_LOGIN = re.compile(r"[\w.-]{1,100}(?:\[bot\])?", re.ASCII)
_ASSOCIATION = re.compile(r"[A-Za-z_]{1,40}")


def speaker_of(item: Item, author: str | None) -> Speaker:
    """Return who said something; `author` is the login of who opened the pull request."""
    user = item.part("user", "author") or Item(item.where, {})
    login = user.token(_LOGIN, "login")
    association = (item.token(_ASSOCIATION, "author_association", "authorAssociation") or "").upper()
    can_write: YesNo = "yes" if association in WRITERS else "no" if association in STRANGERS else "unknown"
    role: Role = "author" if _same(login, author) else "reviewer"
    named = user.text("login") or ""
    if user.text("type", "__typename") == "Bot" or user.flag("is_bot") == "yes" or is_bot(named):
        role = "bot"
    return Speaker(login, role, association or None, can_write)


def recast(turn: Turn[str], author: str | None) -> Turn[str]:
    """Return the turn with the role that its speaker has once the author is known."""
    speaker = turn.speaker
    known = speaker.role == "reviewer" and _same(speaker.login, author)
    return replace(turn, speaker=replace(speaker, role="author")) if known else turn


def is_bot(login: str) -> bool:
    """Return whether a login is a machine's."""
    name = login.casefold()
    return name in BOTS or name.endswith(("[bot]", "-bot", "_bot", "-robot"))


def _same(login: str | None, author: str | None) -> bool:
    return login is not None and author is not None and login.casefold() == author.casefold()
