"""Writes an outline, or why there is none, as a few bytes, and reads it back."""

from __future__ import annotations

import json
import zlib
from typing import Any

from gitexp.records.outline import Import, Outline, Symbol


def encoded(outlined: Outline | str) -> bytes:
    """Return an outline, or the words why there is none, as compressed JSON."""
    return zlib.compress(json.dumps(_plain(outlined), separators=(",", ":")).encode("ascii"), 1)


def decoded(data: bytes) -> Outline | str | None:
    """Return what was written, None where the bytes are nothing that `encoded` wrote."""
    try:
        held = json.loads(zlib.decompress(data))
        return held if isinstance(held, str) else _outline(held)
    except (zlib.error, ValueError, TypeError, RecursionError):
        return None


def _plain(outlined: Outline | str) -> object:
    if isinstance(outlined, str):
        return outlined
    return [
        outlined.language,
        outlined.complete,
        outlined.packages,
        [_row(symbol) for symbol in outlined.symbols],
        [_row(symbol) for symbol in outlined.also],
        [(one.name, one.source, one.original) for one in outlined.imports],
        outlined.faults,
        outlined.door,
    ]


def _row(symbol: Symbol) -> tuple[object, ...]:
    """Return a symbol's fields; most have neither bases nor a door."""
    plain = (symbol.name, symbol.kind, symbol.start, symbol.end)
    return (*plain, symbol.bases, symbol.door) if symbol.bases or symbol.door else plain


def _outline(held: Any) -> Outline:
    language, complete, packages, symbols, also, imports, faults, door = held
    return Outline(
        tuple([_symbol(*row) for row in symbols]),
        language,
        complete,
        tuple(packages),
        tuple([_symbol(*row) for row in also]),
        tuple([Import(*row) for row in imports]),
        tuple([(first, last) for first, last in faults]),
        door,
    )


def _symbol(name: str, kind: Any, start: int, end: int, bases: Any = (), door: str = "") -> Symbol:
    return Symbol(name, kind, start, end, tuple(bases), door)
