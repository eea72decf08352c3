"""What the reading job hands to the writing one: opinions, never trusted; the writing job looks everything up again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gitexp.records.bot import Backfill, Cursor
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.ids import content_hash
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.llm import Spent


@dataclass(frozen=True)
class Opinions:
    """What an engine answered, under names that another run of the same policy asks by."""

    judge: Judge
    matters: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """By discussion id: each matter as the ids of its turns."""
    candidates: Mapping[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = field(default_factory=dict)
    """By discussion id and the turns of the topic."""
    reviews: Mapping[tuple[str, str], Opinion] = field(default_factory=dict)
    """By the candidate's key (records/bot.key_of) and `said` of its statement."""
    likenesses: Mapping[tuple[str, str], Likeness] = field(default_factory=dict)
    """By `said` of the one statement and of the other."""
    placements: Mapping[str, tuple[Placement, str | None]] = field(default_factory=dict)
    """By key of the candidate: the answer, and the id of the standing experience that it means."""


@dataclass(frozen=True)
class Window:
    """What the reading job says it has read, and how far: checked against the ledger before it is believed."""

    cursor: Cursor
    backfill: Backfill | None = None
    read: int = 0
    """How many discussions."""
    turns: int = 0
    numbers: tuple[int, ...] = ()
    """The pull requests that gave candidates or rejected alternatives: those that are fetched anew."""
    sessions: bool = False
    """Whether committed sessions were read too."""


@dataclass(frozen=True)
class Artifact:
    """One reading job's result."""

    repo: str
    base: str | None
    window: Window
    opinions: Opinions
    spent: Spent | None = None


def said(statement: Statement[str]) -> str:
    """Return a name for a statement that the same words always get."""
    return content_hash(statement.when, statement.what, statement.why or "")
