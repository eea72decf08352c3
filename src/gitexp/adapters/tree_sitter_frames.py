"""What a definition stands in: the frames around a place in a file, and what each gathers of bases and doors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from gitexp.adapters.tree_sitter_definitions import Definition
from gitexp.adapters.tree_sitter_told import Told
from gitexp.records.outline import VALUES

TYPES = frozenset({"class", "struct", "interface", "trait", "enum"})
OWNERS = TYPES | {"container", "type"}
GATHERING = OWNERS | {"module"}
CALLED = frozenset({"function", "method"})
_BODIES = GATHERING | {"file"}
"""Where what stands in it is no value of a list, nor part of a function."""


_DOORS = 3
"""So many doors are named of one type."""


@dataclass(slots=True)
class Gathered:
    """The bases and doors of one type, value or file, in the order they are told in."""

    bases: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)

    @property
    def door(self) -> str:
        """Return the first doors in words."""
        return ", ".join(self.doors[:_DOORS])

    def take(self, one: Told) -> None:
        """Add what was told, once."""
        into = self.bases if one.kind == "base" else self.doors
        if one.text not in into:
            into.append(one.text)


class Frame(NamedTuple):
    """A definition that the file is inside of."""

    kind: str
    path: tuple[str, ...]
    begin: int
    stop: int
    owner: tuple[str, ...] | None
    """The path of the nearest type around."""
    local: bool
    """Inside the body of a function: what is set here nobody outside can ask for."""
    gathered: Gathered
    """That of the nearest type or value around, else the file's."""

    def inside(self, one: Definition) -> Frame:
        """Return the frame of what gives no name to what stands in it."""
        local = one.kind == "local" or self.local
        return Frame(one.kind, self.path, one.begin, one.stop, self.owner, local, self.gathered)

    @property
    def body(self) -> bool:
        """Return whether this is the body of a type or of the file itself."""
        return self.kind in _BODIES and not self.local


def whole_file() -> Frame:
    """Return the frame that all others stand in."""
    return Frame("file", (), 0, 1 << 62, None, False, Gathered())


def parent_of(one: Definition, frames: list[Frame]) -> Frame:
    """Return the frame whose name goes before the definition's.

    C's `struct s {…} v;` and `typedef struct s {…} t;` define `s`, not `v.s`; a macro belongs to the file.
    """
    if one.kind == "macro":
        return frames[0]
    at = len(frames) - 1
    while at and (
        (one.kind in TYPES and frames[at].kind in (VALUES | {"type"}))
        or (one.kind == "beside" and frames[at].kind in VALUES)
        or (one.kind == "variable" and frames[at].kind in ("variable", "constant"))
    ):
        at -= 1
    return frames[at]


def around_enum(frames: list[Frame]) -> Frame:
    """Return the frame that an enum stands in, which its enumerators belong to as well."""
    at = len(frames) - 1
    while at and (frames[at].kind in ("enum", "type") or frames[at].kind in VALUES):
        at -= 1
    return frames[at]
