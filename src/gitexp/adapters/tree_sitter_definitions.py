"""What a parsed file defines: the query's matches as definitions with names, ranges and full lines.

The captures of a query, of which one a pattern says what the match is:

- `@class @struct @interface @trait @enum @module @type @function @method @macro @property @constant`, `@variable`
  (a property where a type is around), `@field` (a property), `@member` (a property of the type around the method),
  `@beside` (a property of what the value around stands in), each on the whole definition, with `@name`. `@receiver`
  is the type that goes before the name, `@mark` a sign that belongs to it. `@declaration` is C's:
  name and kind are dug out of its declarator.
- `.declared` behind a kind: a signature, which goes up in the definition of the same name.
- `.also` behind a kind: it exists and is no place to go to (`Outline.also`). Where its own name has several parts
  (`Foo.bar = 1`) it may stand in a function, and counts if the first begins with a capital.
- `.all` behind a kind: as `.also`, of every type: its name is `*.name`.
- `.around` behind a kind: it belongs to the enum, and to what the enum stands in.
- `@via` on what sets a property of a variable (`@receiver`), which counts if `@made` told of what type that is.
- `@words.also`: a text that names several properties, between blanks and commas (`"x y"`). `@setter.also`: a name
  that can be set, which is a name with `=` behind it in Ruby.
- `@container` holds definitions and gives them its name, `@local` hides the values in it, `@package` is a namespace
  that stands in no name; `@above` stands over a definition and counts to its lines; `@outer` takes the lines of
  `@inner`.
- `@base` on the name of a base: of the type around, of that which `@of` names, or, as `@base.next`, of the next
  definition of a type (an attribute above it).
- `@door` on what lets members exist that stand nowhere; its text up to a `(` says what it is. It is that of the
  type (or value) around, else, in no function, of the file; of `@of`; `.next` as above; `.here` counts only in the
  body of a type or of the file, not in a function of it; `.file` is the file's own; `.macro` is `.here` of a macro,
  `.macrofile` `.file` of one: the word `macro` is put before; `.value` is that of the value around alone, in no
  function, and `@value` the same by what the value is; `.known` is that of `@of` only where the file declares it.
  `@base.all` is a base of every type.
- `@made` with `@name`: what type a variable of the function around is of: that which the text names, `.self` the type
  around, `.file` the file's own. `@tokens` with `@_macro`: what a macro of Rust is given.
- `@at` beside `@base` or `@door`: that node's place counts, and it is told of what is around that node.
- `@import` with `@name`, `@source`, `@original` (`from source import original as name`): in no function. The name
  may be missing. `@last` means that the source is one path, whose last part is taken. Without a `@source` it only
  says that the name is defined elsewhere. `@uses` is a whole path of Rust or PHP, `@imports` a whole import of
  Scala, `@doc` a comment of PHP's.

The last pattern that matches a definition decides what it is. Captures that only test begin with `_`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from gitexp.adapters.tree_sitter_names import EVERY, declared, name_of
from gitexp.adapters.tree_sitter_told import TELLING, Told, told

if TYPE_CHECKING:
    from tree_sitter import Node

Declares = Literal["", "signature", "prototype"]
Besides = Literal["", "also", "around"]
Match = tuple[int, dict[str, list["Node"]]]
_BESIDES = frozenset({"name", "receiver", "mark", "source", "original", "last", "of", "at"})
"""Captures that stand beside the one that names a definition's kind; those that only test begin with `_`."""


class Definition(NamedTuple):
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
    besides: Besides = ""
    """`also`: no place one would go to. `around`: it belongs to what is around its owner too."""


def definitions(matches: Iterable[Match], data: bytes, more: Iterable[Told] = ()) -> list[Definition | Told]:
    """Return the definitions in the order of the file, the outer ones first, with what the file tells between."""
    found: dict[tuple[int, int, int, bool], tuple[int, str, dict[str, list[Node]]]] = {}
    outer: dict[tuple[int, int], Node] = {}
    above: list[Node] = []
    kinds: dict[int, str] = {}
    all_found: list[Definition | Told] = [*more]
    for pattern, captures in matches:
        if "above" in captures:
            above += captures["above"]
        elif "inner" in captures:
            outer[_span(captures["inner"][0])] = captures["outer"][0]
        else:
            kind = kinds.get(pattern, "")
            if kind not in captures:
                kind = next(name for name in captures if name not in _BESIDES and name[0] != "_")
                kinds[pattern] = kind
            if kind != "import" and kind.partition(".")[0] in TELLING:
                all_found += told(kind, captures)
                continue
            if kind in ("words.also", "setter.also"):
                all_found += _words(kind, captures)
                continue
            beside = kind.endswith((".also", ".all"))
            key = (*_span(captures[kind][0]), captures.get("name", captures[kind])[0].start_byte, beside)
            # The same definition by two patterns: the later one in the file of queries knows more about it.
            if key not in found or found[key][0] < pattern:
                found[key] = (pattern, kind, captures)
    rows = _rows_above(above, data)
    for _, kind, captures in found.values():
        if kind == "import":
            all_found += told(kind, captures)
        else:
            all_found.append(_definition(kind, captures, outer, rows))
    return sorted(all_found, key=_place)


def _place(one: Definition | Told) -> tuple[int, int, bool]:
    """Return what a definition is sorted by: what only exists besides opens no frame around its better half."""
    return one.begin, -one.stop, isinstance(one, Definition) and one.besides != "also"


def _words(kind: str, captures: dict[str, list[Node]]) -> Iterator[Definition]:
    """Yield the properties that one text names: `namedtuple("P", "x y")`, `attr_writer :x`."""
    node = captures[kind][0]
    line = node.start_point[0] + 1
    words = (node.text or b"").decode("utf-8", "replace").replace(",", " ").split()
    setter = kind == "setter.also"
    for word in words:
        name = f"{word.lstrip(':')}=" if setter else word
        yield Definition(
            "beside" if setter else "field", (name,), node.start_byte, node.end_byte, line, line, "", "also"
        )


def _definition(
    kind: str, captures: dict[str, list[Node]], outer: dict[tuple[int, int], Node], rows: set[int]
) -> Definition:
    nodes = captures[kind]
    node = nodes[0]
    kind, _, extra = kind.partition(".")
    declares: Declares = "signature" if extra == "declared" else ""
    besides: Besides = "also" if extra in ("also", "all") else "around" if extra == "around" else ""
    name: tuple[str, ...] = ()
    if kind == "declaration":
        name, kind = declared(captures["name"][0])
        declares = "prototype" if kind == "function" else ""
    elif "name" in captures:
        name = (EVERY,) * (extra == "all") + _named(kind, captures)
    full = node
    while (around := outer.get(_span(full))) is not None:
        full = around
    first = full.start_point[0]
    while first - 1 in rows:
        first -= 1
    # Captured twice, a definition goes on behind its first node: Dart's bodies stand beside their signatures.
    end = nodes[-1]
    end_row, end_column = end.end_point
    last = end_row + (1 if end_column else 0)
    return Definition(
        kind, name, node.start_byte, end.end_byte, first + 1, max(last, first + 1), declares, besides
    )


def _named(kind: str, captures: dict[str, list[Node]]) -> tuple[str, ...]:
    """Return the name of a definition, behind its receiver and with the mark that belongs to it."""
    node = captures["name"][0]
    name = declared(node)[0] if kind in ("function", "type") else name_of(node)
    if name and "mark" in captures:
        mark = name_of(captures["mark"][0])[0]
        between = " " if mark[-1].isalpha() and name[0][0].isalpha() else ""  # `operator bool`
        name = (mark + between + name[0], *name[1:])
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
