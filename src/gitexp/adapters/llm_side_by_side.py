"""Does a bounded number of things side by side and hands each result over as it comes; a stop waits for nothing."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from gitexp.adapters.daemon_threads import Outcome, begin

Item = TypeVar("Item")
Result = TypeVar("Result")

NAME = "ask-side-by-side"


class _Work(Generic[Item, Result]):
    """What the threads share."""

    def __init__(self, do: Callable[[Item], Result], items: Sequence[Item]) -> None:
        self.do = do
        self.waiting: queue.SimpleQueue[tuple[int, Item]] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[tuple[int, Outcome[Result]]] = queue.SimpleQueue()
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
            self.done.put((place, Outcome(self.do, item)))


def side_by_side(
    do: Callable[[Item], Result], items: Sequence[Item], most: int
) -> Iterator[tuple[int, Result]]:
    """Yield each result with the place of its item, as they come; raise what one raised."""
    work = _Work(do, items)
    begin(work.run, min(most, len(items)), NAME)
    try:
        for _ in items:
            place, outcome = work.done.get()
            yield place, outcome.taken()
    finally:
        work.stop = True
