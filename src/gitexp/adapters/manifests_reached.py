"""Says what a lock file holds for some projects: what they ask for themselves, and all that this needs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
"""A package as a lock file names it; two that are equal are the same."""


def reached(start: Iterable[Node], needs: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """Return these and all that they need, directly or not, each once; what needs itself is no trouble."""
    found = dict.fromkeys(start)
    waiting = list(found)
    while waiting:
        for one in needs(waiting.pop()):
            if one not in found:
                found[one] = None
                waiting.append(one)
    return list(found)
