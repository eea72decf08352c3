"""Says what the manifests above a project add to its own: what its workspace or its parent gives to all below."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gitexp.adapters.facts_gathering import Said
    from gitexp.adapters.facts_readings import Readings
    from gitexp.records.facts import Dependency

_INHERITED = {"cargo": "Cargo.toml", "maven": "pom.xml"}
"""Manifests that leave a version to one above."""


def nearest_first(rows: Iterable[Dependency], above: Sequence[Said]) -> list[Dependency]:
    """Return the rows, of manifests above only those for what no nearer one names."""
    further = {one.place.path for one in above}
    named: dict[tuple[str, str], str] = {}
    return [
        row
        for row in rows
        if named.setdefault((row.ecosystem, row.name), row.origin) == row.origin or row.origin not in further
    ]


def settled_above(
    rows: Sequence[Dependency], said: Sequence[Said], readings: Readings
) -> Iterator[Dependency]:
    """Yield the rows; in place of one that is left open, and that no lock file settles, what is said of it above."""
    manifests = {one.place.path: one for one in said if not one.place.lock}
    locked = {(row.ecosystem, row.name) for row in rows if row.version and row.origin not in manifests}
    parents: dict[str, list[Said]] = {}
    for row in rows:
        above: list[Dependency] = []
        left = row.ecosystem in _INHERITED and not row.version and not row.declared
        if left and (row.ecosystem, row.name) not in locked and row.origin in manifests:
            if row.origin not in parents:
                parents[row.origin] = _parents(manifests[row.origin], readings)
            above = _said_of(row, parents[row.origin], readings)
        yield from above or [row]


def _said_of(row: Dependency, parents: Sequence[Said], readings: Readings) -> list[Dependency]:
    """Return the versions or ranges that the nearest parent has which says any."""
    for one in parents:
        rows = readings.dependencies([one], [row.name])
        found = [each for each in rows if each.name == row.name and (each.version or each.declared)]
        if found:
            return found
    return []


def _parents(child: Said, readings: Readings) -> list[Said]:
    """Return the manifests above that give versions to this one, the nearest first."""
    found: list[Said] = []
    folder = child.place.folder
    while folder:
        folder = folder.rpartition("/")[0]
        path = f"{folder}/{_INHERITED[child.place.ecosystem]}".lstrip("/")
        for place in readings.places_in(folder):
            if place.path == path:
                said = readings.manifest(place)
                if child.place.ecosystem != "maven" or _is_parent(
                    said, found[-1] if found else child, readings
                ):
                    found.append(said)
    return found


def _is_parent(said: Said, child: Said, readings: Readings) -> bool:
    """Return whether a pom.xml names another one, which first of all names itself."""
    own = next(iter(readings.dependencies([said], None)), None)
    named = readings.dependencies([child], [own.name]) if own else ()
    return own is not None and any(row.name == own.name for row in named)
