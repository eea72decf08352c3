"""Reads values out of a reply that fits its schema: what the schema holds is taken at its word, nothing else is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Fields = Mapping[str, object]
T = TypeVar("T", bound=str)


def fields(value: object) -> Fields:
    """Return an object's fields; empty for anything else."""
    return {str(name): one for name, one in value.items()} if isinstance(value, Mapping) else {}


def listed(value: object) -> Sequence[object]:
    """Return a list's items; empty for anything else."""
    return value if isinstance(value, list) else ()


def objects(value: object) -> list[Fields]:
    """Return the objects of a list."""
    return [fields(one) for one in listed(value)]


def text(value: object) -> str:
    """Return a text without blanks around it; empty for anything else."""
    return value.strip() if isinstance(value, str) else ""


def texts(value: object) -> list[str]:
    """Return the texts of a list that hold something, each once."""
    return list(dict.fromkeys(found for found in map(text, listed(value)) if found))


def one_of(value: object, words: Sequence[T], otherwise: T) -> T:
    """Return the word that the value is."""
    return next((word for word in words if word == value), otherwise)


def number(value: object) -> int | None:
    """Return a whole number; `2.0` is one in JSON."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        return None
    return int(value)
