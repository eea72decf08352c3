"""Reads C and C++, whose macros no grammar knows: the reading counts that leaves the least of a file unread."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitexp.adapters.tree_sitter_grammars import loaded, parsed

if TYPE_CHECKING:
    from tree_sitter import Tree

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
    rb"|\b(?=[A-Z][A-Z0-9]*+_)[A-Z0-9_]++(?=\s+[a-z_][\w:<>]*+[ \t*&]+[A-Za-z_~])"
    rb"|^[ \t]*+(?:static )?[A-Z][A-Z0-9_]{2,}+\([^()]{0,400}\)(?=[ \t\r]*\n)(?!\s*[{;:,=.)\]+*/|?<>&\"-])"
    rb"|(?<=[a-z] )[A-Z][A-Z0-9_]{3,}+(?=\s+[a-z_]\w*+\()"
    rb"|(?<=[a-z0-9_] )(?<!\bconst )(?<!\bstruct )(?<!\benum )[A-Z][A-Z0-9_]{3,}+(?=\s*[,)])",
    re.MULTILINE,
)
_SEEN = re.compile(rb"[^\r\n]")
_FAULTS = "(ERROR) @error (MISSING) @missing"


def read(key: str, text: bytes, path: str) -> tuple[str, Tree]:
    """Return the tree of a file and the key of the grammar it was read by.

    A header is C++ where its words say so, or where C fails and C++ fares better.
    """
    header = path.lower().endswith(".h")
    if header and _CPP.search(text):
        key = "cpp"
    tree = parsed(key, text)
    if not tree.root_node.has_error:
        return key, tree
    readings = [(key, tree), *_others(key, text, header=header)]
    return min(readings, key=lambda reading: _faults(*reading))


def _others(key: str, text: bytes, *, header: bool) -> Iterator[tuple[str, Tree]]:
    """Yield other ways to read a file that does not parse: without macros, and a header as C++."""
    plain = _MACRO.sub(_blank, text)
    keys = (key, "cpp") if header and key == "c" else (key,)
    for other in keys:
        if other != key:
            yield other, parsed(other, text)
        if plain != text:
            yield other, parsed(other, plain)


def _blank(found: re.Match[bytes]) -> bytes:
    """Return blanks for a macro's words, so that all else stays in its place; a directive stays as it is."""
    line = found.string.rfind(b"\n", 0, found.start()) + 1
    directive = found.string[line : found.start()].lstrip().startswith(b"#")
    return found[0] if directive else _SEEN.sub(b" ", found[0])


def _faults(key: str, tree: Tree) -> int:
    """Return how many bytes of the file, and how many missing signs, the grammar could not make sense of."""
    from tree_sitter import Query, QueryCursor

    found = QueryCursor(Query(loaded(key)[0], _FAULTS)).captures(tree.root_node)
    unread = sum(node.end_byte - node.start_byte for node in found.get("error", ()))
    return unread + len(found.get("missing", ()))
