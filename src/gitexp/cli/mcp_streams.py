"""The two streams of the MCP server: stdin and stdout are taken for frames, so that nothing else can read or write there."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from typing import NamedTuple

MOST = 4 << 20
"""Bytes of a frame; a larger one is refused, and never held whole."""
CHUNK = 1 << 16
TAIL = 1 << 10
"""Bytes kept of the end of a frame that is too large: clients write the id first or last."""
PATIENCE = 1.0
"""Seconds that the last answers wait for a client that does not read."""


class Frame(NamedTuple):
    """The bytes of one line. Of one that is too large they are its beginning, and `tail` is its end."""

    data: bytes
    tail: bytes | None = None


def take_streams() -> tuple[int, int]:
    """Return descriptors of stdin and stdout that nobody else knows.

    In their place stand the null device and stderr: a print, a library or a child of ours reads and writes there.
    """
    for file in (0, 1, 2):
        _opened(file)
    ours = _apart(0), _apart(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return ours


def _opened(file: int) -> None:
    """Open the null device where the caller closed a stream: else the next pipe would take its place."""
    try:
        os.fstat(file)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # it takes the lowest number that is free


def _apart(file: int) -> int:
    """Return another descriptor of a stream, beyond the three that everybody knows; children don't inherit it."""
    try:
        import fcntl
    except ImportError:  # no POSIX
        return os.dup(file)
    return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3)


def frames(file: int) -> Iterator[Frame]:
    """Yield the lines of a stream until it ends; what stands after the last line end is one too."""
    kept, tail = bytearray(), b""
    while chunk := _read(file):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            frame = _frame(kept, tail, piece)
            kept, tail = bytearray(), b""
            if frame.data.strip():
                yield frame
        tail = (tail + rest)[-TAIL:]
        kept += rest[: max(0, MOST + 1 - len(kept))]
    frame = _frame(kept, tail, b"")
    if frame.data.strip():
        yield frame


def _frame(kept: bytearray, tail: bytes, piece: bytes) -> Frame:
    if len(kept) + len(piece) <= MOST:
        return Frame(bytes(kept + piece))
    return Frame(bytes((kept + piece)[:MOST]), (tail + piece)[-TAIL:])


def _read(file: int) -> bytes:
    while True:
        try:
            return os.read(file, CHUNK)
        except BlockingIOError:  # the client shares a stream that does not wait
            select.select([file], [], [])
        except OSError:
            return b""


class Out:
    """Writes frames, one at a time and each whole. `closed` says that nobody reads any more."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.closed = False

    def write(self, text: str) -> None:
        """Write a frame; where nobody reads nothing happens."""
        with self._lock:
            self._write(f"{text}\n".encode("utf-8", "replace"))

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left and not self.closed:
            try:
                left = left[os.write(self._file, left) :]
            except BlockingIOError:
                select.select([], [self._file], [])
            except OSError:
                self.closed = True

    def settle(self) -> None:
        """Wait until no frame is half written."""
        with self._lock:
            pass
