"""A run: the kept record of one execution of the pipeline, with every intermediate decision."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ProposedChange
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.judgement import Clique, Decision, Judge, Verdict
from gitexp.records.llm import Spent
from gitexp.records.proposal import Mend
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.trust import Trust


@dataclass(frozen=True)
class Funnel:
    """How many came through each step; `shut_out` are turns whose speaker may not teach under `--trust`."""

    discussions: int
    turns: int
    topics: int
    candidates: int
    kept: int
    after_dedup: int
    create: int
    update: int
    skip: int
    contradict: int
    redacted: int = 0
    shut_out: int = 0
    proposable: int = 0
    changes: int = 0
    """Change records that are proposed."""
    carried: int = 0
    """Candidates of earlier runs that took part again."""


@dataclass(frozen=True)
class Run:
    """One execution, from the discussions to the decisions. `id` is a hash of all that went in."""

    id: str
    judge: Judge
    trust: Trust
    base: str | None
    at: str | None
    discussions: tuple[Discussion[Redacted], ...]
    topics: tuple[Topic[Redacted], ...]
    candidates: tuple[Candidate, ...]
    verdicts: tuple[Verdict, ...]
    cliques: tuple[Clique, ...]
    decisions: tuple[Decision, ...]
    funnel: Funnel
    skipped: tuple[Skipped, ...] = ()
    unserved: tuple[Skipped, ...] = ()
    """Files of the store that could not be read or are not served, so nothing was held against them."""
    near: tuple[Candidate, ...] = ()
    """Kept by review, but not proposable: each says in its trail what it lacks."""
    spent: Spent | None = None
    """What the language model's replies cost, where one was asked; kept replies count as when they were given."""
    changes: tuple[ProposedChange, ...] = ()
    changes_waiting: tuple[ProposedChange, ...] = ()
    """Change records for which there is no room this time."""
    changes_withheld: int = 0
    """Rejected alternatives of private discussions that nobody agreed to propose."""

    mends: tuple[Mend, ...] = ()
    """Standing experiences that the bot brings up to the names of today."""

    @property
    def engine(self) -> str:
        """Return the engine's name."""
        return self.judge.engine

    @property
    def dropped(self) -> tuple[Verdict, ...]:
        """Return the verdicts by which review left a candidate out, each with its reason."""
        return tuple(verdict for verdict in self.verdicts if not verdict.keep)
