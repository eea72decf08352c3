"""Rebuilds GitHub's review threads: which comments belong together, and what is told of a thread by one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gitexp.adapters.github_item import Item
from gitexp.adapters.github_links import key_of
from gitexp.errors import RecordError
from gitexp.records.discussion import Turn


def thread_roots(comments: Iterable[Item]) -> Mapping[str, str]:
    """Return each comment's thread: the comment that it goes back to, even where that one is not in the document.

    Replies that reply to each other in a circle are one thread.
    """
    parents = {key: parent for key, parent in map(_key_and_parent, comments) if key}
    roots: dict[str, str] = {}
    for key in parents:
        path: dict[str, None] = {}
        here = key
        while here not in roots and here not in path and (parent := parents.get(here)):
            path[here] = None
            here = parent
        root = roots.get(here, here)
        roots.update(dict.fromkeys([*path, here], root))
    return roots


def resolved(turns: Sequence[Turn[str]]) -> list[Turn[str]]:
    """Return the turns with what one comment of a thread tells of it said of the whole thread."""
    told = {turn.thread: turn.resolved for turn in reversed(turns) if turn.resolved != "unknown"}
    return [replace(turn, resolved=told[turn.thread]) if turn.thread in told else turn for turn in turns]


def _key_and_parent(comment: Item) -> tuple[str | None, str | None]:
    try:
        return key_of(comment), comment.key("in_reply_to_id")
    except RecordError:
        return None, None  # told when the comment itself is read
