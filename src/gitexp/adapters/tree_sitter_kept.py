"""Which of the symbols found in a file are listed: signatures go up in definitions, values come once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gitexp.adapters.tree_sitter_definitions import Declares
from gitexp.adapters.tree_sitter_frames import CALLED, TYPES, Gathered
from gitexp.records.outline import Symbol


@dataclass(frozen=True, slots=True)
class Found:
    """A symbol with what decides whether it stays."""

    symbol: Symbol
    declares: Declares
    value: bool
    """A plain value, told once however often it is set."""
    gathered: Gathered | None = None

    def whole(self) -> Symbol:
        """Return the symbol with the bases and doors that were told since."""
        told = self.gathered
        if told is None or not (told.bases or told.doors):
            return self.symbol
        return replace(self.symbol, bases=tuple(told.bases), door=told.door)


def kept(found: list[Found]) -> list[Symbol]:
    """Return the symbols that stay, in the order of lines."""
    return sorted(_once(_absorbed(found)), key=lambda one: (one.start, -one.end))


def besides(also: Iterable[Found], holders: Iterable[Found], symbols: Sequence[Symbol]) -> Iterator[Symbol]:
    """Yield what exists besides the symbols, in the order of lines: each name once, but what adds to a type."""
    seen = {one.name for one in symbols}
    adding = [one for one in map(Found.whole, holders) if one.bases or one.door]
    for symbol in sorted([*map(Found.whole, also), *adding], key=lambda one: (one.start, -one.end)):
        if symbol.bases or symbol.door or symbol.name not in seen:
            yield symbol
        seen.add(symbol.name)


def _absorbed(found: list[Found]) -> Iterator[Found]:
    """Yield the symbols without declarations of what is defined in the same file.

    The signatures of TypeScript and Python directly before their definition become part of it; a prototype
    of C++ may stand before another overload, and does not.
    """
    defined = {one.symbol.name for one in found if one.symbol.kind in CALLED and not one.declares}
    before: Symbol | None = None
    for one in found:
        symbol = one.symbol
        if one.declares and symbol.name in defined:
            if one.declares == "signature" and (before is None or before.name != symbol.name):
                before = symbol
            continue
        if before and before.name == symbol.name and symbol.kind in CALLED:
            one = replace(one, symbol=replace(symbol, start=min(before.start, symbol.start)))
        if not one.value:
            before = None
        yield one


def _once(found: Iterable[Found]) -> Iterator[Symbol]:
    """Yield each value once, where it is set first, and not beside a function or type of its name."""
    listed = list(found)
    # TypeScript lets a value and an interface share a name, and means both.
    plain = {
        one.symbol.name for one in listed if not one.value and one.symbol.kind not in ("type", "interface")
    }
    types = {one.symbol.name for one in listed if one.symbol.kind in TYPES}
    seen: set[str] = set()
    for one in listed:
        name = one.symbol.name
        if one.value:
            if name in plain or name in seen:
                continue
            seen.add(name)
        elif one.symbol.kind == "type" and name in types:
            continue
        yield one.whole()
