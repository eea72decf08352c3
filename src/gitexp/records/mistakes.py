"""Mistakes: what an evaluation got wrong, by kind, with what helps to see why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from gitexp.records.garbage import Exclusion, GarbageKind

MistakeKind = Literal[
    "nothing was taken from these turns",
    "another turn of the topic was taken",
    "right turn, other words",
    "its candidate went to another row",
    "found, not proposed",
    "false, from a discussion that teaches nothing",
    "second on a row that is matched already",
    "false, right turn but other words",
    "false, from turns of no row",
]
"""The first five are about a row, the others about a candidate."""
MISTAKE_KINDS: tuple[MistakeKind, ...] = get_args(MistakeKind)


@dataclass(frozen=True)
class Mistake:
    """One mistake. `expected` is the row's text, `given` the candidate's, `words` what there is to see."""

    kind: MistakeKind
    case: str
    row: str | None = None
    candidate: str | None = None
    expected: str = ""
    given: str = ""
    words: str = ""
    turns: tuple[str, ...] = ()
    """The turns that the row names, or that the candidate cites."""
    said: str = ""
    """The beginning of what stands in the first of them."""
    exclusions: tuple[Exclusion, ...] = ()
    garbage: GarbageKind | None = None
    """Why nothing is expected of the discussion."""
    proposed: bool = False
