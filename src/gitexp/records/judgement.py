"""What review, dedup and merge found: verdicts, cliques, decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gitexp.records.candidate import Candidate
from gitexp.records.contradiction import Contradiction
from gitexp.records.experience import Experience
from gitexp.records.finding import Finding
from gitexp.records.garbage import GarbageKind
from gitexp.records.text import Redacted

Action = Literal["create", "update", "skip", "contradict"]
Relation = Literal["identical", "contains", "contained", "different"]


@dataclass(frozen=True)
class Opinion:
    """An engine's answer to one narrow question of review: drop, why, and with which words; or keep."""

    keep: bool
    reason: GarbageKind | None = None
    words: str = ""


@dataclass(frozen=True)
class Verdict:
    """Review's result for one candidate: keep, or drop with a reason code."""

    candidate: Candidate
    keep: bool
    reason: GarbageKind | None = None
    words: str = ""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Likeness:
    """An engine's answer about two statements; the dedup and merge steps decide what follows from it.

    `opposed` is true when they say the contrary of each other about the same matter.
    """

    what: Relation
    same_when: bool
    same_conclusion: bool
    opposed: bool = False


@dataclass(frozen=True)
class Placement:
    """An engine's answer about a candidate and standing experiences: what it does to which one; the merge step
    verifies what can be verified.

    `target` is the place in the list that was given, None for `create`. `what` and `why` are the merged text where
    the action is `update`; None leaves it to the step: the longer of both.
    """

    action: Action
    target: int | None = None
    words: str = ""
    what: Redacted | None = None
    why: Redacted | None = None


@dataclass(frozen=True)
class Judge:
    """What stands behind an engine's answers: its name, and for `model` which model with which prompts."""

    engine: str
    model: str | None = None
    prompts: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it on one line, for people and for hashes."""
        return " ".join([self.engine, *([self.model] if self.model else []), *self.prompts])


@dataclass(frozen=True)
class Clique:
    """Candidates that are all the same as each other; the first one survives."""

    members: tuple[Candidate, ...]

    @property
    def survivor(self) -> Candidate:
        """Return the member that stands for all."""
        return self.members[0]


@dataclass(frozen=True)
class Decision:
    """Merge's result for one survivor. `experience` is what the file will say (create, update)."""

    candidate: Candidate
    action: Action
    reason: str
    experience: Experience[Redacted] | None = None
    target: Experience[Redacted] | None = None
    target_path: str | None = None
    adds: Redacted | None = None
    """What the candidate would add to its target, where a person has to add it by hand."""
    sightings: tuple[str, ...] = ()
    """Other discussions in which the same was said: the rest of the clique."""
    question: Contradiction | None = None
    """What people are asked, of a decision that contradicts."""
