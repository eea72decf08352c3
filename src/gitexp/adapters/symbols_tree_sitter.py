"""The outline of a file by tree-sitter: qualified names, kinds and lines of what it defines."""

from __future__ import annotations

import re

from gitexp.adapters.tree_sitter_c_family import C_FAMILY, read
from gitexp.adapters.tree_sitter_definitions import definitions
from gitexp.adapters.tree_sitter_grammars import GRAMMARS, key_of, loaded, parsed
from gitexp.adapters.tree_sitter_symbols import symbols
from gitexp.records.outline import Outline

MAX_BYTES = 2_000_000
"""A larger file was hardly written by hand, and takes seconds to parse."""

MAX_OPEN = 2_000
"""Unclosed `<` in one statement: parsers of generics take memory by their square (50,000 took 30 GB)."""

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def has_grammar(path: str, data: bytes = b"") -> bool:
    """Return whether `outline` can read such a file; without its bytes a file without an ending is not told."""
    return key_of(path, data) is not None


def outline(data: bytes, path: str) -> Outline | None:
    """Return the outline of a file, or None where no outline can be had.

    That is where no grammar reads the file, it is larger than 2 MB, it is binary, or it opens `<` by the
    thousand. `path` only tells the language. A file that does not parse gives what was found around the faults, and an
    outline that is not complete.
    """
    key = key_of(path, data)
    if key is None or len(data) > MAX_BYTES:
        return None
    text = _utf8(data)
    if b"\0" in text[:8000] or _bottomless(text):
        return None
    key, tree = read(key, text, path) if key in C_FAMILY else (key, parsed(key, text))
    from tree_sitter import QueryCursor

    _, query = loaded(key)
    found, packages = symbols(definitions(QueryCursor(query).matches(tree.root_node), text))
    return Outline(found, GRAMMARS[key].language, not tree.root_node.has_error, packages)


def _bottomless(text: bytes) -> bool:
    """Return whether a statement opens more `<` than it closes by far; shifts do not count."""
    if text.count(b"<") <= MAX_OPEN:
        return False
    statements = re.split(rb"[;{}]", text)
    return any(one.count(b"<") - 2 * one.count(b"<<") - one.count(b">") > MAX_OPEN for one in statements)


def _utf8(data: bytes) -> bytes:
    """Return the text in UTF-8 without its mark, with the lines where they were."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace").encode("utf-8", "replace")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        # Latin-1 takes any byte: names outside ASCII may come out odd, all else stays as it is.
        return data.decode("latin-1").encode()
    return data.removeprefix(b"\xef\xbb\xbf")
