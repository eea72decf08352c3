"""An approach that was tried in a file and taken back, in the little that a hook needs of it."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32


class Tried(NamedTuple):
    """One approach that is out today. `commit` tried it on `at` (YYYY-MM-DD), `undone` took it back on `undone_at`.

    `reason` are the words of who took it back ("" where nobody said why). `added` and `removed` are the lines that it
    made and took out in this file, each as a stable hash: who writes them again brings it back. `telling` are those of
    the added ones that are known again by themselves; the others count only beside them.
    """

    commit: str
    title: str
    at: str
    undone: str
    undone_at: str
    by: str = ""
    reason: str = ""
    certainty: str = "exact"
    added: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    telling: frozenset[int] = frozenset()


def line_key(line: str) -> int:
    """Return what a line is known by, in every process: without the blanks at its ends, so that indenting is no change."""
    return crc32(line.strip().encode("utf-8", "surrogatepass"))
