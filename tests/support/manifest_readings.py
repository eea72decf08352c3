"""Reads a text as the manifest or lock file that its name says, and tells what it gives."""

from __future__ import annotations

from collections.abc import Iterable

from gitexp.adapters.manifests_known import known, read_lock, read_manifest
from gitexp.adapters.manifests_reading import Importer, Reading
from gitexp.records.facts import Dependency


def reading(path: str, text: str) -> Reading:
    """Return what a manifest says, or a lock file that nobody is asked about."""
    one = known(path)
    assert one, path
    found = read_lock(one, text, []) if one.lock else read_manifest(one, text)
    assert found
    return found


def locked(path: str, text: str, *importers: Importer) -> Reading | None:
    """Return what a lock file says for these projects."""
    one = known(path)
    assert one and one.lock, path
    return read_lock(one, text, importers)


def project(ecosystem: str, path: str, *names: str) -> Importer:
    """Return a project that names these packages: its manifest as a path from the lock file's folder."""
    rows = tuple(Dependency(ecosystem, name, path) for name in names)
    return Importer(path.rpartition("/")[0] or ".", rows)


def ranges(found: Reading) -> dict[str, str | None]:
    """Return what each name is declared with."""
    return {one.name: one.declared for one in found.dependencies}


def versions(found: Reading | None) -> dict[str, str | None]:
    """Return the exact version of each name."""
    assert found
    return {one.name: one.version for one in found.dependencies}


def several(found: Reading, name: str) -> list[tuple[str | None, str | None]]:
    """Return version and range of each row that has this name."""
    return [(one.version, one.declared) for one in found.dependencies if one.name == name]


def ecosystems(found: Reading) -> Iterable[str]:
    """Return the ecosystems that the rows are of."""
    return {one.ecosystem for one in found.dependencies}
