"""Orders versions that are dotted numbers, where no ecosystem says what a suffix means; never a guess.

`1.2.3-rc.1` stands below 1.2.3 in some ecosystems and above it in others: there are two lines that differ
in all that is not certain, and only what both say counts.
"""

from __future__ import annotations

import re

from gitexp.adapters.versions_cuts import Key, Place

Numbers = tuple[int, ...]

_VERSION = re.compile(
    r"[vV=]?\s*(?P<numbers>[0-9]++(?:\.[0-9]++)*+)(?P<suffix>[-+._~]?[0-9A-Za-z][0-9A-Za-z.+_~-]*)?(?P<port>#[0-9]+)?"
)
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})((?:\.[0-9]+)*)(#[0-9]+)?")


class PlainLine:
    """Dotted numbers. `early`: a suffix is a prerelease, in order of its letters; else it follows, in reverse."""

    least = ""

    def __init__(self, *, early: bool) -> None:
        self._early = early

    def place(self, text: str) -> Place:
        """Return where a version stands; zeros at its end and what follows a `+` say nothing."""
        found = _found(text)
        numbers = bare(dotted(found["numbers"]))
        suffix = (found["suffix"] or "").partition("+")[0]
        if found["port"]:
            raise ValueError(text)
        if self._early:
            return Place((numbers, (1,)), (numbers, (0, *map(ord, suffix)) if suffix else (1,)))
        follows = (numbers, (1, *(-ord(letter) for letter in suffix), 1) if suffix else (0,))
        return Place(follows, follows)

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


class VcpkgLine:
    """vcpkg's: a port's version `#1` orders what is else the same; a date and numbers don't compare.

    Nor can it be told whether 1.0 is 1.0.0: one of its schemes says so, the other does not.
    """

    least = ""

    def __init__(self, *, early: bool) -> None:
        self._early = early
        self._plain = PlainLine(early=early)

    def place(self, text: str) -> Place:
        """Return where a version stands. A date stands above all numbers, and on the other line below them."""
        base, _, port = text.strip().partition("#")
        revision = int(port or 0) if port.isascii() and (port.isdigit() or not port) else -1
        if revision < 0:
            raise ValueError(text)
        if date := _DATE.fullmatch(base):
            day = (tuple(map(int, date.group(1, 2, 3))), dotted(date[4][1:]) if date[4] else ())
            key = (1 if self._early else -1, day, 0, revision)
            return Place(key, key)
        release, version = self._plain.place(base)
        zeros = len(dotted(_found(base)["numbers"])) if self._early else 0
        return Place((0, release, zeros, revision), (0, version, zeros, revision))

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


def _found(text: str) -> re.Match[str]:
    found = _VERSION.fullmatch(text.strip())
    if not found:
        raise ValueError(text)
    return found


def dotted(text: str) -> Numbers:
    """Return the numbers of `1.2.3`."""
    return tuple(int(number) for number in text.split("."))


def bare(numbers: Numbers) -> Numbers:
    """Return the numbers without zeros at the end."""
    while numbers and numbers[-1] == 0:
        numbers = numbers[:-1]
    return numbers
