"""Where discussions come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.discussion import Discussion
    from gitexp.records.glance import Sessions
    from gitexp.records.skipped import Skipped


class Source(Protocol):
    """Gives discussions. A new format is one new adapter file."""

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each discussion, or what could not be read and why, in a stable order. Never raises for one bad item."""
        ...


class SessionFolders(Protocol):
    """Knows where agents keep their sessions on this machine."""

    def count(self) -> Sequence[Sessions]:
        """Return how many sessions of each agent are about this repository, without opening one."""
        ...
