"""Figures of usage: how often recall was asked, what it gave, and what became of each experience it handed on."""

from __future__ import annotations

from dataclasses import dataclass, field

from gitexp.records.skipped import Skipped
from gitexp.records.usage import OutcomeEvent

ENOUGH_OVER_TIME = 3
"""Outcomes that each half must have to be compared with the other."""
ENOUGH_RECALLS = 10
"""How often each side of a canary must have been handed on, for a comparison to mean anything."""
ENOUGH_OUTCOMES = 5
"""Outcomes that each side of a canary must have."""


@dataclass(frozen=True)
class Counts:
    """How often each outcome was told, or seen."""

    adopted: int = 0
    ignored: int = 0
    wrong: int = 0
    failed: int = 0

    @property
    def all(self) -> int:
        """Return how many outcomes there are."""
        return self.adopted + self.ignored + self.wrong + self.failed

    @property
    def share(self) -> float | None:
        """Return adopted / all; None where there are none."""
        return self.adopted / self.all if self.all else None

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.adopted + other.adopted,
            self.ignored + other.ignored,
            self.wrong + other.wrong,
            self.failed + other.failed,
        )


@dataclass(frozen=True)
class Halves:
    """The outcomes in the order of time, cut in two; of an odd number the newer half has one more."""

    older: Counts
    newer: Counts

    @property
    def change(self) -> float:
        """Return by how much the share of adopted grew from the older half to the newer one; falling is below 0."""
        return (self.newer.share or 0.0) - (self.older.share or 0.0)


@dataclass(frozen=True)
class Side:
    """One side of a canary: how often it was handed on, what was told of it, and what diffs show."""

    recalls: int = 0
    told: Counts = field(default_factory=Counts)
    seen: Counts = field(default_factory=Counts)


@dataclass(frozen=True)
class Canary:
    """What was handed on as a canary, against all that was handed on for good."""

    trial: Side
    rest: Side

    @property
    def enough_told(self) -> bool:
        """Return whether both sides have enough recalls, and outcomes that somebody told."""
        return self._recalled and min(self.trial.told.all, self.rest.told.all) >= ENOUGH_OUTCOMES

    @property
    def enough_seen(self) -> bool:
        """Return whether both sides have enough recalls, and outcomes that diffs show."""
        return self._recalled and min(self.trial.seen.all, self.rest.seen.all) >= ENOUGH_OUTCOMES

    @property
    def _recalled(self) -> bool:
        return min(self.trial.recalls, self.rest.recalls) >= ENOUGH_RECALLS


@dataclass(frozen=True)
class Latency:
    """How long recalls took, in milliseconds: so many of a hundred took no longer."""

    p50: int
    p90: int
    p99: int


@dataclass(frozen=True)
class Week:
    """One week from Monday to Sunday. `days` are those of it that count: less than seven in the first and last one."""

    start: str
    requests: int
    given: int
    days: int = 7

    @property
    def a_day(self) -> float:
        """Return the recalls a day."""
        return self.requests / max(1, self.days)


@dataclass(frozen=True)
class DoorFigures:
    """What recall did by one door: how often it was asked there, and what it handed on."""

    by: str
    requests: int
    given: int
    """Requests that were handed something."""
    injected: int
    """Experiences that were handed on, each time counted."""
    tokens: int = 0
    latency: Latency | None = None

    @property
    def success_rate(self) -> float | None:
        """Return requests that were handed something / requests."""
        return self.given / self.requests if self.requests else None


@dataclass(frozen=True)
class ExperienceFigures:
    """What became of one experience. `id`, `title`, `status` are "" where none of that identity stands any more.

    `said` comes from feedback and `trailer` from commits: both were told by somebody. `diff` was only seen: a sign.
    """

    hex: str
    id: str = ""
    title: str = ""
    status: str = ""
    recalls: int = 0
    trial: int = 0
    first: str = ""
    """When it was handed on first, and last."""
    last: str = ""
    said: Counts = field(default_factory=Counts)
    trailer: Counts = field(default_factory=Counts)
    diff: Counts = field(default_factory=Counts)
    told_over_time: Halves | None = None
    """None where there is too little to compare."""
    seen_over_time: Halves | None = None
    canary: Canary | None = None
    """None where it was never handed on as one."""
    notes: tuple[OutcomeEvent, ...] = ()
    """What was told with words, newest first."""

    @property
    def told(self) -> Counts:
        """Return what somebody told, by feedback or in a commit."""
        return self.said + self.trailer


@dataclass(frozen=True)
class UsageFigures:
    """All figures over the events from `since` ("": all there are) to `until`."""

    since: str
    until: str
    clones: int = 0
    requests: int = 0
    given: int = 0
    """Requests that were handed something."""
    poor: int = 0
    injected: int = 0
    """Experiences that were handed on, each time counted."""
    tokens: int = 0
    latency: Latency | None = None
    weeks: tuple[Week, ...] = ()
    doors: tuple[DoorFigures, ...] = ()
    """By each door that recalls came by, the busiest first."""
    experiences: tuple[ExperienceFigures, ...] = ()
    """Those that were handed on or told of, the most recalled first."""
    canary: Canary | None = None
    in_force: int = 0
    never: tuple[str, ...] = ()
    """Ids of those in force that nobody was handed in this time."""
    skipped: tuple[Skipped, ...] = ()
    limits: tuple[str, ...] = ()

    @property
    def success_rate(self) -> float | None:
        """Return requests that were handed something / requests."""
        return self.given / self.requests if self.requests else None

    @property
    def no_hit_rate(self) -> float | None:
        """Return requests that were handed nothing / requests."""
        return (self.requests - self.given) / self.requests if self.requests else None

    @property
    def mean_injected(self) -> float | None:
        """Return the experiences handed on / requests: nothing counts too."""
        return self.injected / self.requests if self.requests else None

    @property
    def mean_tokens(self) -> float | None:
        """Return the tokens handed on / requests."""
        return self.tokens / self.requests if self.requests else None
