"""What a file tells beside its definitions: bases of a type, doors, and what is taken from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from gitexp.adapters.tree_sitter_names import EVERY, name_of
from gitexp.adapters.tree_sitter_values import made_by
from gitexp.records.outline import parts_of

if TYPE_CHECKING:
    from tree_sitter import Node

Where = Literal["", "next", "here", "type", "file", "value", "known", "named"]
TELLING = frozenset({"base", "door", "import", "uses", "imports", "doc", "made", "tokens", "value"})
"""Captures that tell something of the type around them, or of the file. See `tree_sitter_definitions`."""

FIRST = 1 << 62
_LONGEST = 60
_ALL = frozenset({".", "...", "static", "namespace", "exports"})
"""What stands where a name would, and takes everything: Go's `import . "x"`, `using static X`, `module.exports = `."""
_ALIAS = re.compile(r"\s+as\s+")
_ITEMS = re.compile(r"\b(?:fn|impl|struct|enum|trait|mod|use)\b")
"""What says that a macro of Rust is given items, and not names."""
_GIVEN = re.compile(r"(?:^[ \t]*+|[{};\]]\s*+)(?:unsafe[ \t]+)?impl\b([^{};]{0,300})", re.MULTILINE)
_CAMEL = re.compile(r"\b[A-Z]\w*[a-z]\w*")
_MOST_TOKENS = 100_000
_WORDS = re.compile(r"[\w.$]+")
_MADE: dict[str, Where] = {"self": "here", "file": "file"}
_TYPE_WORDS = re.compile(r"^(?:typename|template|struct|class|union|enum|dyn)\s+")
_DOC_MEMBER = re.compile(
    r"@(?:(?:phpstan-|psalm-)?(?:property(?:-read|-write)?\b[^$\n]*\$(\w+)|method\b[^(\n]*?(\w+)[ \t]*\()"
    r"|mixin[ \t]+([\w\\]+))"
)


class Told(NamedTuple):
    """One thing that a place in a file tells: of the type around, the `next` one, or the file.

    `here` is a door of a type only where it stands in its body itself, in no function of it. `of` is the type's
    name where the place itself says it: `Foo.include(Bar)`; `known` counts if the file declares that, `named` goes to
    what the file declares, or to what it may mean of others. `type` is as `here`, and never of the file; `value` is
    of the value around. `made` tells of `name`, in the function around, what type it is of: `text`, or as `where` says
    the type around (`here`) or the file's own (`file`).
    """

    kind: Literal["base", "door", "import", "member", "made"]
    text: str
    begin: int
    stop: int
    line: int
    where: Where = ""
    of: tuple[str, ...] = ()
    name: str = ""
    original: str = ""


def told(kind: str, captures: dict[str, list[Node]]) -> Iterator[Told]:
    """Yield what the captures of one match tell."""
    node = captures[kind][0]
    place = captures["at"][0] if "at" in captures else node
    stop = FIRST if "at" in captures else place.start_byte
    begin, line = place.start_byte, place.start_point[0] + 1
    kind, _, extra = kind.partition(".")
    text = "" if kind == "value" else (node.text or b"").decode("utf-8", "replace")
    of = name_of(captures["of"][0]) if "of" in captures else ()
    if kind == "base":
        if base := base_of(text):
            of = (EVERY,) if extra == "all" else of
            yield Told("base", base, begin, stop, line, "next" if extra == "next" else "", of)
    elif kind == "door":
        yield Told("door", door_of(text, extra), begin, stop, line, _where(extra), of)
    elif kind == "import":
        yield from _imported(captures, begin, line)
    elif kind == "made":
        name = name_of(captures["name"][0])[-1]
        yield Told("made", base_of(text), begin, stop, line, _MADE.get(extra, ""), name=name)
    elif kind == "value":
        if maker := made_by(node):
            yield Told("door", door_of(maker.decode("utf-8", "replace")), begin, stop, line, "value")
    elif kind == "tokens":
        macro = door_of(_plain(captures["_macro"][0]), "macro")
        for one in types_given(text):
            yield Told("door", macro, begin, stop, line, "named", (one,))
    elif kind == "imports":
        for name, source, original in used(_as_use(text)):
            yield Told("import", source.replace("::", "."), begin, begin, line, name=name, original=original)
    elif kind == "uses":
        for name, source, original in used(text):
            yield Told("import", source, begin, begin, line, name=name, original=original)
    else:
        yield from _documented(text, begin, line)


def base_of(text: str) -> str:
    """Return a base's name with dots, without its arguments. PHP's stays whole where it begins so: `\\a.B`."""
    plain = _TYPE_WORDS.sub("", text.strip())
    front, bracket, _ = plain.partition("[")
    # Python's arguments stand in brackets; Rust's brackets stand in the arguments.
    name = ".".join(parts_of(front if bracket and "<" not in front else plain)).partition("<")[0]
    return f"\\{name}" if plain.startswith("\\") else name


