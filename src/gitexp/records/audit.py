"""What an audit found: faults, and how much was looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gitexp.records.fault import Fault
from gitexp.records.skipped import Skipped

State = Literal["valid", "stale", "unverifiable", "unnamed"]
"""Of one experience: all that it names is there; something of it is gone; some can't be told; it names nothing."""


@dataclass(frozen=True)
class Checked:
    """How much was looked at: files of the store, experiences in force by their state, and the names in them."""

    commit: str
    base: str | None = None
    files: int = 0
    states: Mapping[str, State] = field(default_factory=dict)
    """The state of each experience in force, by id."""
    names: int = 0
    found: int = 0
    gone: int = 0
    unverifiable: int = 0
    remembered: int = 0
    """Experiences whose names were checked at this very commit before."""

    def count(self, state: State) -> int:
        """Return how many experiences are in a state."""
        return sum(one == state for one in self.states.values())


@dataclass(frozen=True)
class Audit:
    """The faults by file and line. `moved` holds for a path that is gone where it went."""

    faults: tuple[Fault, ...]
    checked: Checked
    moved: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    open_names: tuple[tuple[str, str, str], ...] = ()
    """What could not be told: id, name, reason."""
    due: tuple[Fault, ...] = ()
    """What is dead, expired or due for a second look."""
    limits: tuple[str, ...] = ()
    """What could not be told, and why."""
