"""A candidate: a possible experience taken from one topic, with the trail that led to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from gitexp.records.discussion import YesNo
from gitexp.records.evidence import Evidence
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.garbage import Exclusion
from gitexp.records.precondition import Preconditions
from gitexp.records.text import Redacted, Text

MAX_EVIDENCE = 3
MAX_WORDS = 400
"""`when` and `what` together, in characters (DESIGN.md section 12)."""


@dataclass(frozen=True)
class Settled:
    """Whether the statement was taken over or stood unopposed, who settled it, and how it shows."""

    answer: YesNo
    by: str | None = None
    turn: str | None = None
    reason: str = ""
    entitled: bool = False
    """Whether the one who settled it is the author or is known to have write permission (`--trust settled`)."""


@dataclass(frozen=True)
class Trail:
    """Why it is an experience, which exclusions it passed, which turns carry it, and what it lacks.

    `lacks` is empty when the candidate may be proposed; else each item is a kind of garbage that holds against
    it, and says in words what is missing. `passed` names the kinds that were looked for and do not hold.
    """

    because: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    lacks: tuple[Exclusion, ...] = ()
    waits: str = ""
    """Why a candidate that lacks nothing is not in this proposal."""

    @property
    def words(self) -> str:
        """Return in one line what it lacks or waits for."""
        return self.waits or "; ".join(lack.words for lack in self.lacks)


@dataclass(frozen=True)
class Statement(Generic[Text]):
    """What dedup and merge compare: the words of a candidate or of a standing experience."""

    when: Text
    what: Text
    why: Text | None
    lens: Lens
    kind: ExperienceKind
    symbols: tuple[Text, ...] = ()
    paths: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A possible experience. Everything readable in it is `Redacted`, cut from turns or built by a template."""

    id: str
    discussion: str
    topic: str
    repo: str
    title: Redacted
    lens: Lens
    kind: ExperienceKind
    when: Redacted
    what: Redacted
    evidence: tuple[Evidence[Redacted], ...]
    settled: Settled
    trail: Trail
    why: Redacted | None = None
    preconditions: Preconditions[Redacted] = field(default_factory=Preconditions)
    failure_modes: tuple[Redacted, ...] = ()
    anti_patterns: tuple[Redacted, ...] = ()
    symbols: tuple[Redacted, ...] = ()
    paths: tuple[Redacted, ...] = ()
    """Every path that it names; `places` are those that it is about."""
    places: tuple[Redacted, ...] = ()
    example: Redacted | None = None
    pattern: Redacted | None = None
    quality: int | None = None
    """1 to 5, as the engine sees it; None where it does not say."""
    search: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words to find it by, by language."""
    observed_at: str | None = None
    derived: tuple[str, ...] = ()
    local: bool = False
    score: float = 0.0
    """How strong the signs are; orders candidates, never decides alone."""

    @property
    def statement(self) -> Statement[Redacted]:
        """Return what dedup and merge compare."""
        return Statement(self.when, self.what, self.why, self.lens, self.kind, self.symbols, self.paths)

    @property
    def proposable(self) -> bool:
        """Return whether nothing is lacking: settled, and understood alone."""
        return not self.trail.lacks
