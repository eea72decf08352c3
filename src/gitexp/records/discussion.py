"""Discussions and their turns: a source conversation, normalised."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Literal

from gitexp.records.text import Text

Role = Literal["author", "reviewer", "user", "agent", "bot", "tool"]
YesNo = Literal["yes", "no", "unknown"]
Kind = Literal["pull_request", "session", "history", "commit"]
"""`history` is a change that was taken back, `commit` the words with which one was merged."""

NOTES = "journal:"
"""How the id of a discussion begins that is a note in the journal."""

TEACHING_ROLES: frozenset[Role] = frozenset({"author", "reviewer", "user"})
"""Bots, tools and agents never teach (DESIGN.md section 7)."""


@dataclass(frozen=True)
class Speaker:
    """Who said it. `login` is public and stays in evidence; an unknown association is unknown, not untrusted."""

    login: str | None
    role: Role
    association: str | None = None
    can_write: YesNo = "unknown"

    @property
    def name(self) -> str:
        """Return how the speaker is named in evidence."""
        return self.login or "unknown"


@dataclass(frozen=True)
class Anchor(Generic[Text]):
    """Where a turn points: a path of the repository, lines (1-based), a commit, the hunk it was written on."""

    path: Text | None = None
    line: int | None = None
    commit: str | None = None
    hunk: Text | None = None
    outdated: YesNo = "unknown"


@dataclass(frozen=True)
class Turn(Generic[Text]):
    """One utterance. `id` is the source's own: `review_comment:ID`, `issue_comment:ID`, `review:ID`, `pull_request.body`."""

    id: str
    speaker: Speaker
    text: Text
    at: str | None = None
    url: str | None = None
    anchor: Anchor[Text] | None = None
    reply_to: str | None = None
    thread: str | None = None
    resolved: YesNo = "unknown"
    suggestion: YesNo = "no"
    state: str | None = None
    """A review's own state (APPROVED, CHANGES_REQUESTED, …) or None."""
    late: bool = False
    """Said, or edited, after the merge: nobody of the review has seen it so."""


@dataclass(frozen=True)
class Discussion(Generic[Text]):
    """One source conversation: a pull request with its reviews, or one reverted change of the history."""

    id: str
    kind: Kind
    repo: str
    title: Text | None
    turns: tuple[Turn[Text], ...]
    url: str | None = None
    author: str | None = None
    number: int | None = None
    merged_at: str | None = None
    """None means unknown in a file, not "never merged" (DESIGN.md section 7)."""
    local: bool = False
    """True when the discussion is about the repository at hand, so that its tree can be asked."""
    private: bool = False
    files: tuple[str, ...] = ()
    """The paths that a pull request changed, where they were asked for."""
    taken_back: str | None = None
    """What took the change back later, as `#31`, where the timeline tells it."""
    noted: bool = False
    """A person put it down on purpose, to be kept: a note in the journal."""
    repeats: str | None = None
    """The hex of the experience in force that says all of it already: then it is one more sighting of that one."""

    def turn(self, name: str) -> Turn[Text] | None:
        """Return the turn with that id."""
        return next((turn for turn in self.turns if turn.id == name), None)


def is_note(discussion: str) -> bool:
    """Return whether the discussion of that id is a note in the journal."""
    return discussion.startswith(NOTES)


@dataclass(frozen=True)
class Topic(Generic[Text]):
    """The turns about one matter, in order; the unit of extraction."""

    id: str
    discussion: Discussion[Text]
    turns: tuple[Turn[Text], ...] = field(default=())
