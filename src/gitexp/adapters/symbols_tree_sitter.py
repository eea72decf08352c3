"""The outline of a file by tree-sitter: qualified names, kinds and lines of what it defines."""

from __future__ import annotations

import re
from itertools import accumulate

from gitexp.adapters.tree_sitter_c_family import C_FAMILY, Reading, declaring_macros, read
from gitexp.adapters.tree_sitter_definitions import definitions
from gitexp.adapters.tree_sitter_faults import fault_lines, unread_nodes
from gitexp.adapters.tree_sitter_grammars import GRAMMARS, key_of, loaded, searching
from gitexp.adapters.tree_sitter_mends import read_mended
from gitexp.adapters.tree_sitter_symbols import placed
from gitexp.records.outline import Outline

MAX_BYTES = 2_000_000
"""A larger file was hardly written by hand, and takes seconds to parse."""

MAX_OPEN = 2_000
"""Unclosed `<` in one statement: parsers of generics take memory by their square (50,000 took 30 GB)."""

MAX_DEPTH = 20_000
"""Brackets in brackets: a parser that looks for the end of so many takes seconds, by their square."""
_STEP = {**dict.fromkeys(b"([{", 1), **dict.fromkeys(b")]}", -1)}
_NO_BRACKETS = bytes(sign for sign in range(256) if sign not in _STEP)

_SIGNS = re.compile(rb"[-!~*&+]{500}")
_RUNS = re.compile(rb"[-!~*&+]+")

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def has_grammar(path: str, data: bytes = b"") -> bool:
    """Return whether `outline` can read such a file; without its bytes a file without an ending is not told."""
    return key_of(path, data) is not None


def outline(data: bytes, path: str) -> Outline | None:
    """Return the outline of a file, or None where no outline can be had.

    That is where no grammar reads the file, it is larger than 2 MB, it is binary, or it nests deeper than a parser
    gets out of. `path` only tells the language. A file that does not parse gives what was found around the faults,
    and an outline that is not complete.
    """
    key = key_of(path, data)
    if key is None or len(data) > MAX_BYTES:
        return None
    text = _utf8(data)
    if b"\0" in text[:8000] or _bottomless(text):
        return None
    reading = _read(key, text, path)
    more = declaring_macros(text) if key in C_FAMILY else ()
    query = loaded(reading.key)[1]
    matches = searching(query).matches(reading.tree.root_node)
    told = placed(definitions(matches, text, more))
    return Outline(
        told.symbols,
        GRAMMARS[reading.key].language,
        not reading.tree.root_node.has_error,
        told.packages,
        told.also,
        told.imports,
        fault_lines(reading.unread),
        told.door,
    )


def _read(key: str, text: bytes, path: str) -> Reading:
    if key in C_FAMILY:
        return read(key, text, path)
    tree = read_mended(key, text)
    return Reading(key, tree, unread_nodes(key, tree))


def _bottomless(text: bytes) -> bool:
    """Return whether brackets or signs stand in each other, or stay open, deeper than a parser gets out of."""
    return _deep(text) or _open(text) or _heaped(text)


def _heaped(text: bytes) -> bool:
    """Return whether signs stand in a row by the ten thousand, each before all that follows: `!!!!a`."""
    return bool(_SIGNS.search(text)) and any(len(run) > MAX_DEPTH for run in _RUNS.findall(text))


def _deep(text: bytes) -> bool:
    """Return whether brackets stand deeper in each other than any program's."""
    if text.count(b"(") + text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return False
    brackets = text.translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEP.__getitem__, brackets))) > MAX_DEPTH


def _open(text: bytes) -> bool:
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
