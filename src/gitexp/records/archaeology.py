"""What archaeology finds out about a place: verdict, warnings, constraints, abandoned approaches, neighbours, people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from gitexp.records.past import Change, Place, State
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:  # an outline is read for a symbol alone
    from gitexp.records.outline import Symbol

ConstraintKind = Literal["experience", "change_record", "comment", "trailer", "fixes"]
AbandonedKind = Literal["reverted", "rejected", "side_branch"]
WarningKind = Literal["taken_back", "must", "rejected", "experience", "abandoned", "brings_back"]
Certainty = Literal["exact", "likely", "claimed"]
VerdictAnswer = Literal["taken_back", "in_force", "constrained", "nothing"]


@dataclass(frozen=True)
class Witness:
    """Where something stands: a commit, an experience or a line of the file, and the words, quoted as data."""

    commit: str = ""
    quote: str = ""
    by: str = ""
    at: str = ""
    """ISO 8601."""
    id: str = ""
    """Of the experience or change record."""
    path: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Constraint:
    """Something that must hold at the place, in the words of whoever said it."""

    kind: ConstraintKind
    text: str
    where: Witness
    why: str = ""
    severity: str = "advice"
    """Of an experience: advice, warn or block."""
    holds: str = ""
    """Of an experience with conditions: what has to be so for it to apply."""


@dataclass(frozen=True)
class Abandoned:
    """An approach that did not stay, and the reason where one was given."""

    kind: AbandonedKind
    title: str
    reason: str
    where: Witness
    attempts: tuple[str, ...] = ()
    """Ids of the commits that tried it, oldest first."""
    ended_by: tuple[str, ...] = ()
    """Ids of the commits that ended it."""


@dataclass(frozen=True)
class Neighbour:
    """A file that changes together with this one: in `together` of the `of` changes that were looked at."""

    path: str
    together: int
    of: int
    test: bool = False


@dataclass(frozen=True)
class Owner:
    """Someone to ask: how many living lines they wrote, how often they changed the place, when last."""

    name: str
    lines: int
    changes: int
    last: str
    """ISO 8601, "" where it is not known."""


@dataclass(frozen=True)
class FollowUp:
    """A change here that a fix followed."""

    commit: str
    fix: str
    days: int
    said: bool
    """Whether the fix names it (`Fixes:`); else only the time and the place speak for it."""


@dataclass(frozen=True)
class Warning:
    """One thing to know before the change, with what carries it."""

    text: str
    kind: WarningKind
    certainty: Certainty
    state: State
    date: str
    evidence: tuple[Witness, ...]
    path: str = ""
    line: int | None = None


@dataclass(frozen=True)
class LookedAt:
    """What an answer rests on."""

    commits: int = 0
    since: str = ""
    renames: int = 0
    experiences: int = 0
    comments: int = 0
    records: int = 0
    whole: bool = True
    """Whether the history was read to its beginning."""


@dataclass(frozen=True)
class Verdict:
    """The answer in one word, the ideas it rests on (newest first), and what was looked at."""

    answer: VerdictAnswer
    intent: str
    state: State = "unknown"
    ideas: tuple[Change, ...] = ()
    """The change that was tried, and all that took it back or brought it in again, oldest first."""
    constraints: tuple[Constraint, ...] = ()
    certainty: Certainty | None = None


@dataclass(frozen=True)
class Living:
    """A run of lines as blame has it; `boundary` where a shallow history ends there."""

    first: int
    count: int
    commit: str
    author: str
    at: str
    boundary: bool = False


@dataclass(frozen=True)
class Account:
    """The whole answer for one place."""

    place: Place
    rev: str
    exists: bool
    changes: tuple[Change, ...]
    """Newest first."""
    verdict: Verdict
    warnings: tuple[Warning, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    abandoned: tuple[Abandoned, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    followed: tuple[FollowUp, ...] = ()
    owners: tuple[Owner, ...] = ()
    names: tuple[str, ...] = ()
    looked_at: LookedAt = field(default_factory=LookedAt)
    limits: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    symbol: Symbol | None = None

    @property
    def out(self) -> Sequence[Change]:
        """Return the changes that are out today, newest first."""
        return [change for change in self.changes if change.state == "out"]


@dataclass(frozen=True)
class Checked:
    """What the past says of a change that is about to be made: warnings with the path and line that they are about."""

    what: str
    """What was checked: `staged changes`, or `A..B`."""
    files: tuple[str, ...]
    warnings: tuple[Warning, ...]
    constraints: tuple[Constraint, ...] = ()
    """What must hold at the places touched, each with its path and line."""
    looked_at: LookedAt = field(default_factory=LookedAt)
    limits: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
