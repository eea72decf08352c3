"""Reads pnpm-lock.yaml line by line: the few keys that name versions, in the forms of versions 5 to 9."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, settled
from gitexp.records.facts import Dependency

_LINE = re.compile(
    r"(?P<indent> *)(?:'(?P<single>(?:[^']|'')*)'|\"(?P<double>[^\"]*)\"|(?P<plain>[^\s'\"#:-](?:[^:]|:(?=\S))*))"
    r":(?: +(?P<value>\S.*))?"
)
_LONG = re.compile(r"(?P<indent> *)\? '?(?P<key>[^'\s]+)'?")
"""A key of more than 1024 signs stands on a line of its own; what it holds begins with `: `."""
_DEV = "devDependencies"
_NEEDED = ("dependencies", "optionalDependencies")
_TABLES = (*_NEEDED, _DEV)
_SPARED = "peerDependenciesMeta"
"""All that pnpm writes there is `optional: true`."""
_EXACT = r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*"
_KEY = re.compile(rf"/?(?P<name>(?:@[^/@]+/)?[^/@]+)[@/](?P<version>{_EXACT})(?:[_(/].*)?")
"""`/name/1.2.3_peer@1`, `/name@1.2.3(peer@1)`, `name@1.2.3`."""
_VERSION = re.compile(rf"(?P<version>{_EXACT})(?:[_(].*)?")
_LINK = "link:"
_ROOT = "."

_Need = tuple[str, str]
"""A name, and what it leads to: a version, another package, or `link:` and the folder of a project of the lock."""


@dataclass
class _Lock:
    """What a lock file says, as it is read."""

    keys: set[str] = field(default_factory=set)
    packages: list[str] = field(default_factory=list)
    needs: dict[str, list[_Need]] = field(default_factory=dict)
    """What each package needs, by its key."""
    spared: set[tuple[str, str]] = field(default_factory=set)
    """What a package works without, by its key: it gets it where another one happens to ask for it."""
    projects: dict[str, dict[_Need, bool]] = field(default_factory=dict)
    """What each project asks for itself, and whether for its development alone."""
    told: set[str] = field(default_factory=set)
    """Whose needs were told already: many names may lead to the same."""

    def take(self, keys: tuple[str, ...], value: str) -> None:
        """Take the value that stands under these keys."""
        self.keys.add(keys[0])
        if keys[0] in ("packages", "snapshots"):
            if len(keys) == 2:
                self.packages.append(keys[1])
            elif len(keys) == 4 and keys[2] in _NEEDED and value:
                self.needs.setdefault(keys[1].lstrip("/"), []).append((keys[3], _from(_ROOT, value)))
            elif len(keys) == 4 and keys[2] == _SPARED:
                self.spared.add((keys[1].lstrip("/"), keys[3]))
            return
        folder, table, name = _direct(keys)
        if folder:
            project = self.projects.setdefault(folder, {})
            if name and value:
                project[name, _from(folder, value)] = table == _DEV

    def needed(self, need: _Need) -> Iterable[_Need]:
        """Return what that needs: of a project that another one links to nothing for its development."""
        name, to = need
        if to.startswith(_LINK):
            linked = self.projects.get(to.removeprefix(_LINK), {}) if self._is_new(to) else {}
            return [one for one, develops in linked.items() if not develops]
        to = to.lstrip("/")
        key = next((key for key in (f"{name}@{to}", to, f"{name}/{to}") if key in self.needs), "")
        bare = key.partition("(")[0]
        needs = self.needs.get(key, ()) if self._is_new(key) else ()
        return [one for one in needs if not {(key, one[0]), (bare, one[0])} & self.spared]

    def _is_new(self, key: str) -> bool:
        new = key not in self.told
        self.told.add(key)
        return new


def pnpm_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a pnpm-lock.yaml; what a project asks for itself stands under its folder in `importers`.

    A project sees what the root asks for, where it does not ask for it itself.
    """
    lock = _Lock()
    for keys, value in _keys(text):
        lock.take(keys, value)
    if "lockfileVersion" not in lock.keys:
        raise Unreadable("it is no pnpm-lock.yaml")
    known = lock.projects.keys() or {_ROOT}
    asked = {importer.folder for importer in importers} or known
    if not asked & known:
        return None
    ours, root = _asked(lock, asked), _asked(lock, [_ROOT])
    if known <= asked:
        locked = _by_name(chain(_packages(lock.packages, path), _rows(ours, path)))
    else:
        locked = _by_name(_rows(reached([*ours, *root], lock.needed), path))
    return Reading(settled(locked, {**_by_name(_rows(root, path)), **_by_name(_rows(ours, path))}))


def _asked(lock: _Lock, folders: Container[str]) -> list[_Need]:
    return [need for folder, project in lock.projects.items() if folder in folders for need in project]


def _direct(keys: tuple[str, ...]) -> tuple[str | None, str, str | None]:
    """Return the project's folder that these keys speak of, the table, and the dependency that the value resolves.

    A lock of one project has its tables at the top; a name holds the version itself (version 5) or in `version`.
    """
    folder: str | None = _ROOT
    rest = keys
    if keys[0] == "importers":
        folder, rest = (keys[1] if len(keys) > 1 else None), keys[2:]
    elif keys[0] not in _TABLES:
        return None, "", None
    if len(rest) in (2, 3) and rest[0] in _TABLES and rest[2:] in ((), ("version",)):
        return folder, rest[0], rest[1]
    return folder, "", None


def _from(folder: str, value: str) -> str:
    """Return what a name leads to, a link as a path from the lock's folder."""
    if not value.startswith(_LINK):
        return value
    return _LINK + posixpath.normpath(posixpath.join(folder, value.removeprefix(_LINK)))


def _packages(keys: Iterable[str], path: str) -> Iterator[Dependency]:
    return (
        Dependency("npm", found["name"], path, version=found["version"])
        for key in keys
        if (found := _KEY.fullmatch(key))
    )


def _rows(needs: Iterable[_Need], path: str) -> Iterator[Dependency]:
    """Yield what is got: a version, another package by an alias, or a folder or URL without one."""
    for name, to in needs:
        if found := _VERSION.fullmatch(to):
            yield Dependency("npm", name, path, version=found["version"])
        elif alias := _KEY.fullmatch(to):
            yield Dependency("npm", alias["name"], path, version=alias["version"])
        else:
            yield Dependency("npm", name, path)


def _by_name(rows: Iterable[Dependency]) -> dict[str, list[Dependency]]:
    found: dict[str, list[Dependency]] = {}
    for row in rows:
        found.setdefault(row.name, []).append(row)
    return found


def _keys(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each `key: value` with the keys above it, by indentation. Other lines are lists and continued texts."""
    stack: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise Unreadable(f"line {number} is left from a git merge")
        found = _LINE.fullmatch(line.replace(": ", "  ", 1) if line.lstrip().startswith(": ") else line)
        if not found and not (found := _LONG.fullmatch(line)):
            continue
        indent = len(found["indent"])
        while stack and stack[-1][0] >= indent:
            stack.pop()
        named = found.groupdict()
        key = named.get("key") or named.get("single") or named.get("double") or named.get("plain") or ""
        stack.append((indent, key))
        yield tuple(name for _, name in stack), (named.get("value") or "").strip("'\"")
