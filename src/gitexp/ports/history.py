"""The repository's history, and who wrote its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.archaeology import Living
    from gitexp.records.history import Reverts, Texts
    from gitexp.records.ownership import Ownership
    from gitexp.records.past import Chain, Edit, FileChange, Lies, Patch, Place, Request, Touch


class History(Protocol):
    """Reads the repository's history."""

    def texts(self, *, seconds: float | None = None) -> Texts:
        """Return the newest commits that argue: merged pull requests' texts, and commits with decision trailers."""
        ...

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        """Return the commits that take others back, newest first; stop after `seconds` and say so."""
        ...


class Past(Protocol):
    """The past of places at one revision, as git tells it: raw, and without an opinion."""

    def lies(self, path: str) -> Lies | None:
        """Return what lies at a path, None where nothing does."""
        ...

    def nearest(self, path: str) -> Sequence[str]:
        """Return a few names of tree and history that are near to one that never was."""
        ...

    def last_with(self, path: str, word: str) -> str | None:
        """Return the newest commit that changed how often a word stands in a file, None where none did."""
        ...

    def begin(self, place: Place, *, blame: bool) -> None:
        """Let git walk and blame now, for the answers to be there when they are asked for."""
        ...

    def chain(self, place: Place) -> Chain:
        """Return all that touched a place, newest first, under whatever name the file had."""
        ...

    def files(self, requests: Sequence[Request]) -> Mapping[Request, Sequence[FileChange]]:
        """Return the files that each commit changed against the parent asked for; what can't be read is not there."""
        ...

    def patches(
        self, requests: Sequence[Request], paths: Sequence[str] = ()
    ) -> tuple[Mapping[Request, Patch], str]:
        """Return the lines of each diff (of these files alone, where any are named), and why some are missing."""
        ...

    def compared(
        self, mine: Sequence[Request], theirs: Sequence[Request]
    ) -> tuple[Mapping[Request, Patch], Mapping[Request, Patch], str]:
        """Return the lines of some diffs, those of the diffs that would take others back, and why some are missing."""
        ...

    def present(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of the paths that the tree of the revision has."""
        ...

    def edits(self, compared: Sequence[str]) -> Sequence[Edit]:
        """Return the files of a change; `compared` is what `git diff` is told to compare."""
        ...

    def commits(self, names: Sequence[str]) -> Mapping[str, Touch]:
        """Return the commits that beginnings of ids name, by their whole ids; as touches of no file."""
        ...

    def living(self, place: Place) -> tuple[Sequence[Living], str]:
        """Return who wrote the lines that live at a place, and why that can't be told ("" where it can)."""
        ...

    def text(self, path: str) -> str | None:
        """Return the file's text at the revision, None where it has none: no such file, binary, too large."""
        ...


class Owners(Protocol):
    """Knows who wrote the lines of the tree."""

    def part_of(self, login: str, path: str, line: int | None, before: str | None) -> Ownership | None:
        """Return how much of the lines at a place someone wrote, as they stood before that time.

        None where it can't be told: no such file, nobody of that name, too large, too many asked.
        """
        ...
