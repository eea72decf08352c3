"""Definitions as symbols: qualified by what they stand in, with kinds that tell a method from a function."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import cast

from gitexp.adapters.tree_sitter_definitions import Definition
from gitexp.adapters.tree_sitter_frames import (
    CALLED,
    GATHERING,
    OWNERS,
    TYPES,
    Frame,
    Gathered,
    around_enum,
    parent_of,
    whole_file,
)
from gitexp.adapters.tree_sitter_kept import Found, besides, kept
from gitexp.adapters.tree_sitter_known import Known, open_no_more, told_of
from gitexp.adapters.tree_sitter_names import EVERY
from gitexp.adapters.tree_sitter_renamed import by_their_own_names
from gitexp.adapters.tree_sitter_told import Told
from gitexp.records.outline import VALUES, Import, Symbol, SymbolKind

MAX_PARTS = 100
"""What lies deeper no person wrote, and its names would grow with the square of the depth."""
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")


@dataclass(frozen=True)
class Placed:
    """All that a file's definitions come to. See `records.outline.Outline`."""

    symbols: tuple[Symbol, ...]
    packages: tuple[str, ...]
    also: tuple[Symbol, ...]
    imports: tuple[Import, ...]
    door: str


@dataclass(slots=True)
class _Page:
    """What has been read of a file so far."""

    frames: list[Frame] = field(default_factory=lambda: [whole_file()])
    found: list[Found] = field(default_factory=list)
    also: list[Found] = field(default_factory=list)
    imports: dict[Import, None] = field(default_factory=dict)
    packages: list[tuple[int, str]] = field(default_factory=list)
    holders: list[Found] = field(default_factory=list)
    """What only holds definitions, as an `impl`."""
    pending: list[Told] = field(default_factory=list)
    """Told of the next type."""
    known: Known = field(default_factory=Known)
    doors: set[tuple[tuple[str, ...], str]] = field(default_factory=set)
    """What has been told of types by their names."""


def placed(definitions: Iterable[Definition | Told]) -> Placed:
    """Return the symbols in the order of lines, the packages that stand in no name, and all else that is told."""
    page = _Page()
    frames = page.frames
    for one in definitions:
        # Two definitions may be of one stretch; what is told is none.
        stretch = None if isinstance(one, Told) else (one.begin, one.stop)
        twin = None
        while one.begin >= frames[-1].stop or stretch == (frames[-1].begin, frames[-1].stop):
            twin = frames.pop()
        if isinstance(one, Told):
            _hear(one, page)
        elif one.kind == "package":
            around = [name for stop, name in page.packages if stop > one.begin]
            page.packages.append((one.stop, ".".join([*around[-1:], *one.name])))
        else:
            frames.append(_place(one, page, twin if twin and twin.begin == one.begin else None))
    page.also += page.known.settled(page.found, frames[0])
    open_no_more(page.found)
    page.also += by_their_own_names(page.imports, page.holders, page.found)
    found = kept(page.found)
    return Placed(
        tuple(found),
        tuple(name for _, name in page.packages),
        tuple(besides(page.also, page.holders, found)),
        tuple(page.imports),
        frames[0].gathered.door,
    )


def _hear(one: Told, page: _Page) -> None:
    """Put what is told where it belongs: to the file, to the type around, to a named one, or to the next."""
    frame = page.frames[-1]
    if one.kind == "base" and one.text.startswith("namespace."):  # of PHP
        package = page.packages[-1][1] if page.packages else ""
        one = one._replace(text=f"\\{package}{one.text.removeprefix('namespace')}".replace("\\.", "\\"))
    if one.kind == "import":
        if not frame.local:
            page.imports[Import(one.name, one.text, one.original)] = None
    elif one.kind == "made":
        page.known.hear(one, page.frames)
    elif one.where == "next":
        page.pending.append(one)
    elif one.where == "type":
        if frame.kind in TYPES and not frame.local:
            frame.gathered.take(one)
    elif one.where in ("known", "named"):
        page.known.later.append((frame.path, one))
    elif one.of:
        _add(one, () if frame.local or one.of == (EVERY,) else frame.path, page)
    elif one.where == "value":
        if frame.kind in VALUES and frame.gathered is not page.frames[-2].gathered:
            frame.gathered.take(one)
    elif one.where == "file":
        page.frames[0].gathered.take(one)
    elif frame.body or (
        one.where != "here" and not (frame.local and frame.gathered is page.frames[0].gathered)
    ):
        frame.gathered.take(one)


