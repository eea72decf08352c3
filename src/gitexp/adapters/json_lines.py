"""Reads JSON a line at a time, so that memory does not grow with the file; a broken line costs only itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gitexp.adapters.json_values import MAX_FLAWS, Flaw, Value, json_values
from gitexp.records.skipped import Skipped

MAX_LINE = 64 << 20
"""Bytes of a line that is read."""
CUT_OFF = "the last line is cut off and was left out"


def json_lines(stream: BinaryIO, where: str) -> Iterator[Value | Skipped]:
    """Yield the values with their lines, and what can't be read; a last line that is cut off is no fault."""
    number = flaws = 0
    while raw := stream.readline(MAX_LINE):
        number += 1
        place = f"{where}:{number}"
        if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
            _pass_over(stream)
            yield Skipped(place, f"the line is larger than {MAX_LINE >> 20} MB")
            continue
        for value in json_values(raw.decode("utf-8", "replace").strip("\0\r\n\t ")):
            if isinstance(value, Value):
                yield Value(number, value.content)
            elif not raw.endswith(b"\n"):
                yield Skipped(place, CUT_OFF, bad=False)
            elif (flaws := flaws + 1) <= MAX_FLAWS:
                yield _broken(where, number, value)
    if flaws > MAX_FLAWS:
        yield Skipped(where, f"{flaws - MAX_FLAWS} more lines are no JSON")


def _broken(where: str, number: int, flaw: Flaw) -> Skipped:
    return Skipped(f"{where}:{number}:{flaw.column}", flaw.what)


def _pass_over(stream: BinaryIO) -> None:
    """Read to the end of the line, without keeping it."""
    while (piece := stream.readline(MAX_LINE)) and not piece.endswith(b"\n"):
        pass
