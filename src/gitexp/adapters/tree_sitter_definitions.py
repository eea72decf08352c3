"""What a parsed file defines: the query's matches as definitions with names, ranges and full lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gitexp.adapters.tree_sitter_names import declared, name_of

if TYPE_CHECKING:
    from tree_sitter import Node

Declares = Literal["", "signature", "prototype"]
Match = tuple[int, dict[str, list["Node"]]]
_BESIDES = frozenset({"name", "receiver", "mark"})
"""Captures that stand beside the one that names a definition's kind; those that only test begin with `_`."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A stretch of a file that defines something, or only holds definitions (`container`, `local`, `package`).

    `name` has more than one part where the definition itself says so (`void A::b()`).
    """

    kind: str
    name: tuple[str, ...]
    begin: int
    stop: int
    first: int
    last: int
    declares: Declares = ""
    """Only declared here: a definition of the same name goes before a prototype, and takes in a signature."""


def definitions(matches: Iterable[Match], data: bytes) -> list[Definition]:
    """Return the definitions in the order of the file, the outer ones first."""
    found: dict[tuple[int, int, int], tuple[int, str, dict[str, list[Node]]]] = {}
    outer: dict[tuple[int, int], Node] = {}
    above: list[Node] = []
    for pattern, captures in matches:
        if "above" in captures:
            above += captures["above"]
        elif "inner" in captures:
            outer[_span(captures["inner"][0])] = captures["outer"][0]
        else:
            kind = next(name for name in captures if name not in _BESIDES and name[0] != "_")
            key = (*_span(captures[kind][0]), captures.get("name", captures[kind])[0].start_byte)
            # The same definition by two patterns: the later one in the file of queries knows more about it.
            if key not in found or found[key][0] < pattern:
                found[key] = (pattern, kind, captures)
    rows = _rows_above(above, data)
    all_found = [
        _definition(kind, captures, outer, rows) for _, kind, captures in found.values() if kind != "import"
    ]
    return sorted(all_found, key=lambda one: (one.begin, -one.stop))


def _definition(
    kind: str, captures: dict[str, list[Node]], outer: dict[tuple[int, int], Node], rows: set[int]
) -> Definition:
    node = captures[kind][0]
    kind, _, extra = kind.partition(".")
    declares: Declares = "signature" if extra else ""
    name: tuple[str, ...] = ()
    if kind == "declaration":
        name, kind = declared(captures["name"][0])
        declares = "prototype" if kind == "function" else ""
    elif "name" in captures:
        name = _named(kind, captures)
    full = node
    while (around := outer.get(_span(full))) is not None:
        full = around
    first = full.start_point[0]
    while first - 1 in rows:
        first -= 1
    end_row, end_column = node.end_point
    last = end_row + (1 if end_column else 0)
    begin, stop = _span(node)
    return Definition(kind, name, begin, stop, first + 1, max(last, first + 1), declares)


def _named(kind: str, captures: dict[str, list[Node]]) -> tuple[str, ...]:
    """Return the name of a definition, behind its receiver and with the mark that belongs to it."""
    node = captures["name"][0]
    name = declared(node)[0] if kind in ("function", "type") else name_of(node)
    if name and "mark" in captures:
        name = (name_of(captures["mark"][0])[0] + name[0], *name[1:])
    if "receiver" in captures:
        name = name_of(captures["receiver"][0])[-1:] + name
    return name


def _span(node: Node) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def _rows_above(nodes: Iterable[Node], data: bytes) -> set[int]:
    """Return the rows that hold nothing but comments and attributes."""
    lines = data.split(b"\n")
    left: dict[int, bytearray] = {}
    rows: set[int] = set()
    for node in nodes:
        (top, column), (bottom, end) = node.start_point, node.end_point
        rows.update(range(top + 1, bottom))
        for row in {top, bottom}:
            text = left.setdefault(row, bytearray(lines[row] if row < len(lines) else b""))
            begin, stop = (column if row == top else 0), (end if row == bottom else len(text))
            text[begin:stop] = b" " * (stop - begin)
    # The row behind a comment that takes its line end with it is empty, and no part of it.
    return rows | {row for row, text in left.items() if not text.strip() and lines[row : row + 1] != [b""]}
