"""How much of the lines at a place someone wrote."""

from __future__ import annotations

from dataclasses import dataclass

LARGE = 0.3
"""From this share on it is someone's code, also where another wrote more."""


@dataclass(frozen=True)
class Ownership:
    """Someone's part of the lines at a place, as they stood before a discussion began."""

    lines: int
    of: int
    first: bool
    """Whether nobody wrote more of them."""

    @property
    def holds(self) -> bool:
        """Return whether the code there counts as theirs."""
        return self.lines > 0 and (self.first or self.lines >= LARGE * self.of)

    @property
    def words(self) -> str:
        """Return the part in words."""
        return f"{round(100 * self.lines / self.of)} % of the lines there"
