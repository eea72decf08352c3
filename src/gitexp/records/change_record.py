"""A change record: intent, constraints, impact, rejected alternatives and outcome of one code change (DESIGN.md 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal

from gitexp.records.candidate import Candidate
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Provenance
from gitexp.records.globs import matches
from gitexp.records.ids import experience_id
from gitexp.records.text import Redacted, Text

ChangeStatus = Literal["active", "contested", "superseded", "retracted", "archived"]
CHANGES = "experiences/changes"
UNDATED = "undated"
"""The folder of records of which nobody knows the year."""


@dataclass(frozen=True)
class Rejected(Generic[Text]):
    """An alternative that was not taken, the reason in the words of who gave it, and where that was said."""

    what: Text
    why: Text | None = None
    evidence: Evidence[Text] | None = None


@dataclass(frozen=True)
class Impact(Generic[Text]):
    """What the change reaches: in words, as path globs (gitignore's), and as symbols."""

    text: Text | None = None
    paths: tuple[Text, ...] = ()
    symbols: tuple[Text, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether nothing is known of it."""
        return self.text is None and not self.paths and not self.symbols


@dataclass(frozen=True)
class ChangeRelations:
    """How the change stands to others: commits and issues that it fixes, commits that it reverts, what replaces it."""

    fixes: tuple[str, ...] = ()
    reverts: tuple[str, ...] = ()
    superseded_by: str | None = None


@dataclass(frozen=True)
class ChangeRecord(Generic[Text]):
    """One code change, as those who made it would want to be told of it later."""

    id: str
    title: Text
    intent: Text
    constraints: tuple[Text, ...] = ()
    impact: Impact[Text] = field(default_factory=Impact)
    rejected: tuple[Rejected[Text], ...] = ()
    outcome: Text | None = None
    commits: tuple[str, ...] = ()
    pull_request: int | None = None
    made_at: str | None = None
    """The day of the change (YYYY-MM-DD)."""
    evidence: tuple[Evidence[Text], ...] = ()
    status: ChangeStatus = "active"
    relations: ChangeRelations = field(default_factory=ChangeRelations)
    provenance: Provenance = field(default_factory=Provenance)
    own: Mapping[str, object] = field(default_factory=dict)
    """The file's `x-` keys, kept as they are: they belong to the team, not to exp."""

    @property
    def hex(self) -> str:
        """Return the identity: the last ten characters of the id."""
        return self.id[-10:]

    @property
    def tells(self) -> bool:
        """Return whether it says more than that there was a change."""
        return bool(self.rejected or self.constraints or self.outcome) or not self.impact.empty

    @property
    def path(self) -> str:
        """Return where its file lies."""
        return f"{CHANGES}/{self.made_at[:4] if self.made_at else UNDATED}/{self.id}.yaml"

    def covers(self, path: str) -> bool:
        """Return whether a path of the repository is among those that the change reaches."""
        return any(matches(glob, path) for glob in self.impact.paths)

    def is_about(self, commit: str) -> bool:
        """Return whether it records this commit; either side may be an abbreviation of seven digits or more."""
        short = min((len(one) for one in (commit, *self.commits)), default=0)
        return short >= 7 and any(one.startswith(commit) or commit.startswith(one) for one in self.commits)

    @property
    def cited(self) -> tuple[Evidence[Text], ...]:
        """Return every quote of it."""
        said = (one.evidence for one in self.rejected)
        return (*(item for item in said if item is not None), *self.evidence)


@dataclass(frozen=True)
class StandingChange(Generic[Text]):
    """A change record as git holds it: where, in which blob, and whether the default branch has it so."""

    record: ChangeRecord[Text]
    path: str
    blob: str
    approved: bool = True
    unknown_keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProposedChange:
    """A change record that is proposed, the candidates it was made of, and its file's text."""

    record: ChangeRecord[Redacted]
    discussion: str
    alternatives: tuple[Candidate, ...]
    text: Redacted
    private: bool = False

    @property
    def path(self) -> str:
        """Return where its file lies."""
        return self.record.path


@dataclass(frozen=True)
class ChangeMessage:
    """What a commit gives of its change. `body` is its prose, and below it its decision trailers, a line each."""

    commit: str
    author: str
    at: str
    subject: str
    body: str
    files: tuple[str, ...]
    pull_request: int | None = None
    fixes: tuple[str, ...] = ()
    reverts: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    """What could not be read."""


def change_id(words: str, repo: str, change: str) -> str:
    """Return the id: a slug of `words`, and a hash over repository and change (a commit, else its discussion)."""
    return experience_id(words, repo, f"change:{change}", ())
