"""The bot's memory in `refs/exp/ledger`: how far it has read, which candidates wait, and what its open proposal holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ChangeRecord
from gitexp.records.discussion import Discussion
from gitexp.records.ids import experience_id
from gitexp.records.judgement import Judge
from gitexp.records.text import Redacted

Level = Literal["report", "branch", "pull-request"]
"""How far the bot goes: it tells; it pushes the branch too; it opens the pull request too."""

RowKind = Literal["experience", "question", "change"]
RowState = Literal["open", "dropped", "edited", "resolved", "canary"]


@dataclass(frozen=True)
class Cursor:
    """How far merged pull requests were read: all that merged up to `until` (ISO time), None before the first run.

    `recent` are the numbers that merged shortly before it: the window overlaps, since GitHub's lists lag.
    """

    until: str | None = None
    recent: tuple[int, ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    """Pull requests that could not be read or judged, each with how often it was tried."""


@dataclass(frozen=True)
class Backfill:
    """A look back: pull requests that merged from `since` to `until`, read up to `reached` (ISO times, oldest first)."""

    since: str
    until: str
    reached: str

    @property
    def done(self) -> bool:
        """Return whether nothing is left of it."""
        return self.reached >= self.until


@dataclass(frozen=True)
class Carried:
    """A candidate of an earlier run. `source` is its discussion with the cited turns alone, each holding its quote."""

    candidate: Candidate
    source: Discussion[Redacted]
    first_seen: str
    """When the bot first had it (ISO time)."""
    judge: Judge
    run: str
    """What judged it then and in which run: its file says so for good, so that it stays the same file."""

    @property
    def key(self) -> str:
        """Return the identity that its experience will have."""
        return key_of(self.candidate)


@dataclass(frozen=True)
class CarriedChange:
    """A change record of an earlier run that waits for room, or is on the open proposal; `text` is its file."""

    record: ChangeRecord[Redacted]
    text: Redacted
    first_seen: str


@dataclass(frozen=True)
class Earlier:
    """What earlier runs left: candidates and change records that wait for their place in a proposal."""

    carried: tuple[Carried, ...] = ()
    changes: tuple[CarriedChange, ...] = ()
    anew: bool = False
    """The proposal branch is made anew: what it holds comes from `carried` too, and is decided about again."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """The keys of what people refused, each with the reason."""


NO_EARLIER = Earlier()


@dataclass(frozen=True)
class Row:
    """One row of the open proposal. Its number stays, whatever becomes of the others."""

    number: int
    key: str
    """The ten hex digits of the candidate, or of the change record."""
    kind: RowKind
    id: str
    """The id of the experience or change record in the file; of a question that of the experience that stands."""
    path: str
    """The file that merging brings or changes; of a question the file that stands."""
    state: RowState = "open"
    words: str = ""
    """What was commanded, by whom: shown in the row."""
    before: str = ""
    """The blob of the standing file that it changes; empty where the file is new."""

    @property
    def mends(self) -> bool:
        """Return whether it only makes a standing experience follow the code: no candidate is behind it."""
        return self.kind == "experience" and bool(self.before) and self.key == self.id[-10:]


@dataclass(frozen=True)
class OpenProposal:
    """What the proposal branch and its pull request hold, as the bot left them."""

    rows: tuple[Row, ...]
    base: str
    """The commit that the branch stands on."""
    head: str
    opened: str
    changed: str
    """When rows were last put on it (ISO time): once a week."""
    title: str = ""
    number: int | None = None
    """Its pull request, once known."""
    frozen: str = ""
    """Since when and by what, in words; empty while the bot may still change what it holds."""
    status: str = ""
    """The id of the comment that answers commands, once known."""


@dataclass(frozen=True)
class Ended:
    """The last proposal that was closed without a merge, with what it held: people may open it again."""

    proposal: OpenProposal
    answered: tuple[str, ...] = ()
    waiting: tuple[Carried, ...] = ()
    changes: tuple[CarriedChange, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why people refused a proposed thing: the kind of garbage where they named one, and their words."""

    key: str
    id: str
    kind: str | None
    reason: str
    by: str | None
    at: str
    pull: int | None = None


@dataclass(frozen=True)
class BotState:
    """All that is kept between runs; a frozen value: a run returns the next one."""

    cursor: Cursor = field(default_factory=Cursor)
    backfill: Backfill | None = None
    waiting: tuple[Carried, ...] = ()
    """Every candidate that may still be proposed, also those on the open proposal."""
    changes: tuple[CarriedChange, ...] = ()
    proposal: OpenProposal | None = None
    answered: tuple[str, ...] = ()
    """Ids of comments of the open proposal whose commands were carried out."""
    closed: tuple[int, ...] = ()
    """The newest closed pull requests of the branch of which it is known what became of them."""
    laid: str = ""
    """When rows were last put on a proposal, also one that is closed by now (ISO time)."""
    checked: str = ""
    """The commit of the default branch up to which standing experiences follow the names of the code."""
    ended: Ended | None = None
    """Kept until another proposal takes its place."""


def key_of(candidate: Candidate) -> str:
    """Return the ten hex digits that its experience will have."""
    turns = [item.turn for item in candidate.evidence]
    return experience_id("", candidate.repo, candidate.discussion, turns)[-10:]
