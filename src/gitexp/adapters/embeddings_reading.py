"""Reads what an endpoint sends back for some texts: a vector each. What does not fit is refused, never mended."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import NoReturn

MAX_NUMBERS = 16_384
"""The longest vector that is taken."""
Vector = Sequence[float]


class RefusedError(Exception):
    """No vectors came. `words` says why, without a secret.

    With `again` the same request may be answered later. With `unfit` it may be about these texts: too many, or one too
    long. With neither, no request can be answered there, and `mend` may say what to do.
    """

    def __init__(
        self,
        words: str,
        mend: str = "",
        *,
        again: bool = False,
        unfit: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(words)
        self.words = words
        self.mend = mend
        self.again = again
        self.unfit = unfit
        self.headers = headers or {}


def vectors_of(data: bytes, many: int) -> list[Vector]:
    """Return the vectors of a body, in the order of the texts. Raises RefusedError."""
    try:
        document = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise RefusedError("sends no JSON, or it was cut", again=True) from None
    rows = document.get("data") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise RefusedError("sends no embeddings")
    if len(rows) != many:
        raise RefusedError(f"sends {len(rows)} vectors for {many} texts")
    found: dict[int, Vector] = {}
    for place, row in enumerate(rows):
        vector = _vector(row.get("embedding") if isinstance(row, dict) else None)
        found[_index(row.get("index", place), many)] = vector
    if len(found) != many:
        raise RefusedError("sends two vectors for one text")
    if len({len(vector) for vector in found.values()}) > 1:
        raise RefusedError("sends vectors that differ in length")
    return [found[place] for place in range(many)]


def _vector(numbers: object) -> Vector:
    if not isinstance(numbers, list) or not 2 <= len(numbers) <= MAX_NUMBERS:
        raise RefusedError("sends a vector that is no list of numbers")
    # bool is an int to Python.
    if not all(type(one) is float or type(one) is int for one in numbers):
        raise RefusedError("sends a vector that holds what is no number")
    try:
        length = math.hypot(*numbers)
    except OverflowError:
        length = math.inf
    if not math.isfinite(length) or length == 0:
        raise RefusedError("sends a vector that leads nowhere: all of it is zero, or endless")
    return numbers


def _index(value: object, many: int) -> int:
    if type(value) is not int or not 0 <= value < many:
        raise RefusedError("sends a vector for a text that was not asked")
    return value


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and JSON does not know."""
    raise RefusedError(f"sends {name}, which is no number")
