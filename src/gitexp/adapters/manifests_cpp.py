"""Reads vcpkg.json, and CMakeLists.txt by the form of its commands: it is a program, which exp does not run.

`cmake` itself is a dependency of `cmake`, declared by the version that the project asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise

from gitexp.adapters.manifests_cmake_code import commands
from gitexp.adapters.manifests_reading import Counts, Reading, items, json_table, rows, table, unique, words
from gitexp.adapters.manifests_text import written
from gitexp.records.facts import Dependency

_LONGEST = 300
"""A longer text names no package and no version; one that doubles itself from line to line would fill the memory."""
_VERSIONS = ("version", "version-semver", "version-date", "version-string")


def vcpkg_json(path: str, text: str) -> Reading:
    """Read a vcpkg.json with its features; without a list of dependencies or features it is none.

    A version is what `overrides` fixes; `version>=` is a lower bound, and what the baseline gives is not here.
    """
    data = json_table(written(text))
    fixed = {name: _version(one) for one in rows(data.get("overrides")) if (name := words(one.get("name")))}
    features = data.get("features")
    listed = [data, *(rows(features) if isinstance(features, list) else map(table, table(features).values()))]
    found: list[Dependency] = []
    if name := words(data.get("name")):
        found.append(Dependency("vcpkg", name, path, version=_version(data)))
    for one in chain.from_iterable(items(part.get("dependencies")) for part in listed):
        entry = {"name": one} if isinstance(one, str) else table(one)
        if name := words(entry.get("name")):
            least = _plain(words(entry.get("version>=")))
            declared = f">={least}" if least and not fixed.get(name) else None
            found.append(Dependency("vcpkg", name, path, version=fixed.get(name), declared=declared))
    counts: Counts = "whole" if "dependencies" in data or "features" in data else "nothing"
    return Reading(unique(found), counts)


def _version(entry: dict[str, object]) -> str | None:
    return _plain(next((found for key in _VERSIONS if (found := words(entry.get(key)))), None))


def _plain(version: str | None) -> str | None:
    """Return the version of what a port packs, without the port's own revision (`1.2#3`)."""
    return version.partition("#")[0] or None if version else None


def cmakelists(path: str, text: str) -> Reading:
    """Read a CMakeLists.txt. It never tells all: other files, and code, may find more packages.

    One without `project()` speaks for a part of the project above, whose own file counts too.
    """
    found: list[Dependency] = []
    fetched: list[Dependency] = []
    known: dict[str, str | None] = {}
    starts = False
    for name, given in commands(text, {*_READERS, "project", "set"}):
        values = [_filled(value, known) for value in given]
        if name == "set":
            _learn(values, known)
        elif name == "project":
            starts = True
            found += _project(values, path)
        else:
            (fetched if name in _FETCHING else found).extend(_READERS[name](values, path))
    # What is fetched only where it was not found has no one version.
    ours = {one.name.lower() for one in found}
    found += [one for one in fetched if one.name.lower() not in ours]
    return Reading(unique(found), "part" if starts else "nothing")


def _learn(values: Sequence[str], known: dict[str, str | None]) -> None:
    """Keep a variable's one literal value. One that is set anew has several: which, only running would tell."""
    if values and values[0]:
        name = values[0]
        value = values[1] if len(values) == 2 or values[2:3] == ["CACHE"] else None
        known[name] = None if name in known and known[name] != value else value


def _filled(value: str, known: dict[str, str | None]) -> str:
    """Return the argument with its variables filled in; an empty one where a variable is not known."""
    if "${" not in value:
        return value
    if len(value) > _LONGEST:
        return ""
    filled = re.sub(r"\$\{([\w.-]+)\}", lambda found: known.get(found[1]) or "\0", value)
    return "" if "\0" in filled or "${" in filled or len(filled) > _LONGEST else filled


_NAME = re.compile(r"[A-Za-z][\w.+-]*")
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")


def _row(
    name: str, path: str, declared: str | None = None, version: str | None = None
) -> Iterator[Dependency]:
    if _NAME.fullmatch(name):
        yield Dependency("cmake", name, path, version=version, declared=declared)


