"""Reads Python's lock files: uv.lock, poetry.lock, pdm.lock, pylock.toml and Pipfile.lock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gitexp.adapters.manifests_python_needs import Locked, grouped, of_poetry, of_uv, reached_from
from gitexp.adapters.manifests_reading import (
    Importer,
    Reading,
    Unreadable,
    json_table,
    rows,
    table,
    toml,
    unique,
    words,
)
from gitexp.records.facts import Dependency
from gitexp.records.packages import normal

# The files of a package are most of a lock file, each on a line of its own. They name no dependency, and
# without them the same text is read about five times faster.
_FILES = re.compile(r"^[ \t]*(?:sdist = )?\{ ?(?:url|file|path) ?=[^\n]*\},?[ \t]*\n", re.MULTILINE)


def uv_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read uv.lock. It names the projects of its workspace, and is none of any other's.

    What the root's groups name is there for the others too: a workspace has one environment for its development.
    """
    data = _data(text, "package")
    packages = [found for one in rows(data.get("package")) if (found := of_uv(one))]
    members = {one.folder: one for one in packages if one.folder}
    asked = {importer.folder for importer in importers} or members.keys()
    # A root that is no project has groups all the same.
    groups = (
        members["."].develops
        if "." in members
        else grouped(table(data.get("manifest")).get("dependency-groups"))
    )
    if members and not asked & members.keys() and not (groups and "." in asked):
        return None
    if members.keys() <= asked:
        return _reading(packages, path)
    ours = [one for folder, one in members.items() if folder in asked]
    reached = reached_from(ours, groups if "." in asked else (), packages)
    shared = {need.name for need in groups}
    return _reading([*reached, *(one for one in packages if one.name in shared)], path)


def poetry_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read poetry.lock or pdm.lock: all of it for the project beside it, else what a project needs that it names."""
    packages = [found for one in rows(_data(text, "package").get("package")) if (found := of_poetry(one))]
    members = {one.folder: one for one in packages if one.folder}
    asked = {importer.folder for importer in importers}
    if not asked or not asked <= members.keys():
        return _reading(packages, path)
    return _reading(reached_from([members[folder] for folder in sorted(asked)], (), packages), path)


def pylock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read pylock.toml (PEP 751)."""
    packages = (of_uv(one) for one in rows(_data(text, "packages").get("packages")))
    return _reading((one for one in packages if one), path)


def pipfile_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read Pipfile.lock: every category but its own notes."""
    found = [
        Dependency("pypi", normal(name), path, version=_exact(table(entry).get("version")))
        for category, entries in json_table(text).items()
        if category != "_meta"
        for name, entry in table(entries).items()
    ]
    return Reading(unique(found))


def _exact(value: object) -> str | None:
    pin = words(value)
    return pin.removeprefix("==").strip() if pin and pin.startswith("==") else None


def _data(text: str, key: str) -> dict[str, object]:
    data = toml(_FILES.sub("", text))
    if key not in data and text.strip() and not {"version", "metadata", "lock-version"} & set(data):
        raise Unreadable("it lists no packages")
    return data


def _reading(packages: Iterable[Locked], path: str) -> Reading:
    return Reading(unique(Dependency("pypi", one.name, path, version=one.version) for one in packages))
