"""Tells from its top folders which CI and tools a repository has, and from its dependencies which frameworks.

Only the root is listed and a few fixed paths are looked at: the tree is never walked.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from gitexp.adapters.environment_signs import AT_THE_ROOT, FRAMEWORKS, SIGNS
from gitexp.adapters.facts_gathering import joined
from gitexp.records.facts import Fact
from gitexp.records.languages import ecosystems_of, languages_of
from gitexp.records.packages import normal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from gitexp.records.facts import Dependency

KNOWN: dict[str, frozenset[str]] = {
    "ci": frozenset(AT_THE_ROOT["ci"].split()),
    "tool": frozenset(AT_THE_ROOT["tool"].split()),
    "framework": frozenset(FRAMEWORKS),
}
"""The values that would have been seen, so that their absence is known. Of `ci` and `tool` these are the ones that
must lie where we look: a Dockerfile may lie in any folder, and so `docker` can be told and never denied. A framework
is seen where the manifests of its ecosystems were read whole: `tellable_frameworks` says which."""


def environment(root: str | os.PathLike[str], beside: Collection[str] = ()) -> dict[str, Fact]:
    """Return `ci` and `tool` with what the repository has of them, and the files that say so.

    `beside` are paths that are there without lying in the work tree, a folder with a slash behind.
    """
    top = os.fspath(root)
    more = _by_folder(beside)
    entries = _entries(top, more.get("", {}))
    found: dict[str, dict[str, str]] = {}
    for name, is_folder in entries.items():
        for sign in _spellings(name, is_folder):
            for key, value in _by_sign().get(sign, ()):
                found.setdefault(key, {}).setdefault(value, name)
    for sign, kinds in _deeper().items():
        folder, _, name = sign.rpartition("/")
        if entries.get(sign.partition("/")[0]):
            inside = _entries(f"{top}/{folder}", more.get(folder, {}))
            for key, value in kinds if (place := _shows(inside, folder, name)) else ():
                found.setdefault(key, {}).setdefault(value, place)
    return {key: joined(found[key]) for key in sorted(found)}


def all_seen(root: str | os.PathLike[str], beside: Collection[str] = ()) -> bool:
    """Return whether what is not seen is not there: not where a folder can't be listed, or nothing was laid out yet."""
    top = os.fspath(root)
    folders = [top, *(f"{top}/{folder}" for folder in looked_into())]
    # pathlib would cost recall a millisecond
    if not all(os.access(one, os.R_OK | os.X_OK) for one in folders if os.path.isdir(one)):  # noqa: PTH112
        return False
    return bool(beside or _entries(top, {}).keys() - {".git"})


def _by_folder(paths: Iterable[str]) -> dict[str, dict[str, bool]]:
    """Return the names in each folder, and whether each is a folder."""
    found: dict[str, dict[str, bool]] = {}
    for path in paths:
        folder, _, name = path.rstrip("/").rpartition("/")
        found.setdefault(folder, {})[name] = path.endswith("/")
    return found


def _entries(top: str, more: Mapping[str, bool]) -> dict[str, bool]:
    """Return the names of a folder, sorted, and whether each is a folder; none where it can't be looked into."""
    try:
        with os.scandir(top) as entries:
            # A name that can't be shown is no sign of anything.
            found = {one.name: _is_folder(one) for one in entries if one.name.isprintable()}
    except (OSError, ValueError):
        found = {}
    return dict(sorted({**more, **found}.items()))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False


def _spellings(name: str, is_folder: bool) -> list[str]:
    """Return the signs that a name may be: itself, its beginning (`jest.config.*`) and its ending (`*.tf`)."""
    parts = name.split(".")[:6]
    if is_folder:
        return [f"{name}/", f"*.{parts[-1]}/"]
    return [name, *(f"{'.'.join(parts[:size])}.*" for size in range(1, len(parts))), f"*.{parts[-1]}"]


def _shows(inside: Mapping[str, bool], folder: str, name: str) -> str:
    """Return the place that a deeper sign means, where it is there: a file, or a folder with a file that ends so."""
    if not name.startswith("*"):
        return f"{folder}/{name}" if inside.get(name) is False else ""
    found = any(not is_folder and one.endswith((".yml", ".yaml")) for one, is_folder in inside.items())
    return folder if found else ""


_Kinds = dict[str, tuple[tuple[str, str], ...]]


@lru_cache
def _all_signs() -> _Kinds:
    """Return what each sign tells: keys and values."""
    found: _Kinds = {}
    for key, table in SIGNS.items():
        for value, signs in table.items():
            for sign in signs.split():
                found[sign] = (*found.get(sign, ()), (key, value))
    return found


@lru_cache
def _by_sign() -> _Kinds:
    return {sign: kinds for sign, kinds in _all_signs().items() if "/" not in sign[:-1]}


@lru_cache
def _deeper() -> _Kinds:
    return {sign: kinds for sign, kinds in _all_signs().items() if "/" in sign[:-1]}


def looked_into() -> list[str]:
    """Return the folders below the root that are looked into."""
    return sorted({sign.rpartition("/")[0] for sign in _deeper()})


def frameworks(dependencies: Iterable[Dependency]) -> dict[str, Fact]:
    """Return `framework` with those that the dependencies name, and the manifests that say so.

    What a lock file names may be anyone's: hand over what the manifests declare.
    """
    found: dict[str, str] = {}
    for one in dependencies:
        for value in frameworks_of(one.ecosystem, one.name):
            found.setdefault(value, one.origin)
    return {"framework": joined(found)} if found else {}


def frameworks_of(ecosystem: str | None, name: str) -> tuple[str, ...]:
    """Return the frameworks that a package is of; without an ecosystem those of that name in any."""
    tables = _by_package()
    asked = tables if ecosystem is None else (ecosystem,)
    return tuple(
        value
        for one in asked
        if one in tables
        for spelled in _names(one, name)
        for value in tables[one].get(spelled, ())
    )


def frameworks_of_import(path: str, module: str) -> tuple[str, ...]:
    """Return the frameworks that an import of a module shows, by the language of the file that imports it."""
    # Rust writes the name of a crate with `_`, whatever its package has.
    spelled = {"cargo": module.replace("_", "-"), "pypi": normal(module)}
    found = (
        value
        for one in sorted(ecosystems_of(languages_of(path)))
        for value in frameworks_of(one, spelled.get(one, module))
    )
    return tuple(dict.fromkeys(found))


def _names(ecosystem: str, name: str) -> list[str]:
    """Return how the table may name it: of Maven's the group and those above it, of Go's without a major version."""
    if ecosystem == "maven":
        parts = name.partition(":")[0].split(".")[:8]
        return [".".join(parts[:size]) for size in range(2, len(parts) + 1)]
    if ecosystem == "go":
        module, _, last = name.rpartition("/")
        return [module if last[:1] == "v" and last[1:].isdigit() else name]
    return [name.lower()]


@lru_cache
def _by_package() -> dict[str, dict[str, tuple[str, ...]]]:
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for value, packages in FRAMEWORKS.items():
        for package in packages.split():
            ecosystem, _, name = package.partition(":")
            names = found.setdefault(ecosystem, {})
            names[name] = (*names.get(name, ()), value)
    return found


def tellable_frameworks(ecosystems: Collection[str]) -> frozenset[str]:
    """Return the frameworks that would have been seen where the manifests of these ecosystems were read whole."""
    read = set(ecosystems)
    return frozenset(
        value
        for value, packages in FRAMEWORKS.items()
        if {package.partition(":")[0] for package in packages.split()} <= read
    )
