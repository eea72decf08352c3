"""Reads Cargo.toml and Cargo.lock. `rust` is a dependency too, at least as new as `rust-version` says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import (
    Counts,
    Importer,
    Reading,
    Unreadable,
    settled,
    table,
    unique,
    words,
)
from gitexp.adapters.manifests_text import without_conflicts, written_toml
from gitexp.records.facts import Dependency

_TABLES = ("dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies")
_PACKAGE = re.compile(r"^\[\[package\]\]", re.MULTILINE)
_FIELD = re.compile(r'^(name|version|source)[ \t]*=[ \t]*"([^"\n]*)"', re.MULTILINE)
_NEEDS = re.compile(r"^dependencies[ \t]*=[ \t]*\[([^\[\]]*)\]", re.MULTILINE)
_NEED = re.compile(r'"([^"\n]*)"')
_OTHER_TABLE = re.compile(r"^\[", re.MULTILINE)


def cargo_toml(path: str, text: str) -> Reading:
    """Read a Cargo.toml. What its workspace settles is known where both stand in the same file."""
    data = written_toml(text)
    package = table(data.get("package")) or table(data.get("project"))
    workspace = table(data.get("workspace"))
    shared = table(workspace.get("dependencies"))
    found = [*_itself(package, table(workspace.get("package")), path)]
    for listed in _lists(data):
        for key, value in listed.items():
            found.append(_dependency(key, value, shared, path))
    if not package:
        # The root of a workspace speaks for its members, one of which uses what they share.
        found += [_dependency(key, value, {}, path) for key, value in shared.items()]
    counts: Counts = "whole" if package else "part" if "workspace" in data else "nothing"
    return Reading(unique(found), counts)


def _itself(package: dict[str, object], shared: dict[str, object], path: str) -> Iterator[Dependency]:
    """Yield the package and Rust: they are here as surely as what it depends on."""
    if name := words(package.get("name")):
        yield Dependency("cargo", name, path, version=_said("version", package, shared))
    if package or shared:
        needed = _said("rust-version", package or shared, shared)
        yield Dependency("cargo", "rust", path, declared=f">={needed}" if needed else None)


def _said(key: str, package: dict[str, object], shared: dict[str, object]) -> str | None:
    value = package.get(key)
    return words(shared.get(key) if table(value).get("workspace") is True else value)


def _lists(data: dict[str, object]) -> Iterator[dict[str, object]]:
    for place in (data, *map(table, table(data.get("target")).values())):
        for name in _TABLES:
            yield table(place.get(name))


def _dependency(key: str, value: object, shared: dict[str, object], path: str) -> Dependency:
    """Return what an entry names; `package` says what is really meant by the name that the code uses."""
    entry = table(value)
    if entry.get("workspace") is True:
        value = shared.get(key)
        entry = table(value)
    wanted = words(value) or words(entry.get("version"))
    name = words(entry.get("package")) or key
    return Dependency("cargo", name, path, declared=None if wanted == "*" else wanted)


@dataclass(frozen=True, eq=False)
class _Locked:
    """One package of a lock file. `needs` are names and, where the name alone won't do, versions."""

    name: str
    version: str | None
    local: bool
    needs: tuple[tuple[str, str], ...]


def cargo_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a Cargo.lock: what it says of the packages that are asked about, or of all where one is not in it.

    Of a name with several versions, a project gets what its own entry there says.
    """
    packages = list(_packages(text))
    members = {one.name: one for one in packages if one.local}
    own = [row.name for importer in importers for row in importer.dependencies[:1]]
    if importers and members and all(map(_is_package, importers)) and not members.keys() & set(own):
        return None
    places = _places(packages)
    asked = [members[name] for name in own if name in members]
    whole = not importers or len(asked) < len(importers)
    locked = _rows(packages if whole else reached(asked, lambda one: _needed(one, places)), path)
    direct = [needed for one in asked for needed in _needed(one, places)]
    return Reading(settled(locked, _rows(direct, path)))


def _rows(packages: Iterable[_Locked], path: str) -> dict[str, list[Dependency]]:
    rows: dict[str, list[Dependency]] = {}
    for one in packages:
        rows.setdefault(one.name, []).append(Dependency("cargo", one.name, path, version=one.version))
    return rows


def _places(packages: Iterable[_Locked]) -> dict[tuple[str, str], _Locked]:
    """Return each package by its name and version, and by its name alone where no other has it."""
    places: dict[tuple[str, str], _Locked] = {}
    several: set[str] = set()
    for one in packages:
        places[one.name, one.version or ""] = one
        if places.setdefault((one.name, ""), one) is not one:
            several.add(one.name)
    return {key: one for key, one in places.items() if key[1] or key[0] not in several}


def _needed(package: _Locked, places: dict[tuple[str, str], _Locked]) -> Iterator[_Locked]:
    return (places[need] for need in package.needs if need in places)


def _is_package(importer: Importer) -> bool:
    """Return whether the project is known to be a package: of all that a Cargo.toml names only it has a version."""
    return bool(importer.dependencies and importer.dependencies[0].version)


def _packages(text: str) -> Iterator[_Locked]:
    """Yield the packages. The file is cargo's own, of one form, and read many times faster than as any TOML."""
    _, *blocks = _PACKAGE.split(without_conflicts(text))
    if not blocks:
        raise Unreadable("it lists no packages")
    for block in blocks:
        end = _OTHER_TABLE.search(block)
        own = block[: end.start()] if end else block
        fields = dict(_FIELD.findall(own))
        needs = _NEEDS.search(own)
        if name := fields.get("name"):
            listed = dict.fromkeys(_NEED.findall(needs[1])) if needs else ()
            named = tuple((*need.split(" "), "")[:2] for need in listed)
            yield _Locked(name, fields.get("version"), "source" not in fields, named)
