"""What one manifest or lock file gives: its dependencies, and whether it names all that its project declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from gitexp.records.facts import Dependency

Counts = Literal["whole", "part", "nothing"]


@dataclass(frozen=True)
class Reading:
    """The dependencies, and what the file counts for.

    `whole`: what it does not name is not declared. `part`: code or another file adds to it, so that no
    absence follows. `nothing`: it is no list of dependencies (a pyproject.toml that only sets up tools).
    """

    dependencies: tuple[Dependency, ...]
    counts: Counts = "whole"
    unread: tuple[str, ...] = ()
    """What in it could not be read, in words; the rest was."""


@dataclass(frozen=True)
class Importer:
    """A project whose dependencies a lock file settles: its folder as the lock names it (`.` for its own)."""

    folder: str
    dependencies: tuple[Dependency, ...]


class Unreadable(Exception):
    """The file is not what its name says; the message says why."""


ManifestReader = Callable[[str, str], Reading]
"""Reads a manifest from its path (the origin of its facts) and its text. Raises Unreadable."""

LockReader = Callable[[str, str, Sequence[Importer]], Reading | None]
"""Reads a lock file for these importers; None where it says that it is for none of them. Raises Unreadable."""


def table(value: object) -> dict[str, object]:
    """Return the value if it is a table, else an empty one: a key of the wrong shape names no dependency."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> Iterator[dict[str, object]]:
    """Yield the tables of a list."""
    yield from (table(item) for item in items(value) if isinstance(item, dict))


def items(value: object) -> list[object]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def words(value: object) -> str | None:
    """Return the value if it is a text that says something."""
    return value.strip() if isinstance(value, str) and value.strip() else None


def toml(source: str) -> dict[str, object]:
    """Return the whole TOML text as a table."""
    import tomllib

    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"it is no valid TOML: {error}") from error
    except RecursionError as error:
        raise Unreadable("it is nested too deep") from error


def json_table(source: str) -> dict[str, object]:
    """Return the whole JSON text, which must be one object."""
    import json

    try:
        found = json.loads(source)
    except ValueError as error:
        raise Unreadable(f"it is no valid JSON: {error}") from error
    except RecursionError as error:
        raise Unreadable("it is nested too deep") from error
    if not isinstance(found, dict):
        raise Unreadable("it is no JSON object")
    return found


def unique(dependencies: Iterable[Dependency]) -> tuple[Dependency, ...]:
    """Return the dependencies in their order, each once."""
    return tuple(dict.fromkeys(dependencies))


def settled(
    locked: dict[str, list[Dependency]], direct: dict[str, list[Dependency]]
) -> tuple[Dependency, ...]:
    """Return what a lock file says: for a name that a project depends on itself, only what that one resolves to."""
    chosen = {**locked, **{name: found for name, found in direct.items() if found}}
    return unique(dependency for found in chosen.values() for dependency in found)
