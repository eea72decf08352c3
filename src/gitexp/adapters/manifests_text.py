"""Looks a manifest's text over before it is read: what a git merge left in it, and TOML that would take long."""

from __future__ import annotations

import re

from gitexp.adapters.manifests_reading import Unreadable, toml

MAX_WRITTEN = 2_000_000
"""A manifest that people write is never larger."""
_MAX_DOTS = 50
_MAX_LINE_DOTS = 1000
_STRING = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'[^']*'""")
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


def without_conflicts(text: str) -> str:
    """Return the text, which a git merge must have left whole."""
    if found := _CONFLICT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise Unreadable(f"line {line} is left from a git merge")
    return text


def written(text: str) -> str:
    """Return the text of a file that people write, and a git merge has left whole."""
    if len(text) > MAX_WRITTEN:
        raise Unreadable(f"it is larger than {MAX_WRITTEN // 1_000_000} MB")
    return without_conflicts(text)


def written_toml(text: str) -> dict[str, object]:
    """Return the TOML of a file that people write."""
    # The parser takes a time that grows with the square of a dotted key's parts.
    if any(line.count(".") > _MAX_DOTS and _is_long_key(line) for line in written(text).splitlines()):
        raise Unreadable("a key of it has more parts than a person writes")
    return toml(text)


def _is_long_key(line: str) -> bool:
    return line.count(".") > _MAX_LINE_DOTS or _STRING.sub("", line).count(".") > _MAX_DOTS
