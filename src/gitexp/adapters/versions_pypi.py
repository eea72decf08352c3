"""Compares PyPI's versions by PEP 440, with the library `packaging`. A text it refuses raises ValueError."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitexp.adapters.versions_cuts import agreed, some
from gitexp.records.applicability import Truth

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

_ENDINGS = (".dev0", "a0.dev0", "a0", "rc0", "", "+local", ".post0.dev0", ".post0", ".post0+local")


def satisfies(version: str, wanted: str) -> Truth:
    from packaging.version import Version

    return _truth(_range(wanted), Version(version))


def within(declared: str, wanted: str) -> Truth:
    """A declared range means what an installer would take: a prerelease only where the range names one."""
    ours, theirs = _range(declared), _range(wanted)
    early = any(one.is_prerelease for one in _literals(declared))
    points = set(_points([*_literals(declared), *_literals(wanted)]))
    return agreed(
        _truth(theirs, point)
        for point in points
        if (early or not point.is_prerelease) and _truth(ours, point) is not False
    )


def _truth(alternatives: list[list[SpecifierSet]], version: Version) -> Truth:
    return some(
        agreed(one.contains(version, prereleases=True) for one in readings) for readings in alternatives
    )


def _range(text: str) -> list[list[SpecifierSet]]:
    """Return the alternatives (`||`, as poetry writes them), each with the readings it may have."""
    from packaging.specifiers import SpecifierSet

    alternatives = []
    for part in re.split(r"\|\|?", text):
        joined = re.sub(r"(?<=[\w*])\s+(?=[<>=!~])", ",", part.strip())
        bare = re.fullmatch(r"v?(\d+(?:\.\d+)*)(\.\*)?", joined)
        if joined == "*":
            alternatives.append([SpecifierSet("")])
        elif bare and bare[2]:
            alternatives.append([SpecifierSet(f"=={joined}")])
        elif bare:
            # A bare `1.2` is exactly that to some and any 1.2.* to others: only what both say counts.
            alternatives.append([SpecifierSet(f"=={bare[1]}"), SpecifierSet(f"=={bare[1]}.*")])
        else:
            alternatives.append([SpecifierSet(joined)])
    return alternatives


def _literals(text: str) -> list[Version]:
    from packaging.version import InvalidVersion, Version

    found = []
    for literal in re.findall(r"[0-9][0-9A-Za-z.!+_-]*", text):
        try:
            found.append(Version(literal.rstrip(".")))
        except InvalidVersion:
            continue
    return found


def _points(literals: list[Version]) -> Iterator[Version]:
    """Yield versions from every stretch within which no range can change its answer.

    A range changes only at the releases it names, where one of their parts is raised by one, at the
    pre-, post- and development releases around those, and at the epochs.
    """
    from packaging.version import Version

    deep = max((len(one.release) for one in literals), default=1)
    epochs = {0, *(one.epoch for one in literals), 1 + max((one.epoch for one in literals), default=0)}
    bases: set[tuple[int, tuple[int, ...]]] = {(epoch, (0,)) for epoch in epochs}
    for one in literals:
        bases.add((one.epoch, one.release))
        for size in range(1, len(one.release) + 1):
            bases.add((one.epoch, (*one.release[: size - 1], one.release[size - 1] + 1)))
        yield from _around(one)
    for epoch, release in sorted(bases):
        base = f"{epoch}!{'.'.join(map(str, release))}"
        above = ".0" * (deep - len(release)) + ".1"
        yield from (Version(base + ending) for ending in (*_ENDINGS, above, f"{above}.dev0"))


def _around(one: Version) -> Iterator[Version]:
    """Yield the version itself and its nearest neighbours, for one that is a pre-, post- or development release."""
    from packaging.version import Version

    yield one
    base = f"{one.epoch}!{one.base_version.rpartition('!')[2]}"
    kind, number = one.pre or ("", 0)
    pre = f"{kind}{number}" if kind else ""
    post = f".post{one.post}" if one.post is not None else ""
    for step in (-1, 1):
        if kind and number + step >= 0:
            yield Version(f"{base}{kind}{number + step}")
        if one.post is not None and one.post + step >= 0:
            yield Version(f"{base}{pre}.post{one.post + step}")
        if one.dev is not None and one.dev + step >= 0:
            yield Version(f"{base}{pre}{post}.dev{one.dev + step}")
    for ending in (".dev0", "", "+local"):
        yield Version(f"{base}{pre}{post}{ending}")
    if one.post is None:
        yield Version(f"{base}{pre}.post0")
