"""What the figures of usage need of the history: who names an experience, and what followed a recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gitexp.records.adoption import FileLines, SeenCommit


class Adoption(Protocol):
    """Reads the history of this clone, within bounds; every second answer says in words what was not read."""

    def commits(self) -> tuple[Sequence[SeenCommit], Sequence[str]]:
        """Return the newest commits of HEAD and of the default branch."""
        ...

    def made_here(self) -> frozenset[str]:
        """Return the commits that were made in this clone, as far back as git remembers."""
        ...

    def lines(self, commits: Sequence[str]) -> tuple[Mapping[str, Sequence[FileLines]], Sequence[str]]:
        """Return the files of each commit with their lines; one that is too large is not there."""
        ...
