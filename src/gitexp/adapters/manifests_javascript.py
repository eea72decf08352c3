"""Reads package.json, package-lock.json and npm-shrinkwrap.json."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import Importer, Reading, json_table, settled, table, unique, words
from gitexp.records.facts import Dependency

_TABLES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_RANGE = re.compile(r"[\s\d.xX*<>=~^|,v+-][^/:]*")
_ANY = ("", "*", "x", "X", "latest")
_ALIAS = re.compile(r"npm:(?P<name>@?[^@]+)(?:@(?P<range>.*))?")
_INSTALLED = "node_modules/"


def package_json(path: str, text: str) -> Reading:
    """Read a package.json; `engines` counts too, so that `node` can be asked for.

    Without one table of dependencies it is no list of them: a `{"type": "module"}` in a folder is none.
    """
    data = json_table(text)
    found = [*_itself(data, path)]
    for listed in _TABLES:
        for name, value in table(data.get(listed)).items():
            found += _declared(name, words(value) or "", path)
    for name, value in table(data.get("engines")).items():
        found.append(Dependency("npm", name, path, declared=_range(words(value) or "")))
    return Reading(unique(found), "whole" if any(listed in data for listed in _TABLES) else "nothing")


def _itself(data: dict[str, object], path: str) -> Iterator[Dependency]:
    """Yield the project: it is here as surely as what it depends on."""
    if name := words(data.get("name")):
        yield Dependency("npm", name, path, version=words(data.get("version")))


def _declared(name: str, value: str, path: str) -> Iterator[Dependency]:
    """Yield what one entry names. A tag, a folder, a URL or a workspace has no range; an alias names two."""
    yield Dependency("npm", name, path, declared=_range(value))
    if alias := _ALIAS.fullmatch(value):
        yield Dependency("npm", alias["name"], path, declared=_range(alias["range"] or ""))


def _range(value: str) -> str | None:
    return value if value not in _ANY and _RANGE.fullmatch(value) else None


def package_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a package-lock.json of any version."""
    data = json_table(text)
    packages = table(data.get("packages"))
    if packages:
        return _by_folder(path, packages, importers)
    if importers and all(importer.folder != "." for importer in importers):
        return None
    ours = {one.name for importer in importers for one in importer.dependencies}
    return _nested(path, table(data.get("dependencies")), ours)


def _by_folder(path: str, packages: dict[str, object], importers: Sequence[Importer]) -> Reading | None:
    """Read `packages` (version 2 and 3): its keys are folders, those of the workspaces among them."""
    ours = [folder for folder in packages if _INSTALLED not in f"{folder}/"]
    asked = [importer.folder for importer in importers]
    speaks_for = [folder for folder in ours if (folder or ".") in asked] if asked else ours
    if asked and not speaks_for:
        return None
    locked: dict[str, list[Dependency]] = {}
    for folder, value in packages.items():
        if _INSTALLED in folder and (found := _installed(folder, table(value), path)):
            locked.setdefault(found.name, []).append(found)
    direct: dict[str, list[Dependency]] = {}
    for folder in speaks_for:
        for listed in _TABLES:
            for name in table(table(packages[folder]).get(listed)):
                if found := _resolved(folder, name, packages, path):
                    direct.setdefault(found.name, []).append(found)
    return Reading(settled(locked, direct))


def _installed(folder: str, entry: dict[str, object], path: str) -> Dependency | None:
    """Return what lies in a folder of node_modules; a link leads to a workspace, which is named there."""
    name = words(entry.get("name")) or folder.rpartition(_INSTALLED)[2]
    return Dependency("npm", name, path, version=words(entry.get("version"))) if name else None


def _resolved(folder: str, name: str, packages: dict[str, object], path: str) -> Dependency | None:
    """Return what a project gets for a name, as node looks for it: in its own folder, then in each one above."""
    while True:
        place = f"{folder}/{_INSTALLED}{name}".removeprefix("/")
        if place in packages:
            return _installed(place, table(packages[place]), path)
        if not folder:
            return None
        folder = folder.rpartition("/")[0]


def _nested(path: str, dependencies: dict[str, object], ours: set[str]) -> Reading:
    """Read `dependencies` (version 1): of what the project names itself, it gets what stands outermost."""
    locked: dict[str, list[Dependency]] = {}
    waiting = deque([dependencies])
    while waiting:
        for name, value in waiting.popleft().items():
            entry = table(value)
            locked.setdefault(name, []).append(_version_1(name, words(entry.get("version")) or "", path))
            waiting.append(table(entry.get("dependencies")))
    direct = {name: locked[name][:1] for name in dependencies if name in ours}
    return Reading(settled(locked, direct))


def _version_1(name: str, value: str, path: str) -> Dependency:
    alias = _ALIAS.fullmatch(value)
    name, version = (alias["name"], alias["range"]) if alias else (name, value)
    return Dependency("npm", name, path, version=version if version and re.match(r"\d", version) else None)
