"""Reads gold rows: one JSON object a line, what is expected of a discussion or that nothing is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import get_args

from gitexp.adapters.json_values import Value
from gitexp.records.experience import Lens
from gitexp.records.garbage import GARBAGE_KINDS, GarbageKind
from gitexp.records.gold import GoldCase, GoldRow
from gitexp.records.skipped import Skipped

LENSES: tuple[Lens, ...] = get_args(Lens)


@dataclass
class Labels:
    """The rows by the name of their discussion, the lines that say "nothing", and what could not be read."""

    rows: dict[str, list[GoldRow]] = field(default_factory=dict)
    none: dict[str, GarbageKind | None] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    """Where the first line about a discussion stands."""
    lines: dict[tuple[str, str], str] = field(default_factory=dict)
    """Where a row stands, by its discussion and id."""
    skipped: list[Skipped] = field(default_factory=list)

    def knows(self, name: str) -> bool:
        """Return whether a line is about this discussion."""
        return name in self.rows or name in self.none

    def cases(self) -> list[GoldCase]:
        """Return a case for each discussion, by name."""
        expecting = [GoldCase(name, tuple(rows)) for name, rows in self.rows.items()]
        nothing = [GoldCase(name, (), True, kind) for name, kind in self.none.items()]
        return sorted((*expecting, *nothing), key=lambda case: case.name)


def read_gold(lines: Iterable[Value | Skipped], where: str) -> Labels:
    """Return the labels; a line that does not fit is left out and told with its place."""
    labels = Labels()
    for line in lines:
        if isinstance(line, Skipped):
            labels.skipped.append(line)
            continue
        place = f"{where}:{line.line}"
        fault = _add(labels, line.content, place)
        if fault:
            labels.skipped.append(Skipped(place, fault))
    return labels


def _add(labels: Labels, content: object, place: str) -> str | None:
    """Add a line to the labels, or return what is wrong with it."""
    if not isinstance(content, Mapping):
        return "is no object"
    name = content.get("discussion")
    if not isinstance(name, str) or not name:
        return "has no `discussion`: the name of the file without its ending"
    fault = (
        _nothing(labels, name, content) if content.get("none") is True else _row(labels, name, content, place)
    )
    if fault is None:
        labels.places.setdefault(name, place)
    return fault


def _nothing(labels: Labels, name: str, content: Mapping[str, object]) -> str | None:
    kind = content.get("garbage_kind")
    known = next((one for one in GARBAGE_KINDS if one == kind), None)
    if kind is not None and known is None:
        return f"`garbage_kind` is one of {', '.join(GARBAGE_KINDS)}"
    if labels.knows(name):
        return f"`none: true`, and {labels.places[name]} is about `{name}` already"
    labels.none[name] = known
    return None


def _row(labels: Labels, name: str, content: Mapping[str, object], place: str) -> str | None:
    row = _read(name, content)
    if isinstance(row, str):
        return row
    if name in labels.none:
        return f"a row, and {labels.places[name]} says `none: true` of `{name}`"
    if (name, row.id) in labels.lines:
        return f"`{row.id}` stands at {labels.lines[name, row.id]} already"
    labels.lines[name, row.id] = place
    labels.rows.setdefault(name, []).append(row)
    return None


def _read(name: str, content: Mapping[str, object]) -> GoldRow | str:
    """Return the row, or what is wrong with it."""
    texts = {key: content.get(key) for key in ("id", "lens", "when", "what")}
    for key, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            return f"has no `{key}`"
    lens = next((lens for lens in LENSES if lens == texts["lens"]), None)
    if lens is None:
        return f"`lens` is one of {', '.join(LENSES)}"
    turns = content.get("evidence_comment_ids")
    if not isinstance(turns, list) or not turns or not all(type(turn) in (int, str) for turn in turns):
        return "has no `evidence_comment_ids`: a list of turn ids, or of the numbers in them"
    for key in ("symbols", "paths"):
        listed = content.get(key)
        if listed is not None and not (isinstance(listed, list) and all(type(one) is str for one in listed)):
            return f"`{key}` is a list of names"
    if not isinstance(content.get("optional", False), bool):
        return "`optional` is true or false"
    return GoldRow(
        id=str(texts["id"]),
        case=name,
        lens=lens,
        when=str(texts["when"]),
        what=str(texts["what"]),
        turns=tuple(str(turn) for turn in turns),
        why=str(content.get("why") or ""),
        names=(*_names(content.get("symbols")), *_names(content.get("paths"))),
        optional=content.get("optional") is True,
    )


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value if name) if isinstance(value, list) else ()
