"""A labelled case: a discussion of which a person said that nothing is to be learnt from it, and what makes it garbage."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.discussion import Discussion
from gitexp.records.garbage import GarbageKind
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class LabelledCase:
    """One case for `exp evaluate`; `discussion` has the cited turns alone, and is never private."""

    name: str
    kind: GarbageKind
    discussion: Discussion[Redacted]
    reason: str = ""
    by: str | None = None
    at: str = ""
