"""What the redact step found in a text, and how overlapping finds become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

FoundKind = Literal["secret", "person", "email", "home"]
_WEIGHT: dict[FoundKind, int] = {"secret": 3, "person": 2, "email": 1, "home": 0}


@dataclass(frozen=True)
class Found:
    """One thing that must go: the characters from `start` to `end`."""

    start: int
    end: int
    kind: FoundKind


def without_overlaps(found: Iterable[Found]) -> list[Found]:
    """Return the finds in order; those that overlap become one, of the weightier kind, so that no slice is left."""
    merged: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        last = merged[-1] if merged else None
        if last is None or one.start >= last.end:
            merged.append(one)
            continue
        kind = max(last.kind, one.kind, key=_WEIGHT.__getitem__)
        merged[-1] = Found(last.start, max(last.end, one.end), kind)
    return merged
