"""What a test lets go wrong at one call: the line drops, the gateway fails, the answer is lost after the deed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

How = Literal["drop", "500", "502", "503"]


class Dropped(Exception):
    """The connection ends without an answer. A callback of a test may raise it too."""


@dataclass
class Call:
    """One call as it came, and how it was answered (0: not at all)."""

    order: int
    method: str
    path: str
    token: str | None
    body: object = None
    status: int = 0

    @property
    def writes(self) -> bool:
        """Return whether it asks to change something."""
        reads = self.path.endswith(("/graphql", "/git-upload-pack"))
        return self.method not in ("GET", "HEAD") and not reads


Callback = Callable[[Call], object]


@dataclass
class Faults:
    """The faults that wait for their call; calls are counted from when a fault is set."""

    before: list[Callback] = field(default_factory=list)
    after: list[Callback] = field(default_factory=list)
    _failing: dict[int, How] = field(default_factory=dict)
    _lost: set[int] = field(default_factory=set)
    count: int = 0
    """The calls so far, also those that a test took out of its list."""

    def fail_at(self, k: int, how: How) -> None:
        """Let the k-th call from now fail before anything is done."""
        self._failing[self.count + k] = how

    def lose_at(self, k: int) -> None:
        """Let the k-th call from now be done, and its answer be lost."""
        self._lost.add(self.count + k)

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        self.before.clear()
        self.after.clear()
        self._failing.clear()
        self._lost.clear()

    def meet(self, call: Call) -> int | None:
        """Let what waits for this call happen before it: raise Dropped, or return the status that it fails with."""
        for callback in list(self.before):
            callback(call)
        how = self._failing.pop(call.order, None)
        if how == "drop":
            raise Dropped
        return int(how) if how else None

    def leave(self, call: Call) -> None:
        """Let what waits for this call happen after it."""
        for callback in list(self.after):
            callback(call)
        if call.order in self._lost:
            self._lost.discard(call.order)
            raise Dropped
