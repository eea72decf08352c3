"""The part of a tree that a look-up has read so far: what was sighted, the outlines fetched, the texts of classes."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gitexp.ports import Symbols
from gitexp.records.outline import Outline, Symbol
from gitexp.records.sighting import Sight, Sighted
from gitexp.records.tree import Tree
from gitexp.steps.look_up_text import lines_with

Answer = TypeVar("Answer")
Looking = Generator[Iterable[str], None, Answer]
"""A look-up in progress: it yields the files whose outlines it needs next, and returns its answer.

So many look-ups go on side by side, and each round of them asks the world once.
"""

PLACES = 3
NOT_FETCHED = "was not read"


@dataclass(frozen=True)
class Declared:
    """A symbol and the file that declares it."""

    path: str
    symbol: Symbol

    @property
    def place(self) -> str:
        """Return `path:line`."""
        return place(self.path, self.symbol.start)


class Code:
    """What is known of the tree of one revision. Outlines are fetched once, for all look-ups together."""

    def __init__(self, symbols: Symbols, sighted: Sighted, asked: Collection[str] = ()) -> None:
        """`asked` are the words that were searched for: of others the types are asked."""
        self.sighted = sighted
        self._asked = frozenset(asked)
        self._symbols = symbols
        self._tree: Tree | None = None
        self._outlines: dict[str, Outline | str] = {}
        self._named: dict[str, Mapping[str, Sequence[Symbol]]] = {}
        self._texts: dict[str, str] = {}

    @property
    def tree(self) -> Tree:
        """Return the paths of the tree."""
        if self._tree is None:
            self._tree = self._symbols.tree()
        return self._tree

    def fetch(self, paths: Iterable[str]) -> None:
        """Read the outlines of files, those alone that are not known yet."""
        wanted = {path for path in paths if path not in self._outlines}
        if wanted:
            self._outlines.update(self._symbols.outlines(sorted(wanted)))

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a fetched file, None where it has none."""
        found = self._outlines.get(path)
        return found if isinstance(found, Outline) else None

    def unread(self, path: str) -> str:
        """Return why a fetched file has no outline, empty where it has one."""
        found = self._outlines.get(path, NOT_FETCHED)
        return found if isinstance(found, str) else ""

    def called(self, path: str, word: str) -> Sequence[Symbol]:
        """Return what a fetched file declares under a last name, in whatever container."""
        if path not in self._named:
            named: dict[str, list[Symbol]] = {}
            outline = self.outline(path)
            for symbol in (*outline.symbols, *outline.also) if outline else ():
                named.setdefault(last_of(symbol.name), []).append(symbol)
            self._named[path] = named
        return self._named[path].get(word, ())

    def declared(self, parts: Sequence[str], paths: Iterable[str]) -> list[Declared]:
        """Return what the fetched files declare under a name, of which the outer parts may be left out."""
        found = []
        for path in sorted(set(paths)):
            outline = self.outline(path)
            if outline is None:
                continue
            packages = [tuple(one.replace("\\", ".").split(".")) for one in outline.packages] or [()]
            for symbol in self.called(path, parts[-1]):
                own = symbol.parts
                if any(ends((*package, *own), parts) for package in (*packages, ())):
                    found.append(Declared(path, symbol))
        return found

    def qualified(self, of: Declared) -> set[tuple[str, ...]]:
        """Return the whole names of a declaration: behind each package of its file."""
        outline = self.outline(of.path)
        packages = outline.packages if outline else ()
        return {(*package.replace("\\", ".").split("."), *of.symbol.parts) for package in packages} or {
            of.symbol.parts
        }

    def members(self, of: Declared) -> list[Declared]:
        """Return what stands directly in a type, in the file that declares it."""
        outline = self.outline(of.path)
        front = f"{of.symbol.name}."
        every = (*outline.symbols, *outline.also) if outline else ()
        inner = [one for one in every if one.name.startswith(front) and _plain(one.name[len(front) :])]
        return [Declared(of.path, one) for one in inner]

    def text(self, path: str) -> str:
        """Return the text of a file, empty where there is none."""
        if path not in self._texts:
            self._texts[path] = self._symbols.text(path) or ""
        return self._texts[path]

    def lines(self, of: Declared) -> str:
        """Return the lines of a declaration."""
        return "\n".join(self.text(of.path).split("\n")[of.symbol.start - 1 : of.symbol.end])

    def hidden(self, path: str, word: str) -> int:
        """Return the first line on which a word stands that could not be parsed, 0 where none does.

        What was recognised inside of an unreadable part was read all the same.
        """
        outline = self.outline(path)
        if outline is None or not outline.faults:
            return 0
        for line in lines_with(self.text(path), word):
            for first, last in outline.faults:
                if first <= line <= last and not _read_inside(outline, first, last, line):
                    return line
        return 0

    def head_in_doubt(self, of: Declared) -> bool:
        """Return whether a type seems to have bases that were not read, because its head did not parse."""
        outline = self.outline(of.path)
        faults = outline.faults if outline else ()
        start = of.symbol.start
        if of.symbol.bases or not any(first <= start + 1 and last >= start for first, last in faults):
            return False
        head = re.split(
            r"[{;]", "\n".join(self.text(of.path).split("\n")[start - 1 : start + 8]), maxsplit=1
        )[0]
        return _BASES.search(head[:MAX_HEAD]) is not None

    def ignored(self, path: str) -> bool:
        """Return whether git is told to ignore a path."""
        return path in self._symbols.ignored([path])

    def files(self, word: str) -> frozenset[str]:
        """Return the files that hold a word."""
        return self.sighted.files.get(word, frozenset())

    def declaring(self, word: str) -> frozenset[str]:
        """Return the files with a line that looks as if it declared a word."""
        if word in self._asked:
            return self.sighted.declaring.get(word, frozenset())
        return self.sighted.types.get(word, frozenset())

    def likely(self, container: Sequence[str]) -> frozenset[str]:
        """Return the files that most likely declare a container: they hold its outer parts too, where any does."""
        every = self.declaring(container[-1])
        return every.intersection(*(self.files(part) for part in container[:-1])) or every

    def seen(self, text: str) -> tuple[Sight, ...]:
        """Return the first places of a text."""
        return self.sighted.places.get(text, ())


MAX_HEAD = 1000
_BASES = re.compile(
    r"\b(?:class|struct|interface|trait|enum)\b[^{;]*?(?:(?<!:):(?!:)|\bextends\b|\bimplements\b|<|\()"
)
"""What stands before the bases in the head of a type, in whatever language."""


def _read_inside(outline: Outline, first: int, last: int, line: int) -> bool:
    """Return whether a line of an unreadable part belongs to something in it that was recognised."""
    return any(
        first <= one.start <= line <= one.end <= last and (one.start, one.end) != (first, last)
        for one in outline.symbols
    )


def place(path: str, line: int) -> str:
    """Return `path:line`, whatever bytes the path holds."""
    return f"{path.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace')}:{line}"


def ends(name: Sequence[str], with_parts: Sequence[str]) -> bool:
    """Return whether a qualified name ends with these parts."""
    return tuple(name[-len(with_parts) :]) == tuple(with_parts)


def _plain(rest: str) -> bool:
    """Return whether nothing but one name is left of a qualified name."""
    return "." not in rest or rest.startswith("operator")


def last_of(name: str) -> str:
    """Return the last part of a symbol's qualified name; a C++ operator holds signs that parts are split at."""
    at = name.rfind("operator")
    return name[at:] if at >= 0 and (at == 0 or name[at - 1] == ".") else name.rpartition(".")[2]
