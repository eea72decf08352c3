"""Reads a text a line at a time, so that memory does not grow with the file; of an endless line only the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

MAX_LINE = 1 << 20
"""Bytes of a line that are kept."""
MAX_TEXT = 1 << 20
"""Characters of a text that are collected, before it is cut to what is kept of it."""
BLANK = ("", "\ufeff")


def lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, without their ends."""
    number = 0
    while raw := stream.readline(MAX_LINE):
        number += 1
        piece = raw
        while len(piece) == MAX_LINE and not piece.endswith(b"\n"):
            piece = stream.readline(MAX_LINE)
        yield number, raw.decode("utf-8", "replace").rstrip("\r\n")


@dataclass
class Block:
    """Lines that belong together, and the number of the first of them that is not blank."""

    begun: int = 0
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, number: int, line: str) -> None:
        """Take a line in, if it is not too much by now."""
        if not self.begun and line.strip():
            self.begun = number
        if self.size < MAX_TEXT:
            self.lines.append(line)
            self.size += len(line) + 1

    @property
    def text(self) -> str:
        """Return the text of the block, without blank lines around it."""
        return "\n".join(line.rstrip() for line in self.lines).strip()

    def __bool__(self) -> bool:
        return bool(self.begun)


class Fence:
    """Tells whether a line stands in a block of code."""

    def __init__(self) -> None:
        self._open = ""

    @property
    def within(self) -> bool:
        """Return whether a block is open."""
        return bool(self._open)

    def passes(self, line: str) -> bool:
        """Take the next line in; return whether it stands within a block, its borders included."""
        bare = line.strip()
        mark = bare[: len(bare) - len(bare.lstrip(bare[:1]))] if bare[:1] in ("`", "~") else ""
        if self._open:
            if len(mark) >= len(self._open) and mark[0] == self._open[0] and bare == mark:
                self._open = ""
            return True
        if len(mark) >= 3 and "`" not in bare[len(mark) :]:
            self._open = mark
            return True
        return False
