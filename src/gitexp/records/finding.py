"""A finding: what was established about one named thing in the code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FindingAnswer = Literal["found", "missing", "unverifiable"]


@dataclass(frozen=True)
class Finding:
    """What was established about one named thing in the code: `where` holds `path:line` at the revision asked."""

    name: str
    answer: FindingAnswer
    where: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    reason: str = ""
