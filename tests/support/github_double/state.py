"""What the double of GitHub remembers: accounts, tokens, pull requests, and what was said and done on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

Json = dict[str, Any]
Mail = Literal[
    "opened",
    "push",
    "comment",
    "line_comment",
    "review",
    "review_requested",
    "closed",
    "merged",
    "reopened",
]
Level = Literal["none", "read", "triage", "write", "maintain", "admin"]
LEVELS: tuple[Level, ...] = ("none", "read", "triage", "write", "maintain", "admin")
START = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
NOBODY = "0" * 40


def stamp(at: datetime) -> str:
    """Return a time as the API writes it."""
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def read_time(text: str) -> datetime:
    """Return the time that a test wrote as `2024-05-01T12:00:00Z`, or as a day."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


class Clock:
    """The time of the double: each event is a second later, and a test sets it or lets days pass."""

    def __init__(self) -> None:
        self.now = START

    def tick(self) -> datetime:
        """Return the time of the next event."""
        self.now += timedelta(seconds=1)
        return self.now

    def set(self, at: str) -> None:
        """Let the next events happen from then on."""
        self.now = read_time(at)

    def from_seconds(self, seconds: int) -> datetime:
        """Return a time from the number that headers tell."""
        return datetime.fromtimestamp(seconds, UTC)

    def advance(self, **parts: float) -> None:
        """Let time pass, as `advance(days=7)`."""
        self.now += timedelta(**parts)


@dataclass
class Account:
    """Someone with a login; `deleted` accounts are null in every answer."""

    login: str
    id: int
    type: str = "User"
    name: str | None = None
    deleted: bool = False

    @property
    def email(self) -> str:
        """Return the address that ties a commit to the account."""
        return f"{self.id}+{self.login}@users.noreply.github.com"


@dataclass(frozen=True)
class Token:
    """A token, whose it is, and what it may do: `{"contents": "write", …}`."""

    secret: str
    login: str
    kind: Literal["github_token", "app", "pat"]
    permissions: Mapping[str, str]

    def may(self, what: str, how: str = "read") -> bool:
        """Return whether it may read, or write, such things."""
        has = self.permissions.get(what, "read" if what == "metadata" else "none")
        return has == "write" or (how == "read" and has == "read")

    @property
    def integration(self) -> bool:
        """Return whether it belongs to an app, and to no person."""
        return self.kind != "pat"


@dataclass
class Said:
    """A text by someone, that may be edited later."""

    id: int
    by: str
    body: str
    created: datetime
    updated: datetime
    edited: datetime | None = None
    editor: str | None = None
    minimized: bool = False
    reactions: list[Reaction] = field(default_factory=list)

    def edit(self, body: str, at: datetime, by: str | None = None) -> None:
        """Change the text; nobody gets a mail for it."""
        self.body, self.updated, self.edited, self.editor = body, at, at, by or self.by


@dataclass(frozen=True)
class Reaction:
    """A small picture under a text."""

    id: int
    by: str
    content: str
    at: datetime


@dataclass
class IssueComment(Said):
    """A comment of the conversation."""

    number: int = 0


@dataclass
class Review(Said):
    """A review; a comment on a line that belongs to none makes one of its own, as on GitHub."""

    number: int = 0
    state: str = "COMMENTED"
    commit: str = ""


@dataclass
class LineComment(Said):
    """A comment on a line, or on a whole file (`original_line` None); `line` is None once it is outdated."""

    number: int = 0
    path: str = ""
    side: str = "RIGHT"
    original_line: int | None = None
    line: int | None = None
    start_line: int | None = None
    original_commit: str = ""
    commit: str = ""
    hunk: str = ""
    position: int | None = None
    original_position: int | None = None
    reply_to: int | None = None
    review: int = 0

    @property
    def root(self) -> int:
        """Return the comment that its thread began with."""
        return self.reply_to or self.id

    @property
    def outdated(self) -> bool:
        """Return whether what it stood on is gone."""
        return self.original_line is not None and self.line is None


@dataclass
class Event:
    """Something that stands in a timeline; `about` is the id of what was said, or a commit."""

    kind: str
    id: int
    by: str | None
    at: datetime
    about: int | str | None = None


@dataclass
class Issue:
    """An issue, or what a pull request has in common with one."""

    number: int
    id: int
    title: str
    body: str | None
    by: str
    created: datetime
    updated: datetime
    state: str = "open"
    closed: datetime | None = None
    closed_by: str | None = None
    edited: datetime | None = None
    editor: str | None = None
    locked: bool = False
    labels: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass
class Pull(Issue):
    """A pull request. `fork` is the owner of the fork that its branch lies in, None for a branch of the repository."""

    base_ref: str = "main"
    head_ref: str = ""
    fork: str | None = None
    base: str = ""
    head: str = ""
    draft: bool = False
    merged: datetime | None = None
    merged_by: str | None = None
    merge_commit: str | None = None
    merged_commits: tuple[str, ...] = ()
    """What a merge by squash or rebase brought onto the base branch."""
    stuck: str | None = None
    """Why it can't be reopened."""
    asked: list[str] = field(default_factory=list)
    """Whose review is asked for."""
    resolved: dict[int, str] = field(default_factory=dict)
    """Of each resolved thread, by its first comment: who resolved it."""


@dataclass(frozen=True)
class WorkflowRun:
    """One run of a workflow file."""

    id: int
    number: int
    workflow: str
    event: str
    status: str
    conclusion: str | None
    branch: str
    head: str
    by: str
    at: datetime


@dataclass(frozen=True)
class Pushed:
    """One move of a ref by git, as the bare repository saw it."""

    repo: str
    ref: str
    old: str
    new: str


@dataclass(frozen=True)
class Notification:
    """Something that people get a mail for."""

    kind: Mail
    repo: str
    number: int
    by: str


@dataclass(frozen=True)
class Reference:
    """What GitHub reads out of a text beyond its words: a ping, a link to another number, a closing word."""

    kind: Literal["mention", "number", "closes"]
    repo: str
    number: int
    """Where the text stands."""
    to: str
    by: str
