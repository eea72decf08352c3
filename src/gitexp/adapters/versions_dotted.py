"""Compares versions that are dotted numbers, where no library knows better; never a guess."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gitexp.records.applicability import Truth

Numbers = tuple[int, ...]

_TOKEN = re.compile(
    r"(?P<op>===?|=|!=|<>|>=|<=|>|<|~>|~=|~|\^)?\s*v?(?P<numbers>\d+(?:\.\d+)*)"
    r"(?P<any>(?:\.[xX*])+)?(?P<suffix>[-+._]?[0-9A-Za-z][0-9A-Za-z.+_-]*)?(?P<sep>\s*,\s*|\s+|$)"
)
_VERSION = re.compile(r"[v=]?\s*(?P<numbers>\d+(?:\.\d+)*)(?P<suffix>[-+._]?[0-9A-Za-z][0-9A-Za-z.+_-]*)?")


@dataclass(frozen=True)
class Dotted:
    """A version: its numbers without zeros at the end, and what follows them (`-rc.1`; a `+build` is dropped)."""

    numbers: Numbers
    suffix: str = ""

    def order(self, other: Dotted) -> Literal[-1, 0, 1] | None:
        """Return how they compare; None where only the suffixes differ, whose order differs by ecosystem."""
        if self.numbers != other.numbers:
            return -1 if self.numbers < other.numbers else 1
        return 0 if self.suffix == other.suffix else None


@dataclass(frozen=True)
class _Bound:
    op: Literal[">=", ">", "<=", "<", "==", "!="]
    version: Dotted

    def holds(self, version: Dotted) -> Truth:
        order = version.order(self.version)
        if order is None:
            return None
        return {
            ">=": order >= 0,
            ">": order > 0,
            "<=": order <= 0,
            "<": order < 0,
            "==": order == 0,
            "!=": order != 0,
        }[self.op]


_Bounds = tuple[_Bound, ...]


@dataclass(frozen=True)
class _Comparator:
    """The readings one comparator may have, each the bounds that must all hold."""

    readings: tuple[_Bounds, ...]
    negated: bool = False

    def holds(self, version: Dotted) -> Truth:
        truth = agreed(every(bound.holds(version) for bound in bounds) for bounds in self.readings)
        return truth if truth is None or not self.negated else not truth


_Range = list[list[_Comparator]]
"""The alternatives, each the comparators that must all hold."""


def satisfies(version: str, wanted: str, ecosystem: str | None = None) -> Truth:
    """Return whether an exact version lies in the range; None where it can't be told."""
    here, alternatives = _version(version), _range(wanted, ecosystem)
    if here is None or alternatives is None:
        return None
    return _holds(alternatives, here)


def within(declared: str, wanted: str, ecosystem: str | None = None) -> Truth:
    """Return True if all of the declared range is wanted, False if none is, None if they only overlap.

    What a range says can change only at the numbers it names and where one of their parts is raised by one:
    it is enough to ask there and just above.
    """
    ours, theirs = _range(declared, ecosystem), _range(wanted, ecosystem)
    if ours is None or theirs is None:
        return None
    points = _points([*_literals(declared), *_literals(wanted)])
    return agreed(_holds(theirs, point) for point in points if _holds(ours, point) is not False)


def _holds(alternatives: _Range, version: Dotted) -> Truth:
    return some(every(one.holds(version) for one in comparators) for comparators in alternatives)


def _points(literals: Iterable[Numbers]) -> list[Dotted]:
    edges: set[Numbers] = {()}
    for literal in literals:
        edges.add(_bare(literal))
        edges.update(_bare(_raised(literal, size)) for size in range(1, len(literal) + 1))
    deep = max(len(edge) for edge in edges)
    above = {edge + (0,) * (deep - len(edge)) + (1,) for edge in edges}
    return [Dotted(numbers) for numbers in sorted(edges | above)]


def _literals(text: str) -> list[Numbers]:
    return [_numbers(found) for found in re.findall(r"\d+(?:\.\d+)*", text)]


def _version(text: str) -> Dotted | None:
    found = _VERSION.fullmatch(text.strip())
    if not found:
        return None
    return Dotted(_bare(_numbers(found["numbers"])), (found["suffix"] or "").partition("+")[0])


def _range(text: str, ecosystem: str | None) -> _Range | None:
    """Return the alternatives (`||`), each its comparators; None where the text is no range."""
    alternatives = []
    for alternative in re.split(r"\|\|?", text):
        part = alternative.strip()
        comparators: list[_Comparator] = []
        at = 0
        while part not in ("", "*", "x", "X") and at < len(part):
            found = _TOKEN.match(part, at)
            if not found:
                return None
            comparators.append(_comparator(found, ecosystem))
            at = found.end()
        alternatives.append(comparators)
    return alternatives


def _comparator(found: re.Match[str], ecosystem: str | None) -> _Comparator:
    numbers = _numbers(found["numbers"])
    op = {"=": "==", "===": "==", "<>": "!="}.get(found["op"] or "", found["op"] or "")
    at = Dotted(_bare(numbers), (found["suffix"] or "").partition("+")[0])
    span = _span(at, _raised(numbers, len(numbers)))
    if op in ("==", "!=") and found["any"]:
        return _Comparator((span,), op == "!=")
    if op == "" and not found["any"] and ecosystem != "cargo":
        # A bare `1.2` is exactly that to some and any 1.2.* to others: only what both say counts.
        return _Comparator(((_Bound("==", at),), span))
    if op == "":
        return _Comparator((span if found["any"] else _span(at, _raised(numbers, _first_nonzero(numbers))),))
    if op == "^":
        return _Comparator((_span(at, _raised(numbers, _first_nonzero(numbers))),))
    if op in ("~>", "~=") or (op == "~" and ecosystem == "composer"):
        return _Comparator((_span(at, _raised(numbers, max(1, len(numbers) - 1))),))
    if op == "~":
        return _Comparator((_span(at, _raised(numbers, min(2, len(numbers)))),))
    return _Comparator(((_Bound(op, at),),))  # type: ignore[arg-type]


def _span(start: Dotted, end: Numbers) -> _Bounds:
    return (_Bound(">=", start), _Bound("<", Dotted(_bare(end))))


def _raised(numbers: Numbers, size: int) -> Numbers:
    """Return the first `size` numbers, the last of them raised by one."""
    return (*numbers[: size - 1], numbers[size - 1] + 1)


def _first_nonzero(numbers: Numbers) -> int:
    return next((at for at, number in enumerate(numbers, start=1) if number), len(numbers))


def _numbers(text: str) -> Numbers:
    return tuple(int(number) for number in text.split("."))


def _bare(numbers: Numbers) -> Numbers:
    while numbers and numbers[-1] == 0:
        numbers = numbers[:-1]
    return numbers


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
    seen = set(truths)
    return seen.pop() if len(seen) == 1 else None
