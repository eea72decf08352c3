"""What bare `exp` shows: where a repository stands, or what its history already tells."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.door import Firing
from gitexp.records.history import Reverted
from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class Comments:
    """Comments in the code that command ("do not", "keep in sync"): how many, in how many files, an example."""

    count: int
    files: int
    example: str = ""
    where: str = ""
    limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sessions:
    """Agent sessions about this repository that lie on this machine. They are counted and not opened."""

    agent: str
    count: int


@dataclass(frozen=True)
class Installed:
    """A door that settings name: its name, the files that do ("~/…" for one of the person's own).

    `off` says in words what switches it off, "" where nothing does.
    """

    name: str
    files: tuple[str, ...]
    off: str = ""


@dataclass(frozen=True)
class Laid:
    """Files of one sort that exp laid for agents to read, and the ids of the experiences that they tell."""

    what: str
    files: tuple[str, ...]
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeenDoor:
    """A door that is installed, or has fired. `last` and `gave` (the last that gave something) are None for never."""

    name: str
    files: tuple[str, ...] = ()
    off: str = ""
    last: Firing | None = None
    gave: Firing | None = None


@dataclass(frozen=True)
class Glance:
    """The whole picture. `experiences` counts what is served; `waiting` what the proposal branch holds."""

    experiences: int
    waiting: int
    laid: bool
    has_store: bool
    taken_back: tuple[Reverted, ...]
    """Reverts with a reason that nobody brought back, newest first."""
    unexplained: int
    comments: Comments | None
    sessions: tuple[Sessions, ...]
    most_reverted: str | None
    skipped: tuple[Skipped, ...] = ()
    limits: tuple[str, ...] = ()
    doors: tuple[SeenDoor, ...] = ()
    files_for_agents: tuple[Laid, ...] = ()
    outdated: tuple[str, ...] = ()
    """Ids that those files tell of and that are in force no more."""
