"""Nearness in meaning: the question's vector beside those of all experiences in force, by plain numpy.

Nothing is made here but the vector of the question; what has none is found by its words. Whatever is missing or does
not come in time is said, and the words answer.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gitexp.adapters.embeddings_reading import RefusedError, Vector
from gitexp.adapters.meaning_ground import SENTENCES

if TYPE_CHECKING:
    from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
    from gitexp.adapters.embeddings_sqlite import KeptVectors
    from gitexp.adapters.meaning_measure import Measure, Numbers

SECONDS = 2.0
"""For which recall waits for the vector of a question."""
PAUSE = 60.0
"""Seconds for which an endpoint that gave no answer is not asked again: who asks ten times would wait ten times."""
MAX_WORDS = 2000
"""Characters of a question that are sent."""
LEAST = 0.1
"""What is less near says nothing."""
NO_NUMPY = "needs numpy: pip install 'git-exp[embeddings]'"
MAKE = "`exp index --embed` makes them"


class NumpyMeaning:
    """Implements `ports.Meaning`. `served` gives the blobs in force, `redact` what may leave of the question's words."""

    def __init__(
        self,
        vectors: KeptVectors,
        endpoint: EmbeddingsEndpoint,
        redact: Callable[[str], str],
        served: Callable[[], Collection[str]],
        seconds: float = SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._vectors = vectors
        self._endpoint = endpoint
        self._redact = redact
        self._served = served
        self._seconds = seconds
        self._now = now

    def near(self, words: str, most: int) -> tuple[Mapping[str, float], str]:
        """Return the blobs nearest in meaning, each with how near it is (0 to 1), and what was missing."""
        ground = self._vectors.ground() if self._vectors.there else []
        if len(ground) != len(SENTENCES) or len({len(one) for one in ground}) != 1:
            return {}, _told(f"there are no vectors of `{self._endpoint.model}` yet: {MAKE}")
        if find_spec("numpy") is None:
            return {}, _told(NO_NUMPY)
        from gitexp.adapters.meaning_measure import Measure

        measure = Measure(ground)
        try:
            question = self._question(words, measure)
        except RefusedError as error:
            return {}, _told(f"{self._endpoint.shown} {error.words}; the words alone were searched")
        served = frozenset(self._served())
        blobs, found = self._closeness(measure, measure.aimed(question), served)
        missing = len(served) - len(blobs)
        why = _told(f"{missing} of {len(served)} experiences have no vector: {MAKE}") if missing else ""
        order = sorted(range(len(blobs)), key=lambda place: (-found[place], blobs[place]))[:most]
        return {blobs[place]: round(found[place], 3) for place in order if found[place] >= LEAST}, why

    def _question(self, words: str, measure: Measure) -> Numbers:
        """Return the vector of the words: what was asked before is kept."""
        from gitexp.adapters.meaning_measure import kept_form, numbers_of

        flat = " ".join(words.split())
        digest = hashlib.sha256(flat.encode("utf-8", "surrogateescape")).hexdigest()
        kept = self._vectors.question(digest)
        if kept is None:
            # Cut once more than is sent: what stands at the very end may be half of a secret, which nothing knows.
            told = self._redact(flat[: 2 * MAX_WORDS])[:MAX_WORDS]
            if not told.strip():
                raise RefusedError(
                    "is not asked: no word is left of the question that may leave this machine"
                )
            vector = self._asked(told)
            if len(vector) != measure.length:
                raise RefusedError(
                    f"gives vectors of {len(vector)} numbers, and those here have {measure.length}"
                )
            kept = kept_form(vector)
            self._vectors.keep_question(digest, kept)
        numbers: Numbers = numbers_of(kept, 1)[0]
        return numbers

    def _asked(self, told: str) -> Vector:
        # A clock that was set back must not make a pause of years.
        if 0 < self._vectors.silent() - self._now() <= PAUSE:
            raise RefusedError("gave no answer a moment ago, and is left alone for a minute")
        try:
            [vector] = self._endpoint.vectors([told], self._seconds)
        except RefusedError as error:
            if error.again:
                self._vectors.keep_silent(self._now() + PAUSE)
            raise
        return vector

    def _closeness(
        self, measure: Measure, aimed: Numbers, served: frozenset[str]
    ) -> tuple[Sequence[str], Sequence[float]]:
        """Return the blobs in force that have a vector, and how near each is."""
        import numpy as np

        from gitexp.adapters.meaning_measure import numbers_of

        blobs: list[str] = []
        cosines: list[Numbers] = []

        def take(some: Sequence[str], data: bytes) -> None:
            rows = numbers_of(data, len(some))
            chosen = [place for place, blob in enumerate(some) if blob in served]
            if rows.shape[1] == measure.length and chosen:
                blobs.extend(some[place] for place in chosen)
                cosines.append(measure.cosines(rows if len(chosen) == len(some) else rows[chosen], aimed))

        self._vectors.each(take)
        if not blobs:
            return [], []
        found: list[float] = measure.closeness(np.concatenate(cosines), aimed).tolist()
        return blobs, found


def _told(why: str) -> str:
    return f"nearness in meaning: {why}"
