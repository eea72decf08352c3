"""Reads yarn.lock, both yarn 1's own format and that of later versions, which is a kind of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, settled
from gitexp.records.facts import Dependency

_DESCRIPTOR = re.compile(r"(?P<name>@?[^@]+)@(?P<wanted>.*)")
_FIELD = re.compile(r'  (version|resolution):? "?([^"]*)"?')
_WORKSPACE = "workspace:"


@dataclass(frozen=True)
class _Entry:
    """One resolution: the descriptors (`name@range`) that led to it, and what they resolve to."""

    descriptors: tuple[tuple[str, str], ...]
    name: str
    version: str | None
    workspace: str | None


def yarn_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a yarn.lock; what a project asks for itself is found by the range that its package.json declares."""
    entries = list(_entries(text))
    if not entries and re.search(r"^\s*[^#\s]", text, re.MULTILINE) and "__metadata:" not in text:
        raise Unreadable("it is no yarn.lock")
    by_descriptor = {descriptor: entry for entry in entries for descriptor in entry.descriptors}
    folders = {entry.workspace for entry in entries if entry.workspace}
    asked = [importer for importer in importers if _is_for(importer, folders, by_descriptor)]
    if importers and not asked:
        return None
    locked: dict[str, list[Dependency]] = {}
    for entry in entries:
        locked.setdefault(entry.name, []).append(Dependency("npm", entry.name, path, version=entry.version))
    direct: dict[str, list[Dependency]] = {}
    for importer in asked:
        for one in importer.dependencies:
            if found := by_descriptor.get((one.name, one.declared or "")):
                row = Dependency("npm", found.name, path, version=found.version)
                direct.setdefault(found.name, []).append(row)
    return Reading(settled(locked, direct))


def _is_for(importer: Importer, folders: set[str], by_descriptor: dict[tuple[str, str], _Entry]) -> bool:
    """Return whether the lock is this project's: it says so (yarn 2 and later), or knows what it asks for."""
    if folders:
        return importer.folder in folders
    asked = [(one.name, one.declared) for one in importer.dependencies if one.declared and not one.version]
    return importer.folder == "." or any((name, wanted or "") in by_descriptor for name, wanted in asked)


def _entries(text: str) -> Iterator[_Entry]:
    heads: list[str] = []
    fields: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise Unreadable(f"line {number} is left from a git merge")
        if line[:1] in ("", "#"):
            continue
        if line[0] != " ":
            yield from _entry(heads, fields)
            heads, fields = _heads(line), {}
        elif found := _FIELD.fullmatch(line.rstrip()):
            fields.setdefault(found[1], found[2])
    yield from _entry(heads, fields)


def _heads(line: str) -> list[str]:
    """Return the descriptors of a line such as `"a@^1", a@^2:` or `"a@npm:^1, a@npm:^2":`."""
    return [head.strip().strip('"') for head in line.rstrip().removesuffix(":").strip('"').split(",")]


def _entry(heads: list[str], fields: dict[str, str]) -> Iterator[_Entry]:
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
    yield _Entry(descriptors, name, None if local else fields["version"], local)


def _is_alias(wanted: str) -> bool:
    return wanted.startswith("npm:") and "@" in wanted[5:]
