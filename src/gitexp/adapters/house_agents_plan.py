"""What `exp init --agents` would do, file by file, and the writing of it: never through a symlink that leaves its folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters import safe_files
from gitexp.errors import RepositoryError


@dataclass(frozen=True)
class Place:
    """A file by the folder that it must not leave, its name there, and how a person calls it.

    `own`: the folder is a person's, for all repositories; no folder there is taken out.
    """

    root: Path
    name: str
    shown: str
    own: bool = False

    def real(self) -> Path:
        """Return where it really is, symlinks followed. Raises RepositoryError where that is outside."""
        try:
            return safe_files.destination(self.root, self.name)
        except RepositoryError as error:
            what = error.what.replace("the work tree", "your home folder") if self.own else error.what
            raise RepositoryError(self.shown, what, error.mend) from None

    def content(self) -> bytes | None:
        """Return what is in it, None where there is no file."""
        return safe_files.content(self.real(), self.shown)


@dataclass(frozen=True)
class Change:
    """One file as it was found (None: not there) and as it will be (None: taken out)."""

    place: Place
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Kept:
    """A file that is as it should be."""

    shown: str


@dataclass(frozen=True)
class Edited:
    """A file, or a block in one, that exp laid and somebody edited: it stays."""

    shown: str


@dataclass(frozen=True)
class Left:
    """A file that can't be changed safely, why, and what to add to it by hand."""

    shown: str
    why: str
    add: str = ""


@dataclass(frozen=True)
class Said:
    """Something that a person should know, in one line."""

    words: str


Step = Change | Kept | Edited | Left | Said


@dataclass(frozen=True)
class AgentsPlan:
    """All that would be done, in order."""

    steps: tuple[Step, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(one for one in self.steps if isinstance(one, Change))

    @property
    def created(self) -> tuple[str, ...]:
        return tuple(one.place.shown for one in self.changes if one.before is None)

    @property
    def changed(self) -> tuple[str, ...]:
        return tuple(
            one.place.shown for one in self.changes if one.before is not None and one.after is not None
        )

    @property
    def removed(self) -> tuple[str, ...]:
        return tuple(one.place.shown for one in self.changes if one.after is None)

    @property
    def kept(self) -> tuple[str, ...]:
        return tuple(one.shown for one in self.steps if isinstance(one, Kept))

    @property
    def edited(self) -> tuple[str, ...]:
        return tuple(one.shown for one in self.steps if isinstance(one, Edited))

    @property
    def left(self) -> tuple[Left, ...]:
        return tuple(one for one in self.steps if isinstance(one, Left))

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.words for one in self.steps if isinstance(one, Said)))


def in_tree(root: Path, name: str) -> Place:
    """Return a file of the work tree."""
    return Place(root, name, name)


def plan_of(steps: Iterable[Step]) -> AgentsPlan:
    """Return the plan; of several steps about one real file the first counts: a symlink gives it a second name."""
    seen: set[Path] = set()
    chosen: list[Step] = []
    for step in steps:
        if isinstance(step, Change):
            real = step.place.real()
            if real in seen:
                continue
            seen.add(real)
        chosen.append(step)
    return AgentsPlan(tuple(chosen))


def lay(plan: AgentsPlan) -> None:
    """Write what was planned, each file in one move; one that was changed since is left alone, with an error."""
    for change in plan.changes:
        path, shown = change.place.real(), change.place.shown
        if safe_files.content(path, shown) != change.before:
            raise RepositoryError(shown, "was changed at the same time", "run exp init again")
        if change.after is not None:
            safe_files.write(path, change.after, shown)
            continue
        safe_files.remove(path, shown)
        if not change.place.own:
            _sweep(change.place)


def _sweep(place: Place) -> None:
    """Take out the folders above a file that was taken out, as far as they are empty now."""
    for folder in (place.root / place.name).parents:
        if folder == place.root:
            return
        safe_files.remove_if_empty(folder, folder.relative_to(place.root).as_posix())
