"""The outline of a source file: which symbols it defines, on which lines, and what an asked name means."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

SymbolKind = Literal[
    "function",
    "method",
    "class",
    "struct",
    "interface",
    "trait",
    "enum",
    "module",
    "type",
    "macro",
    "property",
    "variable",
    "constant",
]

VALUES = frozenset({"property", "variable", "constant"})

_BETWEEN = re.compile(r"::|->|[.\\]|(?<=[\w?!=])#")
"""A `#` that no name stands before belongs to the name: JavaScript's `A.#secret`."""
_ARGUMENTS = re.compile(r"(?<=\w)<[^<>]*>")
_RECEIVER = re.compile(r"^\([&*]?(\w+)\)")
_ORDINAL = re.compile(r"^(.*\S)#([0-9]+)$")
# C++ only: `operator` before a sign or a type is one part with what follows, whatever signs that holds.
_OPERATOR = re.compile(
    r"(?:^|(?<=[.:#>\\]))operator\s*(?:\(\)|\[\]|->|[<>=!+\-*/%&|^~,]+|\"\"\s*\w+|(?<=\s)\w[\w:<> *&]*)"
)


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something a file defines: `start` and `end` count from 1, both included.

    The lines take in decorators, attributes, annotations, and comments that stand directly above.
    """

    name: str
    """Qualified, with a dot between the parts whatever the language: `RetryPolicy.send`."""
    kind: SymbolKind
    start: int
    end: int
    bases: tuple[str, ...] = ()
    """What a type inherits, includes, embeds or implements, as written, without arguments: `net.Policy`."""
    door: str = ""
    """What lets a type have members that stand nowhere: `__getattr__`, `method_missing`; empty where nothing does."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the qualified name, the outermost first."""
        return parts_of(self.name)

    def holds(self, line: int) -> bool:
        """Return whether the line is one of the symbol's."""
        return self.start <= line <= self.end


@dataclass(frozen=True, slots=True)
class Import:
    """What a file takes from elsewhere, and so passes on: `from .a import b as c` is `Import("c", ".a", "b")`.

    `name` is `*` where everything is taken, and `original` is empty where the module itself is.
    """

    name: str
    source: str
    original: str = ""


@dataclass(frozen=True)
class Outline:
    """The symbols of one file in the order of their lines.

    `complete` is False where the file did not parse without a fault: a symbol that is not here may exist;
    `faults` are the lines (first, last) that could not be read. `packages` are the namespaces that stand in no
    name (of C#, PHP, Java and Go): a caller may write them. `also` exists by other means and is no place that
    one would go to: keys of object literals, instance variables, fields of macros. `door` is the module's own
    (see `Symbol.door`).
    """

    symbols: tuple[Symbol, ...]
    language: str
    complete: bool
    packages: tuple[str, ...] = ()
    also: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    faults: tuple[tuple[int, int], ...] = ()
    door: str = ""

    def named(self, asked: str) -> tuple[Symbol, ...]:
        """Return every symbol that the asked name means: none, one, or several to choose from.

        Parts are written with `.`, `::`, `->`, `#` or `\\`. The whole qualified name goes before a suffix of
        it (`send` or `RetryPolicy.send` of `net.RetryPolicy.send`). Overloads share a name and come
        together; an ordinal picks one of what the name means, in the order of lines: `RetryPolicy.send#2`.
        """
        if pick := _ORDINAL.match(asked.strip()):
            of_name, number = self.named(pick[1]), int(pick[2])
            return of_name[number - 1 : number] if number else ()
        parts = parts_of(asked)
        if not parts:
            return ()
        found = self._whole(parts) or self._in_package(parts) or self._ending(parts)
        # Ruby's documents write `#save` for a method.
        return found or (self.named(asked.strip()[1:]) if parts[0].startswith("#") else ())

    def written(self, symbol: Symbol) -> str:
        """Return what to ask for to get this symbol alone: its name, with an ordinal where several share it."""
        same = [one for one in self.symbols if one.name == symbol.name]
        return symbol.name if len(same) < 2 else f"{symbol.name}#{same.index(symbol) + 1}"

    def at(self, line: int) -> Symbol | None:
        """Return the innermost symbol around a line.

        What is only set there is passed over: the line `self.x = 1` of `__init__` belongs to `A.__init__`.
        """
        found: Symbol | None = None
        around = (symbol for symbol in self.symbols if symbol.holds(line))
        for symbol in sorted(around, key=lambda one: one.start - one.end):
            if found is None or symbol.name.startswith(f"{found.name}."):
                found = symbol
            elif found.kind in VALUES and symbol.kind not in VALUES:
                found = symbol  # C's `struct s {…} v;`: the lines of `s` are `v`'s too
        return found

    def nearest(self, asked: str, most: int = 3) -> tuple[str, ...]:
        """Return the names that look most like the asked one, the most alike first."""
        wanted = [part.lower() for part in parts_of(asked)]
        if not wanted:
            return ()
        matcher = difflib.SequenceMatcher(autojunk=False)
        alike = []
        for name in sorted({symbol.name for symbol in self.symbols}):
            parts = [part.lower() for part in parts_of(name)]
            length = min(len(parts), len(wanted))
            matcher.set_seqs(".".join(parts[-length:]), ".".join(wanted[-length:]))
            if matcher.real_quick_ratio() >= 0.6 and matcher.quick_ratio() >= 0.6:
                alike.append((-matcher.ratio(), abs(len(parts) - len(wanted)), name))
        return tuple(name for ratio, _, name in sorted(alike)[:most] if ratio <= -0.6)

    def _whole(self, parts: tuple[str, ...]) -> tuple[Symbol, ...]:
        return tuple(symbol for symbol in self.symbols if symbol.parts == parts)

    def _in_package(self, parts: tuple[str, ...]) -> tuple[Symbol, ...]:
        """Return what the name means once the package, or the end of it, is taken off its front."""
        for package in self.packages:
            names = parts_of(package)
            for length in range(min(len(names), len(parts) - 1), 0, -1):
                if names[-length:] == parts[:length] and (found := self._whole(parts[length:])):
                    return found
        return ()

    def _ending(self, parts: tuple[str, ...]) -> tuple[Symbol, ...]:
        return tuple(symbol for symbol in self.symbols if symbol.parts[-len(parts) :] == parts)


def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a name as any language writes it: `A::b`, `A#b`, `A->b`, `(*A).b`, `A<T>.b(int)`."""
    text = _RECEIVER.sub(r"\1", name.strip())
    last: list[str] = []
    if operator := _OPERATOR.search(text):
        text, last = text[: operator.start()], [_operator(operator[0])]
    text = text.partition("(")[0]
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    return tuple(_clean(_BETWEEN.split(text)) + last)


def _clean(parts: Iterable[str]) -> list[str]:
    """Return the parts without blanks, the `$` of PHP, and what a leading separator leaves behind."""
    return [part for part in (part.strip().removeprefix("$") for part in parts) if part]


def _operator(text: str) -> str:
    """Return C++'s name of an operator in one spelling: `operator<<`, `operator bool`."""
    rest = " ".join(text.removeprefix("operator").split())
    return f"operator {rest}" if rest[0].isalpha() or rest[0] == "_" else f"operator{rest.replace(' ', '')}"
