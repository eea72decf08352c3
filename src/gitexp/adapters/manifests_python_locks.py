"""Reads Python's lock files: uv.lock, poetry.lock, pdm.lock, pylock.toml and Pipfile.lock."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    """Read uv.lock. It names the projects of its workspace, and is none of any other's."""
    packages = _packages(text, "package")
    ours = {_local(package) for package in packages} - {None}
    if ours and importers and not any(importer.folder in ours for importer in importers):
        return None
    return _reading(packages, path)


def _local(package: dict[str, object]) -> str | None:
    source = table(package.get("source"))
    folder = next(
        (found for kind in ("virtual", "editable", "directory") if (found := words(source.get(kind)))), None
    )
    return folder.rstrip("/") if folder else None


def poetry_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read poetry.lock or pdm.lock."""
    return _reading(_packages(text, "package"), path)


def pylock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read pylock.toml (PEP 751)."""
    return _reading(_packages(text, "packages"), path)


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


def _packages(text: str, key: str) -> list[dict[str, object]]:
    data = toml(_FILES.sub("", text))
    if key not in data and text.strip() and not {"version", "metadata", "lock-version"} & set(data):
        raise Unreadable("it lists no packages")
    return [*rows(data.get(key))]


def _reading(packages: list[dict[str, object]], path: str) -> Reading:
    named = [(words(package.get("name")), words(package.get("version"))) for package in packages]
    return Reading(
        unique(Dependency("pypi", normal(name), path, version=version) for name, version in named if name)
    )
