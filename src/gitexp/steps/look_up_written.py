"""A name that code writes with its container, though nothing is seen to declare it."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.finding import Finding
from gitexp.records.universal import is_code
from gitexp.steps.code import Code, place


def written_so(code: Code, name: str, container: Sequence[str], member: str) -> Finding | None:
    """Return that code writes the name with its container, though nothing is seen to declare it."""
    for sight in code.seen(f"{container[-1]}.{member}"):
        if is_code(sight.path):
            where = (place(sight.path, sight.line),)
            reason = "is written there, and declared nowhere that can be seen"
            return Finding(name, "unverifiable", where, reason=reason)
    return None
