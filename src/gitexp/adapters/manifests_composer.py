"""Reads composer.json and composer.lock. `php` and its extensions are dependencies like the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import (
    Importer,
    Reading,
    Unreadable,
    items,
    json_table,
    rows,
    table,
    unique,
    words,
)
from gitexp.records.facts import Dependency

_REQUIRED = ("require", "require-dev")
_STANDS_FOR = ("replace", "provide")
_ANY = ("", "*", "@dev", "@stable")
_OWN = "self.version"


def composer_json(path: str, text: str) -> Reading:
    """Read a composer.json. Without one table of requirements it is no list of dependencies."""
    data = json_table(text)
    own = words(data.get("version"))
    listing = any(kind in data for kind in _REQUIRED)
    found = [*_package(data, path)]
    for kind in _REQUIRED:
        for name, value in table(data.get(kind)).items():
            found.append(_required(name, words(value) or "", own, path))
    if listing and not any(one.name == "php" for one in found):
        # That nobody says which PHP is needed does not mean that there is none.
        found.append(Dependency("composer", "php", path))
    return Reading(unique(found), "whole" if listing else "nothing")


def _required(name: str, value: str, own: str | None, path: str) -> Dependency:
    declared = own if value == _OWN else None if value in _ANY else value
    return Dependency("composer", name.lower(), path, declared=declared)


def _package(data: dict[str, object], path: str) -> Iterator[Dependency]:
    """Yield a package and those it stands for: what it replaces or provides is here as surely as itself."""
    version = words(data.get("version"))
    if name := words(data.get("name")):
        yield Dependency("composer", name.lower(), path, version=version)
    for kind in _STANDS_FOR:
        for name, value in table(data.get(kind)).items():
            same = version if words(value) == _OWN else None
            yield Dependency("composer", name.lower(), path, version=same)


def composer_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading:
    """Read a composer.lock."""
    data = json_table(text)
    if not isinstance(data.get("packages"), list):
        raise Unreadable("it lists no packages")
    packages = [*rows(data["packages"]), *rows(items(data.get("packages-dev")))]
    return Reading(unique(found for package in packages for found in _package(package, path)))
