"""Reads C and C++, whose macros no grammar knows: the reading counts that leaves the least of a file unread."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.adapters.tree_sitter_faults import unread_nodes, weight
from gitexp.adapters.tree_sitter_grammars import parsed
from gitexp.adapters.tree_sitter_told import Told

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

C_FAMILY = ("c", "cpp")

_CPP = re.compile(
    rb"^[ \t]*(?:(?:class|namespace|using)[ \t]+\w|namespace[ \t]*\{|template[ \t]*<"
    rb"|(?:public|private|protected)[ \t]*:)",
    re.MULTILINE,
)
"""What only C++ writes, in a `.h` file that may be of either language."""

# Macros that only annotate: `class EXPORT_ME Name`, `SOME_NODISCARD int f()`, `DECLARE_PATH(a, "b")` on a line
# of its own, `void NORETURN f()`, `int x UNUSED)`. Names in capitals are all there is to tell them by.
_MACRO = re.compile(
    rb"(?:(?<=\bclass )|(?<=\bstruct ))[A-Z][A-Z0-9_]++(?:\([^()\n]*\))?(?=\s+\w)"
    rb"|\b(?=[A-Z][A-Z0-9]*+_)[A-Z0-9_]++(?=(?:\s+[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]*+){0,4}"
    rb"\s+(?:(?:const|struct|enum|union|unsigned|signed|static|inline|extern)\s+){0,8}+"
    rb"(?!const\b|volatile\b)[A-Za-z_][\w:<>]*+[\s*&]+(?:[A-Za-z_~]|\(\*))"
    rb"|(?<=\) )[A-Z][A-Z0-9_]{3,}+(?:\([^()\n]*\)(?=\s*[;{]|\s+[A-Z])|(?=\s*[;{]))"
    rb"|^[ \t]*+(?:static )?[A-Z][A-Z0-9_]{2,}+\([^()]{0,400}\)(?=[ \t\r]*\n)(?!\s*[{;:,=.)\]+*/|?<>&\"-])"
    rb"|^[ \t]++[A-Z][A-Z0-9_]{3,}+(?=[ \t\r]*+\n\s*+[A-Za-z~])"
    rb"|^[A-Z][A-Z0-9]*+_[A-Z0-9_]{3,}+(?=[ \t\r]*+\n\s*+(?:namespace|class|struct|template|using|typedef|inline|//|/\*))"
    rb"|\[\[[^\[\]\n]{1,200}+\]\]"
    rb"|(?P<only>(?:struct|union)\s+\w++\s*\{\s*[A-Z][A-Z0-9_]{2,}+\s*(?=\}))"
    rb"|(?<=[a-z] )[A-Z][A-Z0-9_]{3,}+(?=\s+[a-z_]\w*+\()"
    rb"|(?<=[a-z0-9_] )(?<!\bconst )(?<!\bstruct )(?<!\benum )[A-Z][A-Z0-9_]{3,}+(?=\s*[,)])",
    re.MULTILINE,
)
_SEEN = re.compile(rb"[^\r\n]")

# Called on a line of its own, or alone on it, or all that a struct has: in a class it may declare members.
_DECLARING = re.compile(
    rb"^[ \t]*+(?:(?:static|friend|virtual|inline|constexpr|mutable) )*+"
    rb"(?:([A-Z][A-Z0-9_]{2,}+)[ \t]*+(?:\(|;?[ \t\r]*+$)|((?=[A-Za-z]\w{0,80}_[A-Z]{2})\w++);?[ \t\r]*+$)"
    rb"|(?<=\{)\s*+([A-Z][A-Z0-9_]{2,}+)\s*+\}",
    re.MULTILINE,
)
_INCLUDED = re.compile(rb"^[ \t]*+#[ \t]*+include[ \t]*+(?=[<\"])[^\n\r]{1,200}", re.MULTILINE)
# What such names end in, or begin with, where they only annotate or forbid.
_ANNOTATING = re.compile(
    rb"(?:INLINE|NODISCARD|DEPRECATED|EXPORTS?|IMPORT|API|PUBLIC|UNUSED|NORETURN|NOEXCEPT|CONSTEXPR|CONST|PURE"
    rb"|COLD|HOT|ATTRIBUTES?|PRINTF|FORMAT|ALIGNED|PACKED|NONNULL|RESULT|BEGIN|END|(?:GUARDED|PROTECTED)_BY"
    rb"|ASSERT(?:_\w+)?|ALLOW|VISIBLE|HIDDEN|WARNINGS?|THROWS?|NULL|TRUE|FALSE|EOF)$"
    rb"|^(?:DISALLOW|DELETE|NO|NON|STATIC_ASSERT|SUPPRESS)_"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as one grammar reads it, with the nodes that it made no sense of."""

    key: str
    tree: Tree
    unread: list[Node]


def read(key: str, text: bytes, path: str) -> Reading:
    """Return the reading of a file that leaves the least unread.

    A header is C++ where its words say so, or where C fails and C++ fares better.
    """
    header = path.lower().endswith(".h")
    if header and _CPP.search(text):
        key = "cpp"
    best = _reading(key, text)
    if not best.unread:
        return best
    least = weight(best.unread)
    for other, plain in _others(key, text, header=header):
        reading = _reading(other, plain)
        if (left := weight(reading.unread)) < least:
            best, least = reading, left
        if not left:
            break
    return best


def unread(key: str, tree: Tree) -> int:
    """Return how many bytes of the file, and how many missing signs, the grammar could not make sense of."""
    return weight(unread_nodes(key, tree))


def declaring_macros(text: bytes) -> list[Told]:
    """Return what, where it stands in the body of a class, may declare members of it: calls of macros, other files.

    They are found in the text itself: they may be what the grammar could not read, or was not shown.
    """
    macros = [
        Told(
            "door", f"macro {name.decode()}", found.start(), found.start(), 0, "type" if found[3] else "here"
        )
        for found in _DECLARING.finditer(text)
        if not _ANNOTATING.search(name := found[1] or found[2] or found[3])
    ]
    return macros + [
        Told(
            "door",
            " ".join(found[0].decode("utf-8", "replace").split()),
            found.start(),
            found.start(),
            0,
            "type",
        )
        for found in _INCLUDED.finditer(text)
    ]


def _reading(key: str, text: bytes) -> Reading:
    tree = parsed(key, text)
    return Reading(key, tree, unread_nodes(key, tree))


def _others(key: str, text: bytes, *, header: bool) -> Iterator[tuple[str, bytes]]:
    """Yield other ways to read a file that does not parse: without macros, and a header as C++."""
    plain = _MACRO.sub(_blank, text)
    keys = (key, "cpp") if header and key == "c" else (key,)
    for other in keys:
        if plain != text:
            yield other, plain
        if other != key:
            yield other, text


def _blank(found: re.Match[bytes]) -> bytes:
    """Return blanks for a macro's words, so that all else stays in its place; a directive stays as it is."""
    if found["only"]:
        head, bracket, word = found[0].rpartition(b"{")
        return head + bracket + _SEEN.sub(b" ", word)
    line = found.string.rfind(b"\n", 0, found.start()) + 1
    directive = found.string[line : found.start()].lstrip().startswith(b"#")
    return found[0] if directive else _SEEN.sub(b" ", found[0])
