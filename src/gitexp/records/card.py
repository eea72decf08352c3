"""A card: of an experience what recall ranks, decides and shows by, ready-made in the index."""

from __future__ import annotations

from typing import NamedTuple

from gitexp.records.precondition import Preconditions


class Cited(NamedTuple):
    """A quote as recall shows it; `turn` names it in its source, `at` is a date or None where it is not known."""

    turn: str
    quote: str
    url: str | None = None
    by: str | None = None
    at: str | None = None


class Card(NamedTuple):
    """One experience, as recall needs it: the whole record would cost an import for each of its parts.

    `number` is its number in the index, and `words` its search tokens with one blank between. `canary` is a share
    in percent, 100 where there is none. `path`, `blob` and `approved` say where it stands.
    """

    number: int
    id: str
    title: str
    when: str
    what: str
    why: str | None = None
    preconditions: Preconditions[str] = Preconditions()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    anti_patterns: tuple[str, ...] = ()
    evidence: tuple[Cited, ...] = ()
    lens: str = "logic"
    kind: str = "constraint"
    status: str = "active"
    severity: str | None = None
    quality: int | None = None
    pattern: str | None = None
    observed_at: str | None = None
    expires: str | None = None
    review_after: str | None = None
    most_a_day: int | None = None
    canary: int = 100
    path: str = ""
    blob: str = ""
    approved: bool = True
    unknown_keys: tuple[str, ...] = ()
    words: str = ""

    @property
    def hex(self) -> str:
        """Return the identity: the last ten characters of the id, which stay through updates."""
        return self.id[-10:]

    @property
    def sightings(self) -> int:
        """Return in how many conversations it was seen: those that its evidence was taken from, at least one."""
        return max(1, len({one.url.partition("#")[0] if one.url else one.turn for one in self.evidence}))
