"""A removal: the commit that took a thing out of the tree, and where it went."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Removal:
    """`commit` is a whole id, `date` is YYYY-MM-DD, and `moved_to` is a path's new one where it was renamed."""

    commit: str
    date: str
    subject: str
    moved_to: str | None = None
