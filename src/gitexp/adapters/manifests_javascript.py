"""Reads package.json, package-lock.json and npm-shrinkwrap.json."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import Importer, Reading, json_table, settled, table, unique, words
from gitexp.records.facts import Dependency

_TABLES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_RANGE = re.compile(r"[\s\d.xX*<>=~^|,v+-][^/:]*")
_ANY = ("", "*", "x", "X", "latest")
_ALIAS = re.compile(r"npm:(?P<name>@?[^@]+)(?:@(?P<range>.*))?")
_NEEDED = ("dependencies", "optionalDependencies", "peerDependencies")
_INSTALLED = "node_modules/"
_MAX_PATH = 4096
"""Signs of a folder's name: no file system has longer ones."""


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
    """Read `packages` (version 2 and 3): its keys are folders, those of the workspaces among them.

    A workspace sees what the root asks for, where it does not ask for it itself.
    """
    tree = _Tree(packages)
    ours = {folder or "." for folder in packages if _INSTALLED not in f"{folder}/"}
    asked = {importer.folder for importer in importers} or ours
    if not asked & ours and importers:
        return None
    own = [place for folder in packages if (folder or ".") in asked for place in tree.asked(folder)]
    root = [*tree.asked("")]
    places = tree.installed() if ours <= asked else reached([*own, *root], tree.needed)
    direct = {**tree.rows(root, path), **tree.rows(own, path)}
    return Reading(settled(tree.rows(places, path), direct))


class _Tree:
    """The folders of a lock file, each with what it is."""

    def __init__(self, packages: dict[str, object]) -> None:
        self._packages = {place: table(value) for place, value in packages.items() if len(place) < _MAX_PATH}
        self._inside: dict[str, dict[str, str]] = {}
        self._above: dict[str, str] = {}
        for place in self.installed():
            folder, _, name = place.rpartition(_INSTALLED)
            self._inside.setdefault(folder.rstrip("/"), {})[name] = place

    def installed(self) -> list[str]:
        """Return the folders that packages are installed in."""
        return [place for place in self._packages if _INSTALLED in place and not place.endswith("/")]

    def asked(self, folder: str) -> Iterator[str]:
        """Yield where lies what a project asks for itself, for its development too."""
        return self._found(folder, chain.from_iterable(self._listed(folder, name) for name in _TABLES))

    def needed(self, place: str) -> Iterator[str]:
        """Yield where lies what a package needs; what it works without is here only where another one asks for it."""
        folder = self._meant(place)
        spared = self._listed(folder, "peerDependenciesMeta")
        names = (name for listed in _NEEDED for name in self._listed(folder, listed))
        return self._found(
            folder, (name for name in names if table(spared.get(name)).get("optional") is not True)
        )

    def _listed(self, folder: str, name: str) -> dict[str, object]:
        return table(self._packages.get(folder, {}).get(name))

    def _meant(self, place: str) -> str:
        """Return the folder itself, or the one of a workspace that it is a link to."""
        entry = self._packages[place]
        target = words(entry.get("resolved")) if entry.get("link") is True else None
        return target if target in self._packages else place

    def _found(self, folder: str, names: Iterable[str]) -> Iterator[str]:
        """Yield where each name lies, as node looks for it: in the folder itself, then in each one above."""
        for name in names:
            at = folder
            while (found := self._inside.get(at, {}).get(name)) is None and at:
                at = self._next(at)
            if found is not None:
                yield found

    def _next(self, folder: str) -> str:
        """Return the nearest folder above in which something is installed, or the root."""
        if folder not in self._above:
            above = folder.rpartition("/")[0]
            while above and above not in self._inside:
                above = above.rpartition("/")[0]
            self._above[folder] = above
        return self._above[folder]

    def rows(self, places: Iterable[str], path: str) -> dict[str, list[Dependency]]:
        """Return what lies in these folders of node_modules, by its name."""
        rows: dict[str, list[Dependency]] = {}
        for place in places:
            name = words(self._packages[place].get("name")) or place.rpartition(_INSTALLED)[2]
            version = words(self._packages[self._meant(place)].get("version"))
            rows.setdefault(name, []).append(Dependency("npm", name, path, version=version))
        return rows


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
