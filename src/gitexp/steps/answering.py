"""What the answers to conditions have in common: how a value is compared, and how a question says to settle it."""

from __future__ import annotations

from typing import Generic, TypeVar

ABSENT = "no"
"""The declared value that says: this is not here."""
PRESENT = "yes"
Item = TypeVar("Item")


class Once(Generic[Item]):
    """A tuple told apart by identity: a hundred checks read a hundred thousand names once, not a hundred times."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items

    def __hash__(self) -> int:
        return id(self.items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Once) and other.items is self.items


def how(key: str, value: str) -> str:
    """Return the command that settles a question about a key."""
    import shlex  # late: most recalls ask nothing

    # A fact set for the clone would hold for every file: a file's language is said for one call only.
    setting = f"{shlex.quote(key)}={value}"
    return f"--env {setting}" if key == "language" else f"exp facts set {setting}"


def plain(text: str) -> str:
    """Return a text as it is compared: lower case, one blank between words."""
    return " ".join(text.split()).lower()
