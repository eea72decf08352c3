"""Reads yarn.lock, both yarn 1's own format and that of later versions, which is a kind of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, settled
from gitexp.records.facts import Dependency

_DESCRIPTOR = re.compile(r"(?P<name>@?[^@]+)@(?P<wanted>.*)")
_FIELD = re.compile(r'  (version|resolution):? "?([^"]*)"?')
_NEED = re.compile(r'    "?(?P<name>[^":\s]+)"?:? "?(?P<wanted>[^"]*)"?')
_NEEDED = ("  dependencies:", "  optionalDependencies:")
_WORKSPACE = "workspace:"
_ENGINES = frozenset({"node", "npm", "yarn", "pnpm", "bun", "deno", "vscode"})
"""What `engines` of a package.json names, and no lock file holds."""

_Need = tuple[str, str]
"""A name and the range that is wanted of it."""


@dataclass(frozen=True, eq=False)
class _Entry:
    """One resolution: the descriptors (`name@range`) that led to it, and what they resolve to.

    `needs` are the lines that name what it needs; of a workspace also what it needs for its development.
    """

    descriptors: tuple[_Need, ...]
    name: str
    version: str | None
    workspace: str | None
    needs: tuple[str, ...]


class _Lock:
    """The entries of a lock file, and what leads to each."""

    def __init__(self, entries: Sequence[_Entry]) -> None:
        self.entries = entries
        self.workspaces = {entry.workspace: entry for entry in entries if entry.workspace}
        self._exact = {descriptor: entry for entry in entries for descriptor in entry.descriptors}
        self._named: dict[str, dict[_Entry, None]] = {}
        self._told: set[str] = set()
        for entry in entries:
            for name in (entry.name, *(name for name, _ in entry.descriptors)):
                self._named.setdefault(name, {})[entry] = None

    def exactly(self, needs: Iterable[_Need]) -> list[_Entry]:
        """Return what the ranges lead to just as they are written."""
        return [found for need in needs if (found := self._exact.get(need))]

    def found(self, needs: Iterable[_Need]) -> Iterator[_Entry]:
        """Yield what the ranges lead to, once; of one that was overridden, and is none of the lock's, all of the name."""
        for need in needs:
            if exact := self._exact.get(need):
                yield exact
            elif need[0] not in self._told:
                self._told.add(need[0])
                yield from self._named.get(need[0], ())

    def needed(self, entry: _Entry) -> Iterator[_Entry]:
        """Yield what an entry needs."""
        return self.found(_needs(entry))

    def holds(self, name: str) -> bool:
        """Return whether anything by this name is in it."""
        return name in self._named


def yarn_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a yarn.lock; what a project asks for itself is found by the range that is wanted.

    Later versions name the workspaces. One of them sees what the root asks for, where it does not ask for it itself.
    """
    lock = _Lock(list(_entries(text)))
    if not lock.entries and re.search(r"^\s*[^#\s]", text, re.MULTILINE) and "__metadata:" not in text:
        raise Unreadable("it is no yarn.lock")
    asked = [importer for importer in importers if _is_for(importer, lock)]
    if importers and not asked:
        return None
    if lock.workspaces:
        folders = [importer.folder for importer in asked] or list(lock.workspaces)
        ours = [need for folder in folders for need in _needs(lock.workspaces[folder])]
        root = _needs(lock.workspaces["."]) if "." in lock.workspaces else []
        whole = lock.workspaces.keys() <= set(folders)
    else:
        ours, root = [need for importer in asked for need in _asked(importer)], []
        whole = not asked or not all(map(lock.holds, (name for name, _ in ours)))
    locked = lock.entries if whole else reached(lock.found([*ours, *root]), lock.needed)
    direct = {**_rows(lock.exactly(root), path), **_rows(lock.exactly(ours), path)}
    return Reading(settled(_rows(locked, path), direct))


def _is_for(importer: Importer, lock: _Lock) -> bool:
    """Return whether the lock is this project's: it says so (yarn 2 and later), or knows what it asks for."""
    if lock.workspaces:
        return importer.folder in lock.workspaces
    asked = [
        (one.name, one.declared or "") for one in importer.dependencies if one.declared and not one.version
    ]
    return importer.folder == "." or bool(lock.exactly(asked))


def _asked(importer: Importer) -> Iterator[_Need]:
    """Yield what a project asks for itself; first of all a package.json names the project."""
    for number, one in enumerate(importer.dependencies):
        if (number or one.declared) and one.name not in _ENGINES:
            yield one.name, one.declared or ""


def _needs(entry: _Entry) -> list[_Need]:
    found = map(_NEED.fullmatch, entry.needs)
    return [(need["name"], need["wanted"].removeprefix("npm:")) for need in found if need]


def _rows(entries: Iterable[_Entry], path: str) -> dict[str, list[Dependency]]:
    rows: dict[str, list[Dependency]] = {}
    for entry in entries:
        rows.setdefault(entry.name, []).append(Dependency("npm", entry.name, path, version=entry.version))
    return rows


def _entries(text: str) -> Iterator[_Entry]:
    heads: list[str] = []
    fields: dict[str, str] = {}
    needs: list[str] = []
    needing = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise Unreadable(f"line {number} is left from a git merge")
        if line[:1] in ("", "#"):
            continue
        if line[0] != " ":
            yield from _entry(heads, fields, needs)
            heads, fields, needs, needing = _heads(line), {}, [], False
        elif line.startswith("    "):
            if needing:
                needs.append(line.rstrip())
        else:
            needing = line.rstrip() in _NEEDED
            if found := _FIELD.fullmatch(line.rstrip()):
                fields.setdefault(found[1], found[2])
    yield from _entry(heads, fields, needs)


def _heads(line: str) -> list[str]:
    """Return the descriptors of a line such as `"a@^1", a@^2:` or `"a@npm:^1, a@npm:^2":`."""
    return [head.strip().strip('"') for head in line.rstrip().removesuffix(":").strip('"').split(",")]


def _entry(heads: list[str], fields: dict[str, str], needs: list[str]) -> Iterator[_Entry]:
    """Yield the entry that a block is; `__metadata` and the like name no package."""
    found = [match for head in heads if (match := _DESCRIPTOR.fullmatch(head))]
    if not found or "version" not in fields:
        return
    named = _DESCRIPTOR.fullmatch(fields.get("resolution", ""))
    alias = _DESCRIPTOR.fullmatch(found[0]["wanted"].removeprefix("npm:"))
    name = (
        named["name"]
        if named
        else alias["name"]
        if alias and _is_alias(found[0]["wanted"])
        else found[0]["name"]
    )
    local = (
        named["wanted"].removeprefix(_WORKSPACE) if named and named["wanted"].startswith(_WORKSPACE) else None
    )
    descriptors = tuple((match["name"], match["wanted"].removeprefix("npm:")) for match in found)
    yield _Entry(descriptors, name, None if local else fields["version"], local, tuple(needs))


def _is_alias(wanted: str) -> bool:
    return wanted.startswith("npm:") and "@" in wanted[5:]
