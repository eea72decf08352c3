"""Says for which experiences an edit is denied: those that people have set to block, once for each file and session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitexp.ports import Seen
    from gitexp.records.recollection import Recalled
    from gitexp.steps.unasked import Told

Pair = tuple["Told", "Recalled"]
DENY = "deny:"
"""Begins the key under which a denial is noted. It outlives a compaction: the session goes on."""


def blocks(one: Told, seen: Seen) -> bool:
    """Return whether an edit is to be denied for it."""
    return one.near.card.severity == "block" and not seen.has(_key(one))


def denied(fresh: Sequence[Pair], seen: Seen, noted: Callable[[str], bool]) -> list[Pair]:
    """Return all those for which an edit is denied now: made again, it goes through.

    Only where that is `noted`: else it would be denied each time, and the agent could never go on.
    """
    found: list[Pair] = []
    for one, item in fresh:
        if blocks(one, seen) and seen.claim(_key(one)) and noted(_key(one)):
            seen.claim(item.card.hex)
            found.append((one, item))
    return found


def _key(one: Told) -> str:
    return f"{DENY}{one.near.card.hex}:{one.file}"
