"""Makes the vectors that are missing, and drops those of experiences that are long out of force."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
from gitexp.adapters.embeddings_maker import MAX_TEXT, text_of
from gitexp.adapters.embeddings_reading import RefusedError, Vector
from gitexp.adapters.embeddings_sqlite import KeptVectors
from gitexp.adapters.llm_backoff import TRIES, wait
from gitexp.adapters.meaning_ground import SENTENCES
from gitexp.adapters.meaning_measure import kept_form
from gitexp.errors import OutsideError
from gitexp.records.card import Card
from gitexp.records.skipped import Skipped
from gitexp.records.words import tokens_of

SECONDS = 60.0
AT_ONCE = 64
"""Texts in a request, and their characters: some servers take no more."""
MAX_AT_ONCE = 50_000
SHORTEST = 250
MANY_REFUSED = 3
"""So many texts refused one after the other are no matter of the texts."""
DAYS_KEPT = 30
"""For which the vector of an experience out of force stays: branches come back."""


class Wanted(NamedTuple):
    """The text of an experience that has no vector."""

    blob: str
    path: str
    text: str


class Plan(NamedTuple):
    """What is to be asked for; `ground` says whether exp's own sentences are, too, `anew` whether in place of all."""

    wanted: tuple[Wanted, ...]
    ground: bool
    anew: bool = False

    @property
    def tokens(self) -> int:
        """Return about how many tokens are sent."""
        own = SENTENCES if self.ground else ()
        return sum(map(tokens_of, (*own, *(one.text for one in self.wanted))))


class EmbeddingsBuilder:
    """Asks for what is missing, in batches, each kept when it came: interrupted and run again, it goes on."""

    def __init__(
        self,
        vectors: KeptVectors,
        endpoint: EmbeddingsEndpoint,
        redact: Callable[[str], str],
        sleep: Callable[[float], object],
    ) -> None:
        self._vectors = vectors
        self._endpoint = endpoint
        self._redact = redact
        self._sleep = sleep
        self._at_once = AT_ONCE
        self._length = 0
        self._refused = 0

    def missing(self, served: Collection[str]) -> set[str]:
        """Return the blobs that have no vector."""
        return set(served) - self._vectors.blobs()

    def plan(self, cards: Iterable[Card], *, anew: bool = False) -> Plan:
        """Return what is asked for, for these experiences without a vector, or for all `anew`."""
        wanted = {card.blob: Wanted(card.blob, card.path, text_of(card)) for card in cards}
        some = tuple(wanted[blob] for blob in sorted(wanted))
        return Plan(some, anew or not self._vectors.ground(), anew)

    def build(self, plan: Plan, day: str, tell: Callable[[int, int], object]) -> list[Skipped]:
        """Make the vectors, and return what could not be made. Raises OutsideError, with all kept that came before."""
        if plan.anew:
            self._vectors.forget()
        if plan.ground:
            vectors = [vector for _, vector in self._asked([Wanted("", "", text) for text in SENTENCES])]
            self._vectors.keep_ground([kept_form(vector) for vector in vectors])
        else:
            self._length = len(self._vectors.ground()[0]) // 2
        left_out: list[Skipped] = []
        done = 0
        while done < len(plan.wanted):
            tell(done, len(plan.wanted))
            batch = self._batch(plan.wanted[done : done + self._at_once])
            found = dict(self._asked(batch, left_out))
            self._vectors.keep([(blob, kept_form(vector)) for blob, vector in found.items()], day)
            done += len(batch)
        tell(done, done)
        return left_out

    def tidy(self, served: Collection[str], day: str) -> int:
        """Drop what is long out of force, and return how many."""
        return self._vectors.tidy(served, day, str(date.fromisoformat(day) - timedelta(days=DAYS_KEPT)))

    def _batch(self, wanted: Sequence[Wanted]) -> Sequence[Wanted]:
        """Return of the next ones, redacted, as many as one request may hold."""
        batch: list[Wanted] = []
        size = 0
        for one in wanted:
            # Cut once more than is sent: what stands at the very end may be half of a secret, which nothing knows.
            text = self._redact(one.text[: 2 * MAX_TEXT])[:MAX_TEXT]
            size += len(text)
            if batch and size > MAX_AT_ONCE:
                break
            batch.append(one._replace(text=text))
        return batch

    def _asked(
        self, batch: Sequence[Wanted], left_out: list[Skipped] | None = None
    ) -> Iterator[tuple[str, Vector]]:
        """Yield the vectors of a batch; where it is refused those of its halves, then of a shorter text, then none."""
        try:
            vectors = self._sent([one.text for one in batch])
        except RefusedError as error:
            if not error.unfit:
                raise self._failed(error) from None
            [first, *rest] = batch
            if rest:
                half = self._at_once = len(batch) // 2
                yield from self._asked(batch[:half], left_out)
                yield from self._asked(batch[half:], left_out)
            elif len(first.text) > SHORTEST:
                shorter = first._replace(text=first.text[: max(SHORTEST, len(first.text) // 2)])
                yield from self._asked([shorter], left_out)
            else:
                self._refused += 1
                if left_out is None or self._refused == MANY_REFUSED:
                    raise self._failed(error) from None
                left_out.append(Skipped(first.path, f"has no vector: {self._endpoint.shown} {error.words}"))
            return
        self._refused = 0
        yield from zip([one.blob for one in batch], vectors, strict=True)

    def _sent(self, texts: Sequence[str]) -> Sequence[Vector]:
        tries = 0
        while True:
            try:
                vectors = self._endpoint.vectors(texts, SECONDS)
                break
            except RefusedError as error:
                tries += 1
                if not error.again or tries == TRIES:
                    raise
                self._sleep(wait(tries, {name.lower(): value for name, value in error.headers.items()}))
        self._length = self._length or len(vectors[0])
        if len(vectors[0]) != self._length:
            told = f"gives vectors of {len(vectors[0])} numbers now, and those here have {self._length}"
            raise RefusedError(told, "`exp index --embed --rebuild` makes all anew")
        return vectors

    def _failed(self, error: RefusedError) -> OutsideError:
        return OutsideError(self._endpoint.shown, error.words, error.mend)
