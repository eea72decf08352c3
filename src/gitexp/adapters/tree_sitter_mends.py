"""Reads again what a grammar stumbles over and a person would not: the same text, mended without moving a byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from gitexp.adapters.tree_sitter_faults import unread_nodes, weight
from gitexp.adapters.tree_sitter_grammars import parsed

if TYPE_CHECKING:
    from tree_sitter import Tree

_ENUM = re.compile(
    rb"(?:\btypedef[ \t]+)?\b(?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)\([ \t]*\w[\w \t]*,[ \t]*(\w+)[ \t]*\)"
)
"""`typedef NS_ENUM(NSInteger, Level)`, which is `enum Level` to all that read on."""
_NOTE = re.compile(
    rb"^[ \t]*+NS_ASSUME_NONNULL_(?:BEGIN|END)\b"
    rb"|\b[A-Z]++_(?:EXPORT|EXTERN)(?=\s+[A-Za-z])"
    rb"|\b(?:[A-Z]++_){1,12}(?:UN)?AVAILABLE(?:_[A-Z]++)?(?:\((?:[^()\n]++|\([^()\n]*+\))*+\))?+(?=\s*;)"
    rb"|\bNS_(?:DESIGNATED_INITIALIZER|REQUIRES_SUPER|SWIFT_NAME\([^\n;]*\))(?=\s*;)",
    re.MULTILINE,
)
"""What annotates Objective-C, and declares nothing."""
_ONE_LINE = re.compile(rb"(?<=[^\s{;,(]) (?=\})")
"""The blank before a `}` on a line that goes on from its `{`: Kotlin's grammar wants a line end or a `;` there."""
_ACTUAL = re.compile(rb"\b(?:actual|expect)(?=[ \t]+constructor\b)")
_SEEN = re.compile(rb"[^\r\n]")


def _kotlin(text: bytes) -> bytes:
    return _ACTUAL.sub(_blank, _ONE_LINE.sub(b";", text))


def _objc(text: bytes) -> bytes:
    return _NOTE.sub(_blank, _ENUM.sub(_enum, text))


def _blank(found: re.Match[bytes]) -> bytes:
    return _SEEN.sub(b" ", found[0])


def _enum(found: re.Match[bytes]) -> bytes:
    return (b"enum " + found[1]).ljust(len(found[0]))


_MENDS: dict[str, Callable[[bytes], bytes]] = {"kotlin": _kotlin, "objc": _objc}


def read_mended(key: str, text: bytes) -> Tree:
    """Return the tree of a text, or that of its mended form where no more of it is left unread."""
    tree = parsed(key, text)
    if key not in _MENDS or not tree.root_node.has_error:
        return tree
    mended = parsed(key, _MENDS[key](text))
    return min(mended, tree, key=lambda one: (one.root_node.has_error, weight(unread_nodes(key, one))))
