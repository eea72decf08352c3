"""Leaves of a source text what is code for everyone: no comments and texts, nothing that only some builds compile.

Told by form, in one pass each. Where it errs it leaves out too much: what is left out is no fact, and proves nothing.
"""

from __future__ import annotations

import re

_COMMENTED = frozenset({"javascript", "java", "go", "rust", "c", "php", "csharp", "swift", "dart"})
_DIRECTED = frozenset({"c", "csharp", "swift"})
_GO_CODE = re.compile(r"^(?:func|type|var|const)\b", re.MULTILINE)
"""Behind the first declaration a Go file imports nothing; a lone string there is none."""
_CFG = re.compile(r"^#\[cfg\b[^\n]*\n(?:#\[[^\n]*\n)*[^\n]*", re.MULTILINE)
_TYPES = re.compile(
    r"^[^\S\n]*(?:import|export) +type\b(?! +from\b)[^'\";]{0,2000}['\"][^'\"\n]*['\"]", re.MULTILINE
)
"""What is imported for its types alone need not be there when the code runs."""
_GUARD = re.compile(
    r"\s*(?://[^\n]*\n\s*)*#[^\S\n]*if(?:ndef|[^\S\n]*![^\S\n]*defined)[ \t(]+(\w+)[^\n]*\n\s*#[^\S\n]*define[^\S\n]+\1\b"
)
"""The guard around a whole header."""


def unconditional(language: str, text: str) -> str:
    """Return the text without what is not always compiled, as far as that can be told."""
    if language == "python":
        for quotes in ('"""', "'''"):
            text = "".join(text.split(quotes)[::2])
    if language in _COMMENTED:
        text = _without_comments(text)
    if language in _DIRECTED:
        text = _undirected(text)
    if language == "go" and (code := _GO_CODE.search(text)):
        text = text[: code.start()]
    if language == "rust":
        text = _CFG.sub("", text)
    return _TYPES.sub("", text) if language == "javascript" else text


def _without_comments(text: str) -> str:
    first, *others = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in others)


def _undirected(text: str) -> str:
    """Return the lines that no `#if` decides about, but for the guard around a header."""
    depth = -1 if _GUARD.match(text) else 0
    kept: list[str] = []
    for line in text.split("\n"):
        word = line.lstrip()
        word = word[1:].lstrip() if word.startswith("#") else ""
        depth += word.startswith("if")
        depth -= word.startswith("endif")
        if depth <= 0:
            kept.append(line)
    return "\n".join(kept)
