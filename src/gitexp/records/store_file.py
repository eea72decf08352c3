"""A file of the store as audit sees it: its text, what it holds, where each field stands, what the reader objects to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gitexp.records.change_record import ChangeRecord
from gitexp.records.experience import Experience

Place = tuple[str | int, ...]
"""Where in a file: keys and positions from the root, such as ("evidence", 0, "url")."""

StoreFileKind = Literal["experience", "change", "facts", "settings", "case", "tool", "text"]
"""What a file means to be, by its path. `tool` is what exp itself lays, `text` what only people read."""

ObjectionKind = Literal["unreadable", "unknown_key", "field"]


@dataclass(frozen=True)
class Objection:
    """What the strict reader or the schema holds against a file. `field` is spelled as people write it."""

    kind: ObjectionKind
    line: int
    what: str
    mend: str = ""
    field: str = ""

    @property
    def head(self) -> str:
        """Return the field at the root that holds the one at fault: `evidence` of `evidence[0].quote`."""
        return self.field.partition(".")[0].partition("[")[0]


@dataclass(frozen=True)
class StoreFile:
    """One file under experiences/. `text` is empty where it could not be taken; bytes that are no UTF-8 are replaced.

    `values` holds each scalar of a YAML file that parses, `lines` the line of each key and item.
    """

    path: str
    blob: str
    kind: StoreFileKind
    text: str = ""
    experience: Experience[str] | None = None
    change: ChangeRecord[str] | None = None
    errors: tuple[Objection, ...] = ()
    unknown_keys: tuple[str, ...] = ()
    values: Mapping[Place, str] = field(default_factory=dict)
    lines: Mapping[Place, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Return the id that the file gives, also where the rest can't be read; empty where it gives none."""
        record = self.experience or self.change
        return record.id if record else self.values.get(("id",), "")

    @property
    def name(self) -> str:
        """Return the file's name without its folder."""
        return self.path.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """Return the file's name without its ending."""
        return self.name.rpartition(".")[0] or self.name

    def line(self, *place: str | int) -> int:
        """Return the line of a place, of what contains it where it is not in the file, 0 where nothing does."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 0) if place else 0
