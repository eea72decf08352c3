"""Find what a text names, as it is spelled: symbols and flags, and paths; what names are is told in records/mentions."""

from __future__ import annotations

from functools import lru_cache

from gitexp.records.mention import MentionKind
from gitexp.records.mention_reading import Spot
from gitexp.records.mentions import spots_in
from gitexp.records.text import Redacted

MAX_NAMES = 12
_SYMBOLS: frozenset[MentionKind] = frozenset(("symbol", "flag"))
_PATHS: frozenset[MentionKind] = frozenset(("path", "glob"))
_TEXTS_KEPT = 4096
"""Texts whose names are kept: the same sentences are asked for several times while a discussion is read."""


def symbols_in(text: Redacted) -> tuple[Redacted, ...]:
    """Return the symbols and flags that a text names, as spelled, in order of appearance, without doubles."""
    return _of(text, _SYMBOLS)


def paths_in(text: Redacted) -> tuple[Redacted, ...]:
    """Return the repository paths and file names that a text names, as spelled."""
    return _of(text, _PATHS)


def names_something(text: str) -> bool:
    """Return whether a text names a symbol or a path."""
    return any(kind in _SYMBOLS or kind in _PATHS for kind, _, _ in _spots(text))


def _of(text: Redacted, kinds: frozenset[MentionKind]) -> tuple[Redacted, ...]:
    names = (text.cut(start, end) for kind, start, end in _spots(text) if kind in kinds)
    return tuple(dict.fromkeys(names))[:MAX_NAMES]


@lru_cache(_TEXTS_KEPT)
def _spots(text: str) -> tuple[tuple[MentionKind, int, int], ...]:
    """Return what stands where; what words join ("`reset()` of `Parser`") stands nowhere as such."""
    return tuple((_kind(text, spot), spot.start, spot.end) for spot in spots_in(text) if not spot.after)


def _kind(text: str, spot: Spot) -> MentionKind:
    """Return the kind of what is written: `.pc` stands for all `*.pc`, and is itself the path of no file."""
    one = spot.mention
    return "symbol" if one.kind == "glob" and one.name == f"*{text[spot.start : spot.end]}" else one.kind
