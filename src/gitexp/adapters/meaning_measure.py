"""Turns cosines, which mean something else with each language model, into how near a text is to a question, 0 to 1.

With one model unrelated texts have a cosine of 0.05, with another of 0.8, and texts in one language are nearer to each
other than those that say the same. So each vector is measured from the middle of exp's own sentences, without the
directions in which their three languages differ; and a text is near if it stands out from those beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gitexp.adapters.meaning_ground import EACH, SENTENCES

Numbers: TypeAlias = NDArray[np.float32]
BESIDE = 5
"""How many of the next best say what is usual for the best of many: something always comes first."""
STEP = 7.0
"""Standard deviations above what is usual at which 0.63 is reached; at 2.2 it is 0.27, at 3.3 it is 0.38.

The best of a store stood 2.2 above for one in twenty questions whose right answer had been taken out of the store, with
the worse of two language models (one of them of English alone, asked in three languages). So 0.27 is no sign yet.
"""


class Measure:
    """How the cosines of one language model are read, told by its vectors of exp's own sentences."""

    def __init__(self, ground: Sequence[bytes]) -> None:
        rows = numbers_of(b"".join(ground), len(ground))
        languages = rows.reshape(len(SENTENCES) // EACH, EACH, -1).mean(axis=1)
        _, sizes, axes = np.linalg.svd(languages[1:] - languages[0], full_matrices=False)
        self._axes: Numbers = axes[sizes > 1e-4]
        self._centre: Numbers = self._without_language(rows).mean(axis=0)
        self._ground = rows

    @property
    def length(self) -> int:
        """Return how many numbers a vector has."""
        return int(self._centre.size)

    def aimed(self, question: Numbers) -> Numbers:
        """Return the direction in which a question looks."""
        away = self._without_language(question) - self._centre
        length = max(float(np.linalg.norm(away)), 1e-6)
        return np.asarray(away / length, dtype=np.float32)

    def cosines(self, rows: Numbers, aimed: Numbers) -> Numbers:
        """Return the cosine of each row with a direction, both without their language and from the middle."""
        # Neither the rows without their language nor their lengths are made: a large store has no room for either.
        along = rows @ aimed - float(self._centre @ aimed)
        across = rows @ self._axes.T
        square = np.einsum("ij,ij->i", rows, rows) - np.einsum("ij,ij->i", across, across)
        square += float(self._centre @ self._centre) - 2 * (rows @ self._centre)
        return np.asarray(along / np.sqrt(np.maximum(square, 1e-6)), dtype=np.float32)

    def closeness(self, cosines: Numbers, aimed: Numbers) -> Numbers:
        """Return how near each is, 0 to 1, beside all others and exp's own sentences: a store of three tells nothing.

        Below 0.3 that may be chance.
        """
        usual = np.concatenate([cosines, self.cosines(self._ground, aimed)])
        best = -np.sort(-usual)[1 : 1 + BESIDE]
        above = (cosines - best.mean()) / max(float(usual.std()), 1e-6)
        return np.asarray(1 - np.exp(-np.maximum(above, 0) / STEP), dtype=np.float32)

    def _without_language(self, rows: Numbers) -> Numbers:
        return np.asarray(rows - (rows @ self._axes.T) @ self._axes, dtype=np.float32)


def numbers_of(data: bytes, many: int) -> Numbers:
    """Return vectors as they are kept, a row each."""
    return np.frombuffer(data, dtype="<f2").reshape(many, -1).astype(np.float32)


def kept_form(vector: Sequence[float] | NDArray[np.floating[Any]]) -> bytes:
    """Return a vector as it is kept: of length 1, two bytes a number."""
    numbers = np.asarray(vector, dtype=np.float64)
    kept: bytes = (numbers / np.linalg.norm(numbers)).astype("<f2").tobytes()
    return kept
