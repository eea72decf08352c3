"""What recall answers: what applies here and why, what can't be told, what does not apply and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.applicability import Applicability
    from gitexp.records.experience import Experience
    from gitexp.records.facts import Facts
    from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class Approval:
    """Who brought the file onto the default branch, when (ISO 8601), and by which commit."""

    by: str
    at: str
    commit: str


@dataclass(frozen=True)
class Recalled:
    """One experience that recall looked at. `because` says why it is shown; `score` orders, 0 to 1."""

    experience: Experience[str]
    path: str
    applicability: Applicability
    score: float
    because: tuple[str, ...]
    tokens: int
    approved: bool = True
    approval: Approval | None = None


@dataclass(frozen=True)
class Recollection:
    """The answer: applicable first, best first. `near` counts what was left out by rank, budget or limit."""

    applicable: tuple[Recalled, ...]
    unknown: tuple[Recalled, ...]
    blocked: tuple[Recalled, ...]
    facts: Facts
    match: Literal["good", "poor", "none"]
    looked_at: int
    near: int = 0
    skipped: tuple[Skipped, ...] = ()
    limits: tuple[str, ...] = ()