def door_of(text: str, extra: str = "") -> str:
    """Return the few words that name a door: `macro DECLARE_X`, `__getattr__`, `@Data`."""
    words = " ".join(text.partition("(")[0].split())[:_LONGEST].strip()
    if not words:  # a function that is called where it stands
        words = " ".join(_WORDS.findall(text[:_LONGEST])[:3]) or "call"
    return f"macro {words}" if extra.startswith("macro") else words


def _where(extra: str) -> Where:
    if extra in ("file", "macrofile"):
        return "file"
    if extra in ("here", "macro"):
        return "here"
    if extra in ("next", "value", "known"):
        return cast(Where, extra)
    return ""


def types_given(tokens: str) -> list[str]:
    """Return the types that a macro of Rust is given; where it is given items, those that get an `impl` in it."""
    text = tokens[:_MOST_TOKENS]
    heads = _GIVEN.findall(text) if _ITEMS.search(text) else [text]
    return list(dict.fromkeys(name for head in heads for name in _CAMEL.findall(head)))


def _imported(captures: dict[str, list[Node]], begin: int, line: int) -> Iterator[Told]:
    """Yield an import; without a name of its own it goes by the last part of what it takes."""
    if "source" not in captures:  # only says that the name is defined elsewhere
        return
    parts = {key: _plain(captures[key][0]) for key in ("name", "source", "original") if key in captures}
    source, original = parts.get("source", ""), parts.get("original", "")
    name = parts.get("name") or original or source
    if "last" in captures:  # of a path: Go's package, Java's class
        source, name, original = _last_of(source, name, original)
    if name in _ALL:
        name = "*"
    if name not in ("_", ""):
        yield Told("import", source, begin, begin, line, name=name, original=original)


def _last_of(source: str, name: str, original: str) -> tuple[str, str, str]:
    """Return what is taken, and from where, of one path: `a.b.C` gives `C` from `a.b`; `a/b/v2` gives `b`."""
    if "." in source and "/" not in source:
        source, _, original = source.rpartition(".")
        return source, original, original
    parts = [part for part in source.split("/") if not re.fullmatch(r"v[0-9]+", part)] or [source]
    return source, re.sub(r"\.v[0-9]+$", "", parts[-1]), original


def _plain(node: Node) -> str:
    return "".join((node.text or b"").decode("utf-8", "replace").split()).strip("\"'`")


def used(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the imports of a `use` of Rust or PHP, groups in braces taken apart: name, source, original."""
    text = re.sub(r"^use\s+(?:function\s|const\s)?|;\s*$", "", text)
    between = "\\" if "\\" in text else "::"
    for path in _spread(" ".join(text.split())):
        whole, *alias = _ALIAS.split(path.strip())
        whole = re.sub(r"^(?:function|const)\s", "", whole).strip().replace(" ", "")
        if whole.endswith(f"{between}self"):
            whole = whole.removesuffix(f"{between}self")
        source, _, last = whole.strip("\\").rpartition(between)
        name = alias[0].strip() if alias else last
        if name and name != "_":
            yield name, source or last, (last if source and last != "*" else "")


def _as_use(text: str) -> str:
    """Return an import of Scala as `used` reads it: `import a.b.{C as D, _}` is `a::b::{C as D, *}`."""
    path = text.strip().removeprefix("import ").replace("=>", " as ").replace(".", "::")
    return re.sub(r"(?<![\w`])_(?![\w`])", "*", path)


def _spread(text: str) -> Iterator[str]:
    """Yield the paths of `a::{b, c::{d, e}}`, one at a time."""
    prefixes, piece = [""], ""
    for sign in text:
        if sign == "{":
            prefixes.append(prefixes[-1] + piece.strip())
            piece = ""
        elif sign in ",}":
            if piece.strip():
                yield prefixes[-1] + piece.strip()
            piece = ""
            if sign == "}" and len(prefixes) > 1:
                prefixes.pop()
        else:
            piece += sign
    if piece.strip():
        yield prefixes[-1] + piece.strip()


def _documented(text: str, begin: int, line: int) -> Iterator[Told]:
    """Yield the members that the comment above a class of PHP names, and the classes mixed in."""
    for found in _DOC_MEMBER.finditer(text):
        at = line + text.count("\n", 0, found.start())
        if found[3]:
            yield Told("base", base_of(found[3]), begin, begin, at, "next")
        else:
            yield Told("member", "", begin, begin, at, "next", name=found[1] or found[2])