def _project(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield the project: it is here as surely as what it finds."""
    version = _after("VERSION", values)
    yield from _row(
        values[0] if values else "", path, version=version if _NUMBERS.fullmatch(version) else None
    )


def _minimum(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield the CMake that is asked for. The second of `3.16...3.28` sets policies, and bounds nothing."""
    least = _after("VERSION", values).partition("...")[0]
    if _NUMBERS.fullmatch(least):
        yield from _row("cmake", path, f">={least}")


def _package(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield what find_package() asks for: a version is a lower bound unless EXACT, and a range is one."""
    asked = values[1] if len(values) > 1 else ""
    least, dots, most = asked.partition("...")
    upper = most if most.startswith("<") else f"<={most}"
    if not _NUMBERS.fullmatch(least):
        yield from _row(values[0] if values else "", path)
    elif dots:
        yield from _row(values[0], path, f">={least}, {upper}")
    else:
        yield from _row(values[0], path, f"{'==' if 'EXACT' in values else '>='}{least}")


def _fetched(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield what is fetched: a tag or an archive that names a version fixes it, a commit or branch does not."""
    version = _tagged(_after("GIT_TAG", values)) or _archived(_after("URL", values))
    version = None if "FIND_PACKAGE_ARGS" in values else version
    yield from _row(values[0] if values else "", path, version=version)


def _cpm(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield what CPM.cmake adds: `NAME x VERSION 1.2`, or all in one (`gh:owner/x@1.2`, `gh:owner/x#v1.2`)."""
    if len(values) != 1:
        name = _after("NAME", values) or _after("GITHUB_REPOSITORY", values).rpartition("/")[2]
        version = _after("VERSION", values)
        fixed = version if _NUMBERS.match(version) else _tagged(_after("GIT_TAG", values))
        yield from _row(name, path, version=fixed)
    elif found := re.fullmatch(r"[^@#]*[/:](?P<name>[^/@#:]+?)(?:\.git)?(?P<tag>[@#].*)?", values[0]):
        tag = re.split(r"[@#]", found["tag"] or "")[-1]
        yield from _row(found["name"], path, version=_tagged(tag))


_PKG_CONFIG = re.compile(r"(?P<name>[A-Za-z][\w.+-]*?)(?P<range>(?:>=|<=|=|>|<)\d[\w.+-]*)?")
_PKG_OPTIONS = frozenset(
    "REQUIRED QUIET NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH IMPORTED_TARGET GLOBAL STATIC_TARGET".split()
)


def _pkg_config(values: Sequence[str], path: str) -> Iterator[Dependency]:
    """Yield the modules of pkg_check_modules(); the first argument is only a prefix of variables."""
    for value in values[1:]:
        if value not in _PKG_OPTIONS and (found := _PKG_CONFIG.fullmatch("".join(value.split()))):
            declared = found["range"] and re.sub(r"^=", "==", found["range"])
            yield from _row(found["name"], path, declared)


_READERS: dict[str, Callable[[Sequence[str], str], Iterator[Dependency]]] = {
    "cmake_minimum_required": _minimum,
    "find_package": _package,
    "find_dependency": _package,
    "fetchcontent_declare": _fetched,
    "externalproject_add": _fetched,
    "cpmaddpackage": _cpm,
    "cpmfindpackage": _cpm,
    "pkg_check_modules": _pkg_config,
}
_FETCHING = frozenset({"fetchcontent_declare", "externalproject_add", "cpmaddpackage", "cpmfindpackage"})
_TAG = re.compile(r"(?:[A-Za-z][A-Za-z0-9]*[-_/])*[vV]?(?P<version>\d+(?:\.\d+)+(?:[-.]?[A-Za-z][\w.]*)?)")
_ARCHIVE = re.compile(
    r"/(?:archive(?:/refs/tags)?|releases/download)/(?P<tag>[^/]+?)(?:/|\.(?:tar\.\w+|tgz|zip)$)"
)


def _after(word: str, values: Sequence[str]) -> str:
    """Return what follows a keyword; nothing where it is not among the arguments."""
    return next((value for key, value in pairwise(values) if key == word), "")


def _tagged(tag: str) -> str | None:
    """Return the version that a tag names: `v1.14.0`, `release-1.12.1`."""
    found = _TAG.fullmatch(tag.rpartition("refs/tags/")[2])
    return found["version"] if found else None


def _archived(url: str) -> str | None:
    found = _ARCHIVE.search(url)
    return _tagged(found["tag"]) if found else None
