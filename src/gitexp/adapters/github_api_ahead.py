"""Does things side by side, a bounded number ahead, and gives the results in order; a stop waits for nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from gitexp.adapters.daemon_threads import Outcome, begin

Item = TypeVar("Item")
Result = TypeVar("Result")

NAME = "read-ahead"


class _Work(Generic[Item, Result]):
    """What the threads share. `room` counts how many more may be begun before one is taken."""

    def __init__(self, do: Callable[[Item], Result], items: Sequence[Item], room: int) -> None:
        self.do = do
        self.items = items
        self.room = threading.Semaphore(room)
        self.ready = threading.Condition()
        self.done: dict[int, Outcome[Result]] = {}
        self.begun = 0
        self.stop = False

    def run(self) -> None:
        """Do one thing after the other, until there is none left or all are to stop."""
        while (place := self._next()) is not None:
            outcome = Outcome(self.do, self.items[place])
            with self.ready:
                self.done[place] = outcome
                self.ready.notify_all()

    def take(self, place: int) -> Result:
        """Wait for a result and return it, or raise what was raised in its place."""
        with self.ready:
            self.ready.wait_for(lambda: place in self.done)
            outcome = self.done.pop(place)
        self.room.release()
        return outcome.taken()

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

    At most `ahead` results are begun and not taken.
    """
    work = _Work(do, items, ahead)
    begin(work.run, min(parallel, len(items)), NAME)
    try:
        for place in range(len(items)):
            yield work.take(place)
    finally:
        with work.ready:
            work.stop = True
        work.room.release()
