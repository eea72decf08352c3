"""Definitions as symbols: qualified by what they stand in, with kinds that tell a method from a function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from gitexp.adapters.tree_sitter_definitions import Declares, Definition
from gitexp.records.outline import VALUES, Symbol, SymbolKind

_TYPES = frozenset({"class", "struct", "interface", "trait", "enum"})
_OWNERS = _TYPES | {"container", "type"}
_CALLED = frozenset({"function", "method"})
MAX_PARTS = 100
"""What lies deeper no person wrote, and its names would grow with the square of the depth."""
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True, slots=True)
class _Frame:
    """A definition that the file is inside of."""

    kind: str
    path: tuple[str, ...]
    begin: int
    stop: int
    owner: tuple[str, ...] | None
    """The path of the nearest type around."""
    local: bool
    """Inside the body of a function: what is set here nobody outside can ask for."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A symbol with what decides whether it stays."""

    symbol: Symbol
    declares: Declares
    value: bool
    """A plain value, told once however often it is set."""


def symbols(definitions: Iterable[Definition]) -> tuple[tuple[Symbol, ...], tuple[str, ...]]:
    """Return the symbols in the order of lines, and the packages that stand in no name."""
    frames = [_Frame("file", (), 0, 1 << 62, None, False)]
    found: list[_Found] = []
    packages: list[tuple[int, str]] = []
    for one in definitions:
        while one.begin >= frames[-1].stop or (one.begin, one.stop) == (frames[-1].begin, frames[-1].stop):
            frames.pop()
        if one.kind == "package":
            around = [name for stop, name in packages if stop > one.begin]
            packages.append((one.stop, ".".join([*around[-1:], *one.name])))
            continue
        frame, symbol = _placed(one, frames)
        frames.append(frame)
        found += symbol
    named = _once(_absorbed(found))
    return tuple(sorted(named, key=lambda one: (one.start, -one.end))), tuple(name for _, name in packages)


def _placed(one: Definition, frames: list[_Frame]) -> tuple[_Frame, list[_Found]]:
    """Return the frame that a definition opens, and its symbol where it is one that can be asked for."""
    parent = _parent(one, frames)
    nameless = one.kind == "local" or not one.name or one.name == ("_",)
    if nameless or len(parent.path) >= MAX_PARTS:
        frame = _Frame(
            one.kind, parent.path, one.begin, one.stop, parent.owner, one.kind == "local" or parent.local
        )
        return frame, []
    base, hidden = parent.path, parent.local
    if one.kind == "member":
        base, hidden = parent.owner or (), parent.owner is None
    path = base + one.name
    kind = _kind(one, parent)
    value = kind in VALUES and one.kind != "property"
    frame = _Frame(
        kind,
        path,
        one.begin,
        one.stop,
        path if kind in _OWNERS else parent.owner,
        parent.local or kind in _CALLED or one.kind == "property",
    )
    if one.kind == "container" or (hidden and (value or one.declares)):
        return frame, []
    symbol = Symbol(".".join(path), cast(SymbolKind, kind), one.first, one.last)
    return frame, [_Found(symbol, one.declares, value)]


def _parent(one: Definition, frames: list[_Frame]) -> _Frame:
    """Return the frame whose name goes before the definition's.

    C's `struct s {…} v;` and `typedef struct s {…} t;` define `s`, not `v.s`; a macro belongs to the file.
    """
    if one.kind == "macro":
        return frames[0]
    at = len(frames) - 1
    while at and (
        (one.kind in _TYPES and frames[at].kind in (VALUES | {"type"}))
        or (one.kind == "variable" and frames[at].kind in ("variable", "constant"))
    ):
        at -= 1
    return frames[at]


def _kind(one: Definition, parent: _Frame) -> str:
    if one.kind == "function":
        method = parent.kind in (_OWNERS | VALUES) or len(one.name) > 1
        return "method" if method else "function"
    if one.kind in ("field", "member"):
        return "property"
    if one.kind == "variable":
        inside = "property" if parent.kind in _OWNERS else "variable"
        return "constant" if _CAPITALS.fullmatch(one.name[-1]) else inside
    return one.kind


def _absorbed(found: list[_Found]) -> Iterator[_Found]:
    """Yield the symbols without declarations of what is defined in the same file.

    The signatures of TypeScript and Python directly before their definition become part of it; a prototype
    of C++ may stand before another overload, and does not.
    """
    defined = {one.symbol.name for one in found if one.symbol.kind in _CALLED and not one.declares}
    before: Symbol | None = None
    for one in found:
        symbol = one.symbol
        if one.declares and symbol.name in defined:
            if one.declares == "signature" and (before is None or before.name != symbol.name):
                before = symbol
            continue
        if before and before.name == symbol.name and symbol.kind in _CALLED:
            one = replace(one, symbol=replace(symbol, start=min(before.start, symbol.start)))
        if not one.value:
            before = None
        yield one


def _once(found: Iterable[_Found]) -> Iterator[Symbol]:
    """Yield each value once, where it is set first, and not beside a function or type of its name."""
    kept = list(found)
    # TypeScript lets a value and an interface share a name, and means both.
    plain = {
        one.symbol.name for one in kept if not one.value and one.symbol.kind not in ("type", "interface")
    }
    types = {one.symbol.name for one in kept if one.symbol.kind in _TYPES}
    seen: set[str] = set()
    for one in kept:
        name = one.symbol.name
        if one.value:
            if name in plain or name in seen:
                continue
            seen.add(name)
        elif one.symbol.kind == "type" and name in types:
            continue
        yield one.symbol
