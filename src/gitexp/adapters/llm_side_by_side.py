"""Does a bounded number of things side by side and hands each result over as it comes; a stop waits for nothing."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


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
    """What the threads share."""

    def __init__(self, do: Callable[[Item], Result], items: Sequence[Item]) -> None:
        self.do = do
        self.waiting: queue.SimpleQueue[tuple[int, Item]] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[tuple[int, list[Result], BaseException | None]] = queue.SimpleQueue()
        self.stop = False
        for place, item in enumerate(items):
            self.waiting.put((place, item))

    def run(self) -> None:
        """Do one thing after the other, until there is none left or all are to stop."""
        while not self.stop:
            try:
                place, item = self.waiting.get_nowait()
            except queue.Empty:
                return
            result: list[Result] = []
            with _HandedOver() as handed:
                result.append(self.do(item))
            self.done.put((place, result, handed.error))


def side_by_side(
    do: Callable[[Item], Result], items: Sequence[Item], most: int
) -> Iterator[tuple[int, Result]]:
    """Yield each result with the place of its item, as they come; raise what one raised.

    The threads are daemons: a pool's threads would hold an interrupted process until the last reply has come.
    """
    work = _Work(do, items)
    for _ in range(min(most, len(items))):
        threading.Thread(target=work.run, daemon=True).start()
    try:
        for _ in items:
            place, result, error = work.done.get()
            if error is not None:
                raise error
            yield place, result[0]
    finally:
        work.stop = True
