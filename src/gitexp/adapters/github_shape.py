"""Turns what GitHub's REST interface tells of one pull request into a discussion; what does not fit costs only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

from gitexp.adapters.github_item import Item, moment
from gitexp.adapters.github_links import page_of
from gitexp.adapters.github_speakers import recast, speaker_of
from gitexp.adapters.github_threads import resolved, thread_roots
from gitexp.adapters.github_turns import DESCRIPTION, description, issue_comment, review, review_comment
from gitexp.errors import RecordError
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.skipped import Skipped

Made = TypeVar("Made")

EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass
class Parts:
    """What was found of one pull request, before it becomes a discussion."""

    name: str
    """The discussion's id where repository and number are not told: the file's name without its ending."""
    repo: str | None = None
    number: int | None = None
    pull_request: Item | None = None
    reviews: list[Item] = field(default_factory=list)
    review_comments: list[Item] = field(default_factory=list)
    issue_comments: list[Item] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        """Return every object, in the order of the document."""
        head = [self.pull_request] if self.pull_request else []
        return [*head, *self.reviews, *self.review_comments, *self.issue_comments]


def discussion(parts: Parts, this_repo: str | None) -> tuple[Discussion[str], list[Skipped]]:
    """Return the parts as one discussion, and what of them does not fit."""
    skipped: list[Skipped] = []
    known = parts.repo is not None and parts.number is not None
    found: Discussion[str] = Discussion(
        id=f"{parts.repo}#{parts.number}" if known else parts.name,
        kind="pull_request",
        repo=parts.repo or "",
        title=None,
        turns=(),
        url=next((page for item in parts.items if (page := page_of(item.fields))), None),
        number=parts.number,
        local=this_repo is not None and (parts.repo or "").casefold() == this_repo.casefold(),
    )
    if parts.pull_request:
        found = _fitting(parts.pull_request, lambda item: _headed(found, item), skipped) or found
    return replace(found, turns=in_time((*found.turns, *_said(parts, found.author, skipped)))), skipped


def combined(one: Discussion[str], other: Discussion[str]) -> Discussion[str]:
    """Return two readings of one discussion as one: what `gh api` prints call by call belongs together."""
    author = one.author or other.author
    return replace(
        one,
        title=one.title or other.title,
        url=one.url or other.url,
        author=author,
        merged_at=one.merged_at or other.merged_at,
        turns=in_time(recast(turn, author) for turn in (*one.turns, *other.turns)),
    )


def in_time(turns: Iterable[Turn[str]]) -> tuple[Turn[str], ...]:
    """Return the turns in the order they were said, each id once, the description first.

    A turn without a time stands with its GitHub thread, or else after the turn before it in the document.
    """
    first: dict[str, Turn[str]] = {}
    for turn in turns:
        first.setdefault(turn.id, turn)
    moments: dict[str, datetime] = {}
    threads: dict[str, datetime] = {}
    latest = EARLIEST
    for turn in first.values():
        latest = moment(turn.at) or threads.get(turn.thread or "") or latest
        moments[turn.id] = latest
        if turn.thread:
            threads.setdefault(turn.thread, latest)
    return tuple(sorted(first.values(), key=lambda turn: (turn.id != DESCRIPTION, moments[turn.id])))


def _headed(found: Discussion[str], item: Item) -> Discussion[str]:
    """Return the discussion with what the pull request itself says: its title, its author, its description."""
    speaker = speaker_of(item, None)
    speaker = speaker if speaker.role == "bot" else replace(speaker, role="author")
    turn, merged_at = description(item, speaker), item.time("merged_at", "mergedAt")
    links = item.part("pull_request")  # what the issues' interface tells of it beyond an issue
    return replace(
        found,
        title=item.text("title"),
        author=speaker.login,
        merged_at=merged_at or (links.time("merged_at") if links else None),
        turns=(turn,) if turn else (),
    )


def _said(parts: Parts, author: str | None, skipped: list[Skipped]) -> list[Turn[str]]:
    """Return the turns of reviews and comments, in the order of the document."""
    roots = thread_roots(parts.review_comments)
    readings: list[tuple[list[Item], Callable[[Item], Turn[str] | None]]] = [
        (parts.reviews, lambda item: review(item, author)),
        (parts.review_comments, lambda item: review_comment(item, author, roots)),
        (parts.issue_comments, lambda item: issue_comment(item, author)),
    ]
    found = [_fitting(item, read, skipped) for items, read in readings for item in items]
    return resolved([turn for turn in found if turn])


def _fitting(item: Item, read: Callable[[Item], Made], skipped: list[Skipped]) -> Made | None:
    try:
        return read(item)
    except RecordError as misfit:
        skipped.append(Skipped(misfit.where, f"{misfit.what}; {misfit.mend}"))
        return None
