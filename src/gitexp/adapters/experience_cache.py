"""Keeps parsed experiences by blob id in the git common dir, so that recall parses only files that changed.

Derived and private to a clone: it may be deleted at any time, and whatever is wrong with it counts as not there.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from gitexp import __version__
from gitexp.adapters.derived_file import read_rows, write_rows
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Incident, Lifecycle, Provenance, Relations, Scope
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)

FORM = f"2 {__version__}"
MAX_KEPT = 20_000
_RECORDS: tuple[type[Any], ...] = (
    Experience,
    Evidence,
    Scope,
    Incident,
    Lifecycle,
    Relations,
    Provenance,
    Preconditions,
    Condition,
    DependencyCheck,
    LanguageCheck,
    PathCheck,
    SymbolCheck,
    PlatformCheck,
    KeyCheck,
)


def _names(record: type[Any]) -> tuple[str, ...]:
    """Return the names of a record's fields: a dataclass's, or a named tuple's."""
    return tuple(getattr(record, "_fields", ())) or tuple(field.name for field in fields(record))


_NUMBERS = {record: number for number, record in enumerate(_RECORDS)}
_FIELDS = {record: _names(record) for record in _RECORDS}


@dataclass(frozen=True)
class CachedExperience:
    """An experience as its file was read once."""

    experience: Experience[str]
    unknown_keys: tuple[str, ...]


class ExperienceCache:
    """The kept experiences of one clone. Reading never writes; `save` does, where something new was parsed."""

    def __init__(self, common_dir: str) -> None:
        self._path = Path(common_dir) / "exp" / "experiences.json"
        self._kept: dict[str, Any] | None = None
        self._new = False

    def get(self, blob: str) -> CachedExperience | None:
        """Return what was parsed from a blob, None where that is not known."""
        row = self._rows().get(blob)
        if row is None:
            return None
        try:
            experience, unknown = _decoded(row[0]), tuple(row[1])
        except (IndexError, KeyError, TypeError, ValueError):
            return None
        return CachedExperience(experience, unknown) if isinstance(experience, Experience) else None

    def put(self, blob: str, experience: Experience[str], unknown_keys: tuple[str, ...]) -> None:
        """Keep what was parsed from a blob, in memory until `save`."""
        self._rows()[blob] = [_encoded(experience), list(unknown_keys)]
        self._new = True

    def save(self) -> None:
        """Write what is new, in one move; where that can't be, the next run parses again."""
        if not self._new:
            return
        rows = dict(list(self._rows().items())[-MAX_KEPT:])
        if write_rows(self._path, FORM, rows):
            self._new = False

    def _rows(self) -> dict[str, Any]:
        if self._kept is None:
            self._kept = read_rows(self._path, FORM)
        return self._kept


def _encoded(value: object) -> object:
    """Return a record as JSON: `{"r": [number, field, …]}`, a tuple as an array, a mapping as `{"m": {…}}`."""
    kind = type(value)
    if kind in _NUMBERS:
        parts = [_encoded(getattr(value, name)) if name != "own" else value.own for name in _FIELDS[kind]]  # type: ignore[attr-defined]
        return {"r": [_NUMBERS[kind], *parts]}
    if isinstance(value, tuple):
        return [_encoded(one) for one in value]
    if isinstance(value, dict):
        return {"m": {name: _encoded(one) for name, one in value.items()}}
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return tuple([_decoded(one) for one in value])
    if isinstance(value, dict):
        if "m" in value:
            return {name: _decoded(one) for name, one in value["m"].items()}
        number, *parts = value["r"]
        kind: Any = _RECORDS[number]
        if number == _NUMBERS[Experience]:
            return kind(*map(_decoded, parts[:-1]), parts[-1])
        return kind(*[_decoded(part) for part in parts])
    return value
