"""Ranges as spans between cuts in an ecosystem's line of versions, and what two of them say of each other.

A range can change its answer only at its own cuts: to hold two ranges against each other it is enough to
ask right above each cut of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from gitexp.records.applicability import Truth

Key = Any
"""A version as its ecosystem orders it: has `==`, `<` and a hash that fits."""
Cut = tuple[Any, ...]
"""Between two versions. Cuts order as tuples do: by release, all its prereleases below it, side by side."""
START: Cut = ()
Span = tuple[Any, Any]
"""From a cut up to a cut; None is no end."""
ALL: Span = (START, None)


class Place(NamedTuple):
    """A version and the release it leads up to: itself, where it is no prerelease."""

    release: Key
    version: Key


class Line(Protocol):
    """One ecosystem's order of versions. A text that is no version raises ValueError."""

    @property
    def least(self) -> str:
        """Return the suffix of the very first prerelease (`-0`), empty where there is none."""
        ...

    def place(self, text: str) -> Place:
        """Return where the version stands. The release must not fall where the version rises."""
        ...

    def following(self, release: Key | None) -> Key | None:
        """Return the release next to this one (None: the first), or None where there is always one between."""
        ...


def before(place: Place) -> Cut:
    """Return the cut right below a version."""
    return (place.release, 1, place.version, 0)


def after(place: Place) -> Cut:
    """Return the cut right above a version."""
    return (place.release, 1, place.version, 1)


def early(release: Key) -> Cut:
    """Return the cut below all prereleases of a release."""
    return (release, 0)


class Comparator(NamedTuple):
    """The readings a comparator may have, each the spans it allows. What not all of them say can't be told."""

    readings: tuple[tuple[Span, ...], ...]


class Alternative(NamedTuple):
    """Comparators that must all hold, and the releases that they name a prerelease of."""

    comparators: tuple[Comparator, ...]
    named: tuple[Key, ...] = ()


Range = tuple[Alternative, ...]


@dataclass(frozen=True)
class Early:
    """What an ecosystem makes of prereleases."""

    in_range: bool = True
    """A range holds them by order alone; else also where it names one of the same release, or both agree."""
    declared: bool = True
    """A declared range may bring any of them; else only those of a release that it names one of."""


class _Point(NamedTuple):
    """Right above a cut; of a prerelease also its release, and that one's own cut."""

    cut: Any
    release: Key | None = None
    released: Any = None


def satisfies(place: Place, wanted: Range, rules: Early) -> Truth:
    """Return whether the range holds the version; None where its readings differ."""
    release = place.release if place.release != place.version else None
    return _holds(wanted, _Point(before(place), release, before(Place(place.release, place.release))), rules)


def within(ours: Range, theirs: Range, line: Line, rules: Early) -> Truth:
    """Return True if all of our range is in theirs, False if none is, None if they only overlap."""
    cuts = {START, *_cuts(ours), *_cuts(theirs)}
    points = {point for cut in cuts for point in _points(cut, line)}
    every_cut = {
        *cuts,
        *(one.cut for one in points),
        *(one.released for one in points if one.release is not None),
    }
    # Libraries compare slowly: once sorted, numbers do.
    rank = {cut: at for at, cut in enumerate(sorted(every_cut))}
    ours, theirs = _ranked(ours, rank), _ranked(theirs, rank)
    asked = (_Point(rank[one.cut], one.release, rank.get(one.released)) for one in points)
    return agreed(_holds(theirs, one, rules) for one in asked if _brings(ours, one, rules))


def _brings(ours: Range, point: _Point, rules: Early) -> bool:
    return any(
        _by_order(one, point.cut) is not False
        for one in ours
        if point.release is None or rules.declared or point.release in one.named
    )


def _holds(alternatives: Range, point: _Point, rules: Early) -> Truth:
    return some(_alternative(one, point, rules) for one in alternatives)


def _alternative(one: Alternative, point: _Point, rules: Early) -> Truth:
    """A prerelease that is here although the range names none counts as it and its release do, where they agree."""
    truth = _by_order(one, point.cut)
    if point.release is None or rules.in_range or point.release in one.named:
        return truth
    return agreed((truth, _by_order(one, point.released)))


def _by_order(one: Alternative, cut: Any) -> Truth:
    return every(
        agreed(any(low <= cut and (high is None or cut < high) for low, high in spans) for spans in readings)
        for (readings,) in one.comparators
    )


def _points(cut: Cut, line: Line) -> Iterator[_Point]:
    """Yield what stands right above a cut: a version, a prerelease, or the first release that follows."""
    release = cut[0] if cut else None
    if release is not None and (len(cut) == 2 or release != cut[2]):
        yield _early(cut, release)
    elif cut and cut[3] == 0:
        yield _Point(cut)
        return
    else:
        release = line.following(release)
        if release is None:
            yield _Point(cut)
            return
        yield _early(early(release), release)
    yield _Point(before(Place(release, release)))


def _early(cut: Cut, release: Key) -> _Point:
    return _Point(cut, release, before(Place(release, release)))


def _cuts(alternatives: Range) -> Iterator[Cut]:
    for span in _spans(alternatives):
        yield from (cut for cut in span if cut is not None)


def _spans(alternatives: Range) -> Iterator[Span]:
    for one in alternatives:
        for (readings,) in one.comparators:
            for spans in readings:
                yield from spans


def _ranked(alternatives: Range, rank: dict[Cut, int]) -> Range:
    def numbered(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple((rank[low], None if high is None else rank[high]) for low, high in spans)

    return tuple(
        Alternative(tuple(Comparator(tuple(map(numbered, readings))) for (readings,) in comparators), named)
        for comparators, named in alternatives
    )


def every(truths: Iterable[Truth]) -> Truth:
    """Return whether all hold."""
    seen = set(truths)
    return False if False in seen else None if None in seen else True


def some(truths: Iterable[Truth]) -> Truth:
    """Return whether any holds."""
    seen = set(truths)
    return True if True in seen else None if None in seen else False


def agreed(truths: Iterable[Truth]) -> Truth:
    """Return what all of them say, or None where they differ or nobody speaks."""
    first: Truth = None
    for number, truth in enumerate(truths):
        if number == 0:
            first = truth
        if truth is None or truth is not first:
            return None
    return first
