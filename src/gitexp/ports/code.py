"""The code of one revision as steps see it: names, what was taken out, commits, versions and facts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.applicability import Truth
    from gitexp.records.facts import Facts
    from gitexp.records.finding import Finding
    from gitexp.records.glance import Comments
    from gitexp.records.outline import Outline
    from gitexp.records.removal import Removal
    from gitexp.records.sighting import Sighted
    from gitexp.records.skipped import Skipped
    from gitexp.records.tree import Tree


class Symbols(Protocol):
    """What the tree of one revision holds: raw, and without an opinion."""

    @property
    def lacking(self) -> str:
        """Return why there is no tree to look at, empty where there is one."""
        ...

    def tree(self) -> Tree:
        """Return the paths of the tree, without the store."""
        ...

    def sighted(self, texts: Collection[str]) -> Sighted:
        """Search the text of all files, but the store's, for these texts as whole words, in one go."""
        ...

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        """Return the outline of each file, or in words why it has none: no grammar, too large, not in this clone."""
        ...

    def text(self, path: str) -> str | None:
        """Return a file's text, None where it has none: no such file, binary, too large."""
        ...

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        """Return those of the paths that git is told to ignore: they may exist, and be no part of the tree."""
        ...


class Removals(Protocol):
    """Knows what the history took out of the tree. Each question is bounded in time."""

    def paths(self, paths: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each path, file or folder, what took it out; None where the history never held it.

        A path that can't be told of (the time is up, the history ends in a shallow clone) is not there.
        """
        ...

    def texts(self, texts: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each text the commit that took its last whole word out of the tree; as `paths` does."""
        ...


class Commits(Protocol):
    """Knows which commits this clone holds."""

    def present(self, names: Collection[str]) -> frozenset[str]:
        """Return those of the names, ids or beginnings of them, that are commits here."""
        ...


class Files(Protocol):
    """The files of the tree."""

    def text(self, path: str) -> str | None:
        """Return a file's text, None where it can't be read."""
        ...


class CommandingComments(Protocol):
    """Finds comments in the code that command."""

    def commanding(self, *, seconds: float | None = None) -> Comments:
        """Return how many there are in the tree; stop after `seconds` and say so."""
        ...


class FactsSource(Protocol):
    """Gathers the env facts."""

    def gather(
        self,
        files: Sequence[str],
        given: Sequence[str],
        *,
        names: Collection[str] | None = None,
        tree: bool = True,
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts for these files with `--env` values `NAME=VALUE` or file names, and what could not be read.

        `names` are the packages of which the dependencies are wanted, all where it is None; with none no manifest is read.
        `tree` says whether the tracked files are wanted where no file is asked about.
        """
        ...


class Versions(Protocol):
    """Compares versions by each ecosystem's own rules."""

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> Truth:
        """Return whether an exact version lies in the wanted range; None where it can't be told."""
        ...

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> Truth:
        """Return True if every version of the declared range is wanted, False if none is, None if they only overlap."""
        ...


class Verified(Protocol):
    """Keeps in this clone what was last found of the names in a file of the store, at one commit."""

    def get(self, blob: str) -> Sequence[Finding] | None:
        """Return what was found of the names of a blob at this commit, None where it was not checked yet."""
        ...

    def put(self, blob: str, findings: Sequence[Finding]) -> None:
        """Keep what was found; it is written by `save`."""
        ...

    def save(self) -> None:
        """Write what is new, in one move; where that can't be, the next audit checks again."""
        ...
