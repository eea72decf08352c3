"""Does things in threads that hold no process back; what one of them raised is raised where its result is taken."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Outcome(Generic[Result]):
    """What came of one thing: a result, or what was raised in its place."""

    def __init__(self, do: Callable[[Item], Result], item: Item) -> None:
        self._results: list[Result] = []
        self._error: BaseException | None = None
        with self:
            self._results.append(do(item))

    def taken(self) -> Result:
        """Return the result, or raise what was raised."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._error = error
        return True


def begin(run: Callable[[], object], many: int, name: str) -> None:
    """Run it in so many threads. They are daemons: a pool's would hold an interrupted process until the last is done."""
    for _ in range(many):
        threading.Thread(target=run, name=name, daemon=True).start()
