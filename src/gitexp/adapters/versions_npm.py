"""Compares npm's versions as node does, ordered by the library `semantic_version`. A bad text raises ValueError.

The library's own `NpmSpec` is not used: with a prerelease in the range it holds versions that node refuses
(0.2.2 in `<=0.2.2-rc.1`, 2.3.0 in `0.0.0 <=2.3.1-rc.1`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitexp.adapters.versions_dotted import agreed
from gitexp.records.applicability import Truth

if TYPE_CHECKING:
    from semantic_version import Version

_PART = r"(?:\d+|[xX*])"
_VERSION = rf"[v=]*(?P<major>{_PART})(?:\.(?P<minor>{_PART})(?:\.(?P<patch>{_PART}))?)?(?P<early>-[0-9A-Za-z.-]+)?(?:\+\S*)?"
_COMPARATOR = re.compile(rf"(?P<op>~>|>=|<=|>|<|==?|~|\^)?\s*{_VERSION}(?:\s*,\s*|\s+|$)")
_HYPHEN = re.compile(r"(\S+)\s+-\s+(\S+)")
_FAR = 10**9


def satisfies(version: str, wanted: str) -> Truth:
    """Return whether an exact version lies in the range; a part of one (`18`) stands for all that begin so."""
    from semantic_version import Version

    if re.fullmatch(r"v?\d+(\.\d+)?", version.strip()):
        return within(version, wanted)
    return _truth(_range(wanted), Version(version.strip().removeprefix("v")))


def within(declared: str, wanted: str) -> Truth:
    """Return True if all of the declared range is wanted, False if none is, None if they only overlap.

    A range can change its answer only at the bounds it has: it is enough to ask at each of them and beside it.
    """
    ours, theirs = _range(declared), _range(wanted)
    points = {point for bounds in (*ours, *theirs) for _, edge in bounds for point in _near(edge)}
    return agreed(_truth(theirs, point) for point in (*_near(_release(0)), *points) if _holds(ours, point))


_Bounds = list[tuple[str, "Version"]]


def _truth(alternatives: list[_Bounds], version: Version) -> Truth:
    """Return whether the range holds the version.

    npm lets a range hold a prerelease only where it names one of the same release. An installed one is here
    all the same: it counts as the releases around it do, where they agree.
    """
    if not version.prerelease or any(_names_early(bounds, version) for bounds in alternatives):
        return _holds(alternatives, version)
    return agreed(_holds(alternatives, near) for near in (version.truncate(), *_before(version.truncate())))


def _holds(alternatives: list[_Bounds], version: Version) -> bool:
    return any(
        all(_meets(version, op, edge) for op, edge in bounds)
        and (not version.prerelease or _names_early(bounds, version))
        for bounds in alternatives
    )


def _names_early(bounds: _Bounds, version: Version) -> bool:
    return any(edge.prerelease and edge.truncate() == version.truncate() for _, edge in bounds)


def _meets(version: Version, op: str, edge: Version) -> bool:
    if op == "=":
        return bool(version == edge)
    if op[0] == ">":
        return bool(version > edge or (op == ">=" and version == edge))
    return bool(version < edge or (op == "<=" and version == edge))


def _range(text: str) -> list[_Bounds]:
    """Return the alternatives, each as bounds that must all hold. Commas between comparators are forgiven."""
    return [list(_bounds(part.strip())) for part in text.split("||")]


def _bounds(text: str) -> Iterator[tuple[str, Version]]:
    if hyphen := _HYPHEN.fullmatch(text):
        text = f">={hyphen[1]} <={hyphen[2]}"
    at = 0
    while at < len(text):
        found = _COMPARATOR.match(text, at)
        if not found:
            raise ValueError(text)
        yield from _comparator(found)
        at = found.end()


def _comparator(found: re.Match[str]) -> Iterator[tuple[str, Version]]:
    """Yield what a comparator means: one that names a part of a version only means all that begin so."""
    from semantic_version import Version

    op = {None: "=", "==": "=", "~>": "~"}.get(found["op"], found["op"])
    parts = [int(part) for part in _known(found)]
    if not parts:
        if op in ("<", ">"):
            yield "<", Version("0.0.0-0")
        return
    whole = len(parts) == 3
    start = Version(f"{_release(*parts)}{found['early'] if whole and found['early'] else ''}")
    after = _raised(parts, {"~": min(2, len(parts)), "^": _first_nonzero(parts)}.get(op, len(parts)))
    if op in ("~", "^") or (op == "=" and not whole):
        yield ">=", start
        yield "<", after
    elif whole or op in (">=", "<"):
        yield op, start
    else:
        yield {">": (">=", after), "<=": ("<", after)}[op]


def _known(found: re.Match[str]) -> Iterator[str]:
    for part in (found["major"], found["minor"], found["patch"]):
        if part is None or not part.isdigit():
            return
        yield part


def _first_nonzero(parts: list[int]) -> int:
    return next((at for at, part in enumerate(parts, start=1) if part), len(parts))


def _raised(parts: list[int], size: int) -> Version:
    return _release(*parts[: size - 1], parts[size - 1] + 1)


def _release(*parts: int) -> Version:
    from semantic_version import Version

    return Version(".".join(map(str, (*parts, 0, 0)[:3])))


def _near(edge: Version) -> Iterator[Version]:
    from semantic_version import Version

    release = edge.truncate()
    yield from (edge, release, release.next_patch(), *_before(release))
    if edge.prerelease:
        yield from (Version(f"{release}-0"), Version(f"{edge}.0"))


def _before(release: Version) -> Iterator[Version]:
    """Yield the last release below this one."""
    if release.patch:
        yield _release(release.major, release.minor, release.patch - 1)
    elif release.minor:
        yield _release(release.major, release.minor - 1, _FAR)
    elif release.major:
        yield _release(release.major - 1, _FAR, _FAR)
