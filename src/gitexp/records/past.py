"""The past of a place: who changed it, what was taken back and brought in again, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

ChangeKind = Literal[
    "change",
    "rename",
    "move",
    "revert",
    "reland",
    "partial_revert",
    "revert_plus",
    "workaround_lifted",
    "reformat",
    "bot_churn",
]
Exactness = Literal["exact", "all_and_more", "part", "claimed"]
"""How much of a change was undone: all and nothing else, all and more, a part; or only its message says so."""
State = Literal["in", "out", "unknown"]
Ground = Literal["blob", "patch-id", "lines", "message"]
"""What an undoing was established by, the surest first (archaeology's ladder: content before words)."""
Request = tuple[str, str]
"""A commit and the parent that it is compared with; the parent is "" for a root."""

MAX_BODY = 20_000
"""Characters of a message that are kept: what is longer no person wrote."""


@dataclass(frozen=True)
class Place:
    """What is asked about: a file, or some lines of it, or a symbol. Lines count from 1, both ends included."""

    path: str
    first: int | None = None
    last: int | None = None
    symbol: str | None = None

    @property
    def whole(self) -> bool:
        """Return whether the whole file is meant."""
        return self.first is None

    @property
    def shown(self) -> str:
        """Return the place as a person writes it."""
        if self.symbol:
            return f"{self.path}::{self.symbol}"
        if self.first is None:
            return self.path
        lines = f"{self.first}" if self.last in (None, self.first) else f"{self.first}-{self.last}"
        return f"{self.path}:{lines}"


@dataclass(frozen=True)
class Lies:
    """What lies at a path: `kind` is blob, symlink, tree or commit (a submodule); `size` in bytes, 0 where it has none."""

    kind: str
    id: str
    size: int


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit that touched the file, as git tells it; `path` is the name that the file then had.

    `old` and `new` are blob ids, "" where the file was not there before or is not afterwards.
    """

    commit: str
    parents: tuple[str, ...]
    at: str
    """The author's date, ISO 8601."""
    seconds: int
    """The committer's date, as git counts it."""
    author: str
    email: str
    subject: str
    body: str
    path: str
    old: str
    new: str
    renamed_from: str | None = None
    similarity: int | None = None
    """Per cent, of a rename."""
    title: str = ""
    """What the change is called: the subject, of a pull request's merge its title."""
    pull_request: str | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge on the way: its own blob of the file, and the blobs at those of its parents that it differs from.

    A parent that is not among the sides has the merge's own blob. `path` is the name that was walked.
    """

    commit: str
    parents: tuple[str, ...]
    seconds: int
    subject: str
    body: str
    new: str
    sides: tuple[tuple[int, str], ...]
    """For each parent that the merge differs from: a running number, and the blob that this parent had."""
    path: str = ""


@dataclass(frozen=True)
class Chain:
    """All that touched a file, newest first, across its names (the present one first); what was not looked at."""

    touches: tuple[Touch, ...]
    merges: tuple[Merge, ...] = ()
    names: tuple[str, ...] = ()
    blob: str = ""
    """The file's blob at the revision asked about; "" where it is deleted there."""
    ends: tuple[str, ...] = ()
    """Commits at which a shallow history ends: what was before them is not known."""
    limits: tuple[str, ...] = ()
    walked: float = 0.0
    """Seconds that git walked for the longest of the names."""
    moved_to: tuple[str, ...] = ()
    """The names that the file got where it is gone from this one."""


class FileChange(NamedTuple):
    """One file in a commit's diff. A tuple, as there are tens of thousands of them and a tuple is made at once."""

    path: str
    old: str
    new: str
    old_mode: str = ""
    new_mode: str = ""

    @property
    def inverse(self) -> FileChange:
        """Return the change that takes this one back."""
        return FileChange(self.path, self.new, self.old, self.new_mode, self.old_mode)


@dataclass(frozen=True)
class Patch:
    """The lines of a diff as counted hashes, without their paths, and the diff's identity up to position and blanks."""

    removed: dict[int, int]
    added: dict[int, int]
    identity: str
    """As `git patch-id --stable` has it: of the diff as asked for."""

    @property
    def size(self) -> int:
        """Return how many lines it removes and adds."""
        return sum(self.removed.values()) + sum(self.added.values())


@dataclass(frozen=True)
class Undoing:
    """One commit undoes another: how, how much (shares of lines, 0 to 1, where counted), and by what it is known."""

    commit: str
    undone: str
    """The id of the commit that is undone."""
    exactness: Exactness
    ground: Ground
    share: float | None = None
    """Of the undone commit's lines, how many are undone."""
    pure: float | None = None
    """Of the undoing commit's lines, how many undo it."""
    said: bool = False
    """Whether the message says that it takes something back (or brings it in again)."""


@dataclass(frozen=True)
class Change:
    """One change of the chain with what became of it (DESIGN.md section 10)."""

    touch: Touch
    kind: ChangeKind = "change"
    exactness: Exactness | None = None
    ground: Ground | None = None
    reverts: tuple[str, ...] = ()
    reverted_by: tuple[str, ...] = ()
    relanded_by: tuple[str, ...] = ()
    state: State = "in"
    reason: str = ""
    """Why it took something back, in its author's words."""
    bot: bool = False
    files: int | None = None
    """How many files the commit changed, where that was looked at: what swept over hundreds says little of this one."""

    @property
    def commit(self) -> str:
        """Return the commit's id."""
        return self.touch.commit

    @property
    def day(self) -> str:
        """Return the author's day, YYYY-MM-DD."""
        return self.touch.at[:10]


@dataclass(frozen=True)
class Hunk:
    """Lines of a diff: where they stood, and where they stand. Lines count from 1; a count may be 0."""

    old_first: int
    old_count: int
    new_first: int
    new_count: int


@dataclass(frozen=True)
class Edit:
    """One file of a change that is about to be made: its hunks, its lines as counted hashes, and the words it adds."""

    path: str
    old_path: str
    """Its name before, "" for a new file."""
    old: str
    new: str
    hunks: tuple[Hunk, ...]
    patch: Patch
    words: str
    """What it adds, up to a few thousand characters."""
