"""What recall answers: what applies here and why, what can't be told, what does not apply and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.applicability import Applicability
    from gitexp.records.card import Card
    from gitexp.records.facts import Facts
    from gitexp.records.skipped import Skipped


class Approval(NamedTuple):
    """Who brought the file onto the default branch, when (ISO 8601), and by which commit."""

    by: str
    at: str
    commit: str


class Recalled(NamedTuple):
    """One experience that recall looked at. `because` says why it is shown; `score` orders, 0 to 1.

    `place` is how near its scope is to the files asked about, `matter` how much of the question's words and names
    it shares, both 0 to 1; `named` whether it names a symbol that was asked about; `defines` whether it says
    what a word means that was used; `tokens` is its length as handed on.
    """

    card: Card
    applicability: Applicability
    score: float
    because: tuple[str, ...]
    tokens: int = 0
    place: float = 0.0
    matter: float = 0.0
    named: bool = False
    defines: bool = False
    approval: Approval | None = None


class Recollection(NamedTuple):
    """The answer: applicable first, best first. `near` counts what was left out by rank.

    `match` is `good`, `poor` where only a wider look found something, or `none`. `limits` says what was left out by
    limit, budget or a daily share, and what could not be asked.
    """

    applicable: tuple[Recalled, ...]
    unknown: tuple[Recalled, ...]
    blocked: tuple[Recalled, ...]
    facts: Facts
    match: Literal["good", "poor", "none"]
    looked_at: int
    near: int = 0
    skipped: tuple[Skipped, ...] = ()
    limits: tuple[str, ...] = ()
