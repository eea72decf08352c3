"""Turns the utterances of GitHub's REST interface into turns: descriptions, reviews and both kinds of comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from gitexp.adapters.github_item import Item
from gitexp.adapters.github_links import key_of, link_of
from gitexp.adapters.github_speakers import speaker_of
from gitexp.errors import RecordError
from gitexp.records.discussion import Anchor, Speaker, Turn, YesNo

DESCRIPTION = "pull_request.body"
VERDICTS = frozenset({"APPROVED", "CHANGES_REQUESTED", "DISMISSED"})
"""Review states that say something even without a body: acceptance decides what is settled."""

_SUGGESTION = re.compile(r"^[ \t]*(?:`{3,}|~{3,})suggestion\b", re.MULTILINE)
_STATE = re.compile(r"[A-Za-z_]{1,40}")
_COMMIT = re.compile(r"[0-9a-fA-F]{7,64}")


def description(pull_request: Item, speaker: Speaker) -> Turn[str] | None:
    """Return what a pull request says of itself; None where that is nothing."""
    body = pull_request.text("body") or ""
    at = pull_request.time("created_at", "createdAt")
    return Turn(DESCRIPTION, speaker, body, at, link_of(pull_request)) if body.strip() else None


def review(item: Item, author: str | None) -> Turn[str] | None:
    """Return what a review says as a whole: its words, or its verdict alone."""
    state = (item.token(_STATE, "state") or "").upper() or None
    turn = _turn(item, "review", author, always=state in VERDICTS)
    return turn and replace(turn, state=state)


def review_comment(item: Item, author: str | None, roots: Mapping[str, str]) -> Turn[str] | None:
    """Return a comment on a line; `roots` tells its thread."""
    turn = _turn(item, "review_comment", author)
    parent, anchor = item.key("in_reply_to_id"), _anchor(item)
    resolved = item.flag("resolved", "is_resolved", "isResolved")
    if turn is None:
        return None
    key = turn.id.removeprefix("review_comment:")
    return replace(
        turn,
        anchor=anchor,
        reply_to=f"review_comment:{parent}" if parent and parent != key else None,
        thread=f"review_comment:{roots.get(key, key)}",
        resolved=resolved,
    )


def issue_comment(item: Item, author: str | None) -> Turn[str] | None:
    """Return a comment of the conversation."""
    return _turn(item, "issue_comment", author)


def _turn(item: Item, kind: str, author: str | None, *, always: bool = False) -> Turn[str] | None:
    """Return what every utterance has; None where nothing was said."""
    body, speaker = item.text("body") or "", speaker_of(item, author)
    at = item.time("created_at", "createdAt", "submitted_at", "submittedAt")
    if not body.strip() and not always:
        return None
    if (key := key_of(item)) is None:
        raise RecordError(item.where, "has no `id`", "fetch it from GitHub again")
    suggestion: YesNo = "yes" if _SUGGESTION.search(body) else "no"
    return Turn(f"{kind}:{key}", speaker, body, at, link_of(item), suggestion=suggestion)


def _anchor(item: Item) -> Anchor[str]:
    line, original = item.number("line"), item.number("original_line", "originalLine")
    now, then = (item.token(_COMMIT, name) for name in ("commit_id", "original_commit_id"))
    placed, position = line or original, item.number("position")
    outdated = item.flag("outdated", "is_outdated", "isOutdated")
    if outdated == "unknown" and (line is not None or position is not None):
        outdated = "no"
    elif outdated == "unknown" and original is not None:
        outdated = "yes"
    return Anchor(
        path=item.text("path"),
        line=placed if placed is not None and placed > 0 else None,
        # A line of the original diff is a line of the commit it was written on.
        commit=(then or now) if line is None and original is not None else (now or then),
        hunk=item.text("diff_hunk", "diffHunk"),
        outdated=outdated,
    )
