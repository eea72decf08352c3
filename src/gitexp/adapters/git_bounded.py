"""Runs git until the time is up: whoever asks gets what was said till then, and is told that it was not all."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator, Mapping

from gitexp.adapters.git import MAX_RECORD, Git


class CannotTell(Exception):
    """Git gave no whole answer: the time was up, or this clone lacks what would have to be read."""


class BoundedGit:
    """The `git` program, with one time for all that it is asked."""

    def __init__(self, git: Git, seconds: float) -> None:
        self._git = git
        self._end = time.monotonic() + seconds
        self._running: set[subprocess.Popen[bytes]] = set()

    def within(self, share: float) -> BoundedGit:
        """Return the same git with a share of the time that is left, so that something remains for the rest."""
        return BoundedGit(self._git, (self._end - time.monotonic()) * share)

    def stop(self) -> None:
        """End what runs, and let nothing more begin."""
        self._end = time.monotonic()
        for process in list(self._running):
            process.kill()

    def records(
        self,
        *args: str | bytes,
        stdin: bytes = b"",
        separator: bytes = b"\0",
        env: Mapping[str, str] | None = None,
        fine: tuple[int, ...] = (0,),
    ) -> Generator[bytes, None, None]:
        """Yield git's records as they come, each cut at MAX_RECORD; closing the iterator ends the process.

        Raises CannotTell at the end where git was stopped, or failed.
        """
        if time.monotonic() >= self._end:
            raise CannotTell
        # Git may print before it has read all: a file can't block either side, as a pipe could.
        with tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            with self._git.start(*args, stdin=given.fileno(), env=env) as process:
                assert process.stdout is not None
                self._running.add(process)
                timer = threading.Timer(self._end - time.monotonic(), process.kill)
                timer.start()
                try:
                    yield from _split(process.stdout.fileno(), separator)
                    status = process.wait()
                finally:
                    timer.cancel()
                    process.kill()
                    self._running.discard(process)
        if status not in fine:
            raise CannotTell

    def lines(self, *args: str | bytes, fine: tuple[int, ...] = (0,)) -> list[str]:
        """Return all lines that git prints."""
        records = self.records(*args, separator=b"\n", fine=fine)
        return [line.decode("utf-8", "surrogateescape") for line in records]


def _split(pipe: int, separator: bytes) -> Generator[bytes, None, None]:
    """Yield what stands between separators (one byte each), and what is left at the end."""
    rest = b""
    while chunk := os.read(pipe, 1 << 16):
        *whole, last = chunk.split(separator)
        for record in whole:
            yield (rest + record)[:MAX_RECORD]
            rest = b""
        rest = (rest + last)[:MAX_RECORD]
    if rest:
        yield rest
