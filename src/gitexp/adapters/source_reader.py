"""What the reader of one format is, and what it is told of the repository at hand."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import BinaryIO, Protocol

from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

MAX_BYTES = 200 * 1000 * 1000
"""How large a file may be that is read all at once."""
TOO_LARGE = f"is larger than {MAX_BYTES // 1000000} MB; split it"


@dataclass(frozen=True)
class Here:
    """The repository at hand: its `owner/name`, and the tops of its work trees."""

    repo: str | None = None
    roots: tuple[str, ...] = ()

    def holding(self, folder: str) -> str | None:
        """Return the top that a folder lies under; None where it is elsewhere, or in a repository of its own."""
        place = PurePosixPath(os.path.normpath(folder))
        found = [root for root in self.roots if place.is_relative_to(root)]
        if not found:
            return None
        root = max(found, key=len)
        inside = place.relative_to(root).parts
        between = [os.path.join(root, *inside[:end], ".git") for end in range(1, len(inside) + 1)]  # noqa: PTH118
        return None if any(os.path.lexists(git) for git in between) else root

    @property
    def name(self) -> str:
        """Return what the repository is called: its `owner/name`, else the folder it lies in."""
        return self.repo or (PurePosixPath(self.roots[0]).name if self.roots else "")


class Reader(Protocol):
    """One format of discussions."""

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is of this format."""
        ...

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the discussions of one file, and what of it does not fit; never raise for bad content.

        `where` is the file as it may be printed; `name` is the id of a discussion that does not tell its own.
        """
        ...


class ContentReader(Protocol):
    """A format whose files are read all at once."""

    def recognises(self, head: bytes) -> bool: ...

    def read(self, content: bytes, where: str, name: str) -> Iterator[Discussion[str] | Skipped]: ...


@dataclass(frozen=True)
class Whole:
    """Implements `Reader` for a format whose files are read all at once, and may have `MAX_BYTES`."""

    reader: ContentReader

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is of this format."""
        return self.reader.recognises(head)

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield what the file holds."""
        content = contents(stream)
        if content is None:
            yield Skipped(where, TOO_LARGE)
        else:
            yield from self.reader.read(content, where, name)


def whole(make: Callable[[str | None], ContentReader]) -> Callable[[Here], Reader]:
    """Return what makes the `Reader` of such a format."""
    return lambda here: Whole(make(here.repo))


def contents(stream: BinaryIO) -> bytes | None:
    """Return all of a file; None where it is too large for that."""
    try:
        size = os.fstat(stream.fileno()).st_size
    except OSError:  # it lies in memory
        size = 0
    content = stream.read(MAX_BYTES + 1) if size <= MAX_BYTES else b""
    return content if max(size, len(content)) <= MAX_BYTES else None


class Replayed(io.RawIOBase):
    """A stream of which the beginning was read already, from its beginning; it may be one that can't go back."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = memoryview(head)
        self._rest = rest

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def fileno(self) -> int:
        """Return the number of the file beneath."""
        return self._rest.fileno()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer with what comes next, and return how many bytes that is."""
        piece = self._head[: len(buffer)]
        if not piece:
            piece = memoryview(self._rest.read(len(buffer)))
        else:
            self._head = self._head[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)
