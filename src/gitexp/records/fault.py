"""A fault: something audit holds against one file of the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Gravity = Literal["error", "warning", "notice"]
"""GitHub's levels of annotations. An error must be mended, a warning needs a person, a notice only tells."""

FaultCode = Literal[
    # the file itself
    "unreadable",
    "schema",
    "unknown_key",
    "misplaced",
    "id",
    "duplicate_id",
    "duplicate",
    "evidence",
    "relation",
    "secret",
    "invisible_text",
    "conflict_marker",
    # what it names
    "symbol",
    "path",
    "flag",
    "dependency",
    "commit",
    # its time
    "expired",
    "review_due",
    "dead",
    # what usage tells of it
    "failing",
    "never_adopted",
    "never_recalled",
]


@dataclass(frozen=True)
class Fault:
    """`where` is file and line (0 where no line is to blame); `mend` says what to do.

    `id` is the experience's, empty where the file gives none. `name` is the named thing that a fault is about, and
    `place` where it stood in the code (`path:line`), where a change took it out; `nearest` names what is there now.
    """

    code: FaultCode
    severity: Gravity
    id: str
    file: str
    line: int
    message: str
    mend: str = ""
    name: str = ""
    place: str = ""
    nearest: tuple[str, ...] = ()
    moved_to: str = ""
