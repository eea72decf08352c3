"""An experience: one approved candidate, one YAML file of the store (DESIGN.md section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal

from gitexp.records.evidence import Evidence
from gitexp.records.precondition import Preconditions
from gitexp.records.text import Text

Lens = Literal["terminology", "location", "logic"]
ExperienceKind = Literal["constraint", "pitfall", "playbook", "decision", "term", "location", "preference"]
Status = Literal["active", "canary", "contested", "superseded", "retracted", "expired", "archived"]
Severity = Literal["advice", "warn", "block"]

RESERVED = frozenset({"changes", "cases"})
"""Folders of experiences/ that hold something else, so that no area is called so."""

SERVED: frozenset[Status] = frozenset({"active", "canary"})
"""The statuses that recall gives as advice; the others stay readable and are never advice."""


@dataclass(frozen=True)
class Scope(Generic[Text]):
    """Where it holds: path globs (gitignore's) and symbols."""

    paths: tuple[Text, ...] = ()
    symbols: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Incident(Generic[Text]):
    """What happened, where the experience came from a repair."""

    trigger: Text | None = None
    diagnosis: Text | None = None
    fix: Text | None = None
    outcome: Text | None = None


@dataclass(frozen=True)
class Lifecycle:
    """When to look again, and why the status is what it is. Dates are YYYY-MM-DD; `canary` is a share such as `20%`."""

    review_after: str | None = None
    expires: str | None = None
    max_recalls_per_day: int | None = None
    canary: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Relations:
    """Ids of other experiences."""

    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    merged_from: tuple[str, ...] = ()


@dataclass(frozen=True)
class Provenance:
    """How the file came about. `derived` names the fields that a template built, not a person's words."""

    agent: str | None = None
    engine: str | None = None
    model: str | None = None
    prompts: tuple[str, ...] = ()
    run: str | None = None
    derived: tuple[str, ...] = ()


@dataclass(frozen=True)
class Experience(Generic[Text]):
    """One thing a team learnt the hard way, with evidence and the conditions under which it holds."""

    id: str
    title: Text
    when: Text
    what: Text
    evidence: tuple[Evidence[Text], ...]
    lens: Lens
    kind: ExperienceKind
    status: Status
    why: Text | None = None
    preconditions: Preconditions[Text] = field(default_factory=Preconditions)
    failure_modes: tuple[Text, ...] = ()
    anti_patterns: tuple[Text, ...] = ()
    scope: Scope[Text] = field(default_factory=Scope)
    example: Text | None = None
    incident: Incident[Text] = field(default_factory=Incident)
    pattern: Text | None = None
    severity: Severity | None = None
    quality: int | None = None
    search: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed_at: str | None = None
    lifecycle: Lifecycle = field(default_factory=Lifecycle)
    relations: Relations = field(default_factory=Relations)
    provenance: Provenance = field(default_factory=Provenance)
    own: Mapping[str, object] = field(default_factory=dict)
    """The file's `x-` keys, kept as they are: they belong to the team, not to exp."""

    def in_force(self, today: str) -> bool:
        """Return whether it may be given as advice on a day (YYYY-MM-DD): by its status, and not past its end."""
        expires = self.lifecycle.expires
        return self.status in SERVED and not (expires and today and expires < today)

    @property
    def hex(self) -> str:
        """Return the identity: the last ten characters of the id, which stay through updates."""
        return self.id[-10:]


@dataclass(frozen=True)
class Standing(Generic[Text]):
    """An experience as the store holds it: where, in which blob, and whether the default branch has it so."""

    experience: Experience[Text]
    path: str
    blob: str
    approved: bool = True
    unknown_keys: tuple[str, ...] = ()