def _add(one: Told, base: tuple[str, ...], page: _Page) -> None:
    """Keep what a place tells of a type by its name, once."""
    path = base + one.of
    if (path, one.text) in page.doors:
        return
    page.doors.add((path, one.text))
    page.also.append(told_of(".".join(path), one))


def _place(one: Definition, page: _Page, twin: Frame | None) -> Frame:
    """Return the frame that a definition opens, and keep its symbol where it is one that can be asked for.

    A twin is of the same stretch, and told the same: `typedef struct a {…} b, *c;`.
    """
    parent = parent_of(one, page.frames)
    nameless = one.kind == "local" or not one.name or one.name == ("_",)
    if nameless or len(parent.path) >= MAX_PARTS:
        return parent.inside(one)
    if one.kind == "via":
        if (found := page.known.member(one, page.frames)) is not None:
            page.also.append(found)
        return parent.inside(one)
    base, hidden, also = _stands(one, parent)
    if hidden and one.kind == "variable" and page.known.meant(one.name[0], page.frames) == ():
        base, hidden, also = (), False, True
    path = base + one.name
    kind = _kind(one, parent)
    value = kind in VALUES and one.kind != "property"
    if hidden and parent.kind in TYPES and (value or one.declares):
        also, hidden = True, False  # what a class has that a function defines
    dropped = hidden and (value or one.declares or also)
    owns = kind in GATHERING or (kind in VALUES and not dropped)
    frame = Frame(
        kind,
        path,
        one.begin,
        one.stop,
        _owner(one, kind, path, parent),
        parent.local or kind in CALLED or one.kind == "property",
        _gathering(parent, twin, kind) if owns else parent.gathered,
    )
    _give(one, kind, frame, page)
    if dropped:
        return frame
    symbol = Symbol(".".join(path), cast(SymbolKind, kind), one.first, one.last)
    found = Found(symbol, one.declares, value, frame.gathered if owns else None)
    if one.kind == "container":
        page.holders.append(replace(found, symbol=replace(symbol, kind="type")))
    else:
        (page.also if also else page.found).append(found)
    if one.besides == "around":
        outer = ".".join(around_enum(page.frames).path + one.name)
        page.also.append(replace(found, symbol=replace(symbol, name=outer)))
    return frame


def _stands(one: Definition, parent: Frame) -> tuple[tuple[str, ...], bool, bool]:
    """Return what a definition stands in, whether a function hides it, and whether it only exists besides."""
    base, hidden, also = parent.path, parent.local, one.besides == "also"
    if one.kind == "member":
        also = also or parent.owner is None
        base, hidden = _belongs(parent)
    if also and (hidden or parent.kind in TYPES) and len(one.name) > 1 and _is_type(one.name[0]):
        base, hidden = (), False
    return base, hidden, also


def _is_type(name: str) -> bool:
    return name[:1].isupper() or name == EVERY


def _gathering(parent: Frame, twin: Frame | None, kind: str) -> Gathered:
    """Return what gathers for a type or value: that of its twin, where it has one of its own."""
    shared = twin is not None and twin.kind == kind and twin.gathered is not parent.gathered
    return twin.gathered if twin is not None and shared else Gathered()


def _belongs(parent: Frame) -> tuple[tuple[str, ...], bool]:
    """Return what a member stands in: the type around, or the function, which may be one that builds objects."""
    if parent.owner is not None:
        return parent.owner, False
    return parent.path, not (parent.path and parent.kind in CALLED)


def _give(one: Definition, kind: str, frame: Frame, page: _Page) -> None:
    """Give a type what was told above it."""
    if not page.pending:
        return
    for told in page.pending if kind in GATHERING else ():
        if told.kind == "member":
            name = ".".join((*frame.path, told.name))
            page.also.append(Found(Symbol(name, "property", told.line, told.line), "", True))
        else:
            frame.gathered.take(told)
    page.pending.clear()


def _owner(one: Definition, kind: str, path: tuple[str, ...], parent: Frame) -> tuple[str, ...] | None:
    """Return the path of what `self` means inside of a definition; `function M:send()` names it itself."""
    if kind in OWNERS:
        return path
    return path[:-1] if kind in CALLED and len(one.name) > 1 else parent.owner


def _kind(one: Definition, parent: Frame) -> str:
    if one.kind == "function":
        method = parent.kind in (OWNERS | VALUES) or len(one.name) > 1
        return "method" if method else "function"
    if one.kind in ("field", "member", "beside"):
        return "property"
    if one.kind == "variable":
        inside = "property" if parent.kind in OWNERS else "variable"
        return "constant" if _CAPITALS.fullmatch(one.name[-1]) else inside
    return one.kind
