"""Does things side by side, a bounded number ahead, and gives the results in order; a stop waits for nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

NAME = "read-ahead"


class _HandedOver:
    """Keeps an exception of a thread, which is raised where the results are waited for."""

    error: BaseException | None = None

    def __enter__(self) -> _HandedOver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.error = error
        return True


class _Work(Generic[Item, Result]):
    """What the threads share. `room` counts how many more may be begun before one is taken."""

    def __init__(self, do: Callable[[Item], Result], items: Sequence[Item], room: int) -> None:
        self.do = do
        self.items = items
        self.room = threading.Semaphore(room)
        self.ready = threading.Condition()
        self.done: dict[int, tuple[list[Result], BaseException | None]] = {}
        self.begun = 0
        self.stop = False

    def run(self) -> None:
        """Do one thing after the other, until there is none left or all are to stop."""
        while (place := self._next()) is not None:
            result: list[Result] = []
            with _HandedOver() as handed:
                result.append(self.do(self.items[place]))
            with self.ready:
                self.done[place] = result, handed.error
                self.ready.notify_all()

    def take(self, place: int) -> Result:
        """Wait for a result and return it, or raise what was raised in its place."""
        with self.ready:
            self.ready.wait_for(lambda: place in self.done)
            result, error = self.done.pop(place)
        self.room.release()
        if error is not None:
            raise error
        return result[0]

    def _next(self) -> int | None:
        self.room.acquire()
        with self.ready:
            if self.stop or self.begun >= len(self.items):
                self.room.release()  # for the next thread to see it too
                return None
            self.begun += 1
            return self.begun - 1


def in_order(
    do: Callable[[Item], Result], items: Sequence[Item], *, parallel: int, ahead: int
) -> Iterator[Result]:
    """Yield what is done with each item, in order; raise what one raised.

    At most `ahead` results are begun and not taken. The threads are daemons: a pool's would hold an interrupted
    process until the last of them is done.
    """
    work = _Work(do, items, ahead)
    for _ in range(min(parallel, len(items))):
        threading.Thread(target=work.run, name=NAME, daemon=True).start()
    try:
        for place in range(len(items)):
            yield work.take(place)
    finally:
        with work.ready:
            work.stop = True
        work.room.release()
