"""Says what the packages of Python's lock files need, in the forms of uv, poetry and pdm."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import items, rows, table, words
from gitexp.records.packages import normal

_REQUIREMENT = re.compile(r"\s*(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[(?P<extras>[^\]]*)\])?")


class _Need(NamedTuple):
    """A package that another one needs: of a name with several versions which of them, and with what extras."""

    name: str
    version: str | None = None
    extras: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Locked:
    """A package of a lock file; a local one has the folder that it lies in, seen from the lock file's."""

    name: str
    version: str | None
    folder: str | None
    needs: tuple[_Need, ...]
    extras: dict[str, tuple[_Need, ...]]
    develops: tuple[_Need, ...] = ()
    """What it needs besides for its own development."""


_Part = tuple[Locked, str]
"""A package, and one of its extras; `` is the package itself."""


def reached_from(
    asked: Iterable[Locked], besides: Iterable[_Need], packages: Iterable[Locked]
) -> list[Locked]:
    """Return these packages with all their extras, and all that they, and what is needed besides, need."""
    named: dict[tuple[str, str | None], list[Locked]] = {}
    told: set[_Need] = set()
    for package in packages:
        for version in {None, package.version}:
            named.setdefault((package.name, version), []).append(package)

    def found(needs: Iterable[_Need]) -> Iterator[_Part]:
        for need in needs:
            if need not in told:
                told.add(need)
                for package in named.get((need.name, need.version), ()):
                    yield from ((package, extra) for extra in ("", *need.extras))

    def needed(part: _Part) -> Iterator[_Part]:
        package, extra = part
        return found(package.extras.get(extra, ()) if extra else package.needs)

    own = list(asked)
    start = [(package, extra) for package in own for extra in ("", *package.extras)]
    developed = [need for package in own for need in package.develops]
    return list(
        dict.fromkeys(package for package, _ in reached([*start, *found((*developed, *besides))], needed))
    )


def of_uv(package: dict[str, object]) -> Locked | None:
    """Return a package of a uv.lock."""
    if not (name := words(package.get("name"))):
        return None
    source = table(package.get("source"))
    folder = next((found for kind in _LOCAL if (found := words(source.get(kind)))), None)
    return Locked(
        normal(name),
        words(package.get("version")),
        posixpath.normpath(folder) if folder else None,
        needs_of_uv(package.get("dependencies")),
        {extra: needs_of_uv(listed) for extra, listed in table(package.get("optional-dependencies")).items()},
        grouped(package.get("dev-dependencies")),
    )


_LOCAL = ("virtual", "editable", "directory")


def needs_of_uv(listed: object) -> tuple[_Need, ...]:
    """Return what a list of a uv.lock names."""
    return tuple(
        _Need(normal(name), words(one.get("version")), _texts(one.get("extra")))
        for one in rows(listed)
        if (name := words(one.get("name")))
    )


def grouped(groups: object) -> tuple[_Need, ...]:
    """Return what the groups of a uv.lock name."""
    return tuple(need for listed in table(groups).values() for need in needs_of_uv(listed))


def of_poetry(package: dict[str, object]) -> Locked | None:
    """Return a package of a poetry.lock or pdm.lock: a table of names, or a list of requirements."""
    if not (name := words(package.get("name"))):
        return None
    source, listed = table(package.get("source")), package.get("dependencies")
    folder = words(source.get("url")) if source.get("type") == "directory" else words(package.get("path"))
    tabled = (_tabled(one, value) for one, value in table(listed).items())
    extras = {extra: _required(lines) for extra, lines in table(package.get("extras")).items()}
    return Locked(
        normal(name),
        words(package.get("version")),
        posixpath.normpath(folder) if folder else None,
        (*tabled, *_required(listed)),
        extras,
    )


def _tabled(name: str, value: object) -> _Need:
    several = [table(one) for one in (value if isinstance(value, list) else [value])]
    return _Need(normal(name), None, tuple(extra for one in several for extra in _texts(one.get("extras"))))


def _required(lines: object) -> tuple[_Need, ...]:
    found = (_REQUIREMENT.match(line) for line in _texts(lines))
    return tuple(
        _Need(normal(one["name"]), None, tuple(re.split(r"[\s,]+", one["extras"] or "")))
        for one in found
        if one
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in items(value) if isinstance(one, str))
