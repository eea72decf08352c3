"""Reads what settles the versions of Gradle builds: version catalogs (`gradle/libs.versions.toml`) and gradle.lockfile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_gradle import accessor, wanted
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, items, table, unique, words
from gitexp.adapters.manifests_text import without_conflicts, written_toml
from gitexp.records.facts import Dependency

_LOCKED = re.compile(r"(?P<name>[^\s:=#]+:[^\s:=]+):(?P<version>[^\s:=]+)(?:=.*)?")
_ENDING = ".versions.toml"


def version_catalog(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a version catalog: of what it lists, that which the build scripts take from it.

    None where none of them takes anything: what it lists may be anyone's then.
    """
    data = written_toml(text)
    catalog = path.rpartition("/")[2].removesuffix(_ENDING)
    libraries = {
        accessor(alias): found
        for alias, value in table(data.get("libraries")).items()
        if (found := _library(value, table(data.get("versions")), path))
    }
    if not importers:
        return Reading(unique(libraries.values()), "part")
    bundles = {f"bundles.{accessor(name)}": value for name, value in table(data.get("bundles")).items()}
    taken: list[Dependency] = []
    for alias in _aliases(f"{catalog}.", importers):
        meant = [accessor(one) for one in items(bundles.get(alias)) if isinstance(one, str)] or [alias]
        taken += [libraries[one] for one in meant if one in libraries]
    return Reading(unique(taken), "part") if taken else None


def _aliases(prefix: str, importers: Sequence[Importer]) -> Iterator[str]:
    for importer in importers:
        for one in importer.dependencies:
            if one.name.startswith(prefix):
                yield one.name.removeprefix(prefix)


def _library(value: object, versions: dict[str, object], path: str) -> Dependency | None:
    """Return the library that an entry is: `group:name:version` in one text, or in parts."""
    if isinstance(value, str):
        group, name, version, *_ = (*value.split(":"), "", "", "")
        return _named(group, name, version, path)
    entry = table(value)
    group, _, name = (words(entry.get("module")) or "").partition(":")
    reference = table(entry.get("version")).get("ref")
    said = versions.get(reference) if isinstance(reference, str) else entry.get("version")
    return _named(words(entry.get("group")) or group, words(entry.get("name")) or name, _rich(said), path)


def _named(group: str, name: str, version: str | None, path: str) -> Dependency | None:
    whole = f"{group.strip()}:{name.strip()}"
    return Dependency("maven", whole, path, declared=wanted(version)) if group and name else None


def _rich(version: object) -> str | None:
    """Return what a version asks for; of several wishes the strictest counts."""
    wishes = [version, *(table(version).get(kind) for kind in ("strictly", "require", "prefer"))]
    return next((text for wish in wishes if (text := words(wish))), None)


def gradle_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read a gradle.lockfile: one line for each module, with the configurations that it is locked for."""
    lines = [line.strip() for line in without_conflicts(text).splitlines()]
    said = [line for line in lines if line and not line.startswith(("#", "empty="))]
    read = [one for line in said if (one := _LOCKED.fullmatch(line))]
    if said and not read:
        raise Unreadable("it is no gradle.lockfile")
    unread = ("not every line of it names a module",) if len(read) < len(said) else ()
    modules = dict.fromkeys((one["name"], one["version"]) for one in read)
    return Reading(
        tuple(Dependency("maven", name, path, version=version) for name, version in modules), unread=unread
    )
