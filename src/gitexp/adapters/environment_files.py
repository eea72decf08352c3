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

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from gitexp.records.facts import Dependency

KNOWN: dict[str, frozenset[str]] = {
    "ci": frozenset(AT_THE_ROOT["ci"].split()),
    "tool": frozenset(AT_THE_ROOT["tool"].split()),
    "framework": frozenset(FRAMEWORKS),
}
"""The values that would have been seen, so that their absence is known. Of `ci` and `tool` these are the ones that
must lie where we look: a Dockerfile may lie in any folder, and so `docker` can be told and never denied. A framework
is seen where the manifests of its ecosystems were read whole: `tellable_frameworks` says which."""


def environment(root: str | os.PathLike[str]) -> dict[str, Fact]:
    """Return `ci` and `tool` with what the repository has of them, and the files that say so."""
    top = os.fspath(root)
    entries = _entries(top)
    found: dict[str, dict[str, str]] = {}
    for name, is_folder in entries.items():
        for sign in _spellings(name, is_folder):
            for key, value in _by_sign().get(sign, ()):
                found.setdefault(key, {}).setdefault(value, name)
    for sign, kinds in _deeper().items():
        first = sign.partition("/")[0]
        if entries.get(first) and (place := _below(top, sign)):
            for key, value in kinds:
                found.setdefault(key, {}).setdefault(value, place)
    return {key: joined(found[key]) for key in sorted(found)}


def _entries(top: str) -> dict[str, bool]:
    """Return the names of a folder, sorted, and whether each is a folder; none where it can't be looked into."""
    try:
        with os.scandir(top) as entries:
            # A name that can't be shown is no sign of anything.
            return dict(sorted((one.name, _is_folder(one)) for one in entries if one.name.isprintable()))
    except (OSError, ValueError):
        return {}


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


def _below(top: str, sign: str) -> str:
    """Return the place that a deeper sign means, where it is there: a file, or a folder with a file that ends so."""
    folder, _, name = sign.rpartition("/")
    inside = _entries(f"{top}/{folder}")
    if not name.startswith("*"):
        return sign if inside.get(name) is False else ""
    return (
        folder
        if any(not is_folder and one.endswith((".yml", ".yaml")) for one, is_folder in inside.items())
        else ""
    )


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
        packages = _by_package().get(one.ecosystem, {})
        for value in (value for name in _names(one) for value in packages.get(name, ())):
            found.setdefault(value, one.origin)
    return {"framework": joined(found)} if found else {}


def _names(one: Dependency) -> list[str]:
    """Return how the table may name it: of Maven's the group and those above it, of Go's without a major version."""
    if one.ecosystem == "maven":
        parts = one.name.partition(":")[0].split(".")[:8]
        return [".".join(parts[:size]) for size in range(2, len(parts) + 1)]
    if one.ecosystem == "go":
        module, _, last = one.name.rpartition("/")
        return [module if last[:1] == "v" and last[1:].isdigit() else one.name]
    return [one.name.lower()]


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
