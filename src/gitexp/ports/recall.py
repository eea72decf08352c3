"""What recall needs of the world: the index of what is served, nearness in meaning, and what becomes of its answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.card import Card
    from gitexp.records.skipped import Skipped
    from gitexp.records.usage import UsageEvent


class Index(Protocol):
    """What is served (DESIGN.md section 4), ready to be asked. Numbers name experiences within one process.

    Only what is in force by its status is in it. Every answer is bounded by `most`.
    """

    def served(self) -> int:
        """Return how many experiences are in force."""
        ...

    def skipped(self) -> Sequence[Skipped]:
        """Return what could not be read, what is not served, and keys that this version does not know."""
        ...

    def holding(self, tokens: Collection[str]) -> Mapping[str, int]:
        """Return for each search token how many experiences hold it; a token that none holds is not there."""
        ...

    def by_words(self, tokens: Collection[str], most: int) -> Sequence[int]:
        """Return the experiences that share tokens, the best by BM25 first."""
        ...

    def by_place(
        self, files: Sequence[str], most: int, among: Collection[int] | None = None
    ) -> Mapping[int, Sequence[tuple[str, str]]]:
        """Return the experiences whose scope covers a file, each with `(glob, file)`; of many those of best standing."""
        ...

    def beside(self, folders: Collection[str], most: int) -> Sequence[int]:
        """Return the experiences that have a place of their scope in these very folders, those of best standing."""
        ...

    def inside(self, folders: Collection[str], most: int) -> Mapping[str, int]:
        """Return for each folder how many experiences have a place in it or below, counted up to `most`."""
        ...

    def by_symbols(
        self, names: Collection[str], most: int, *, without_place: bool = False
    ) -> Mapping[int, Sequence[str]]:
        """Return the experiences whose scope names one of the symbols, each with the names as it spells them.

        Two names are one thing where one is the end of the other: `send`, `Policy.send`, not `Mailer.send`.

        `without_place` leaves out those whose scope has paths.
        """
        ...

    def by_terms(self, phrases: Collection[str]) -> Mapping[int, str]:
        """Return the experiences that say what one of these phrases (search tokens, a blank between) means."""
        ...

    def by_blobs(self, blobs: Collection[str]) -> Mapping[str, int]:
        """Return the number of the experience that each blob holds."""
        ...

    def everything(self, most: int) -> Sequence[int]:
        """Return the experiences of best standing."""
        ...

    def cards(self, numbers: Collection[int]) -> Sequence[Card]:
        """Return the cards of these experiences."""
        ...


class Meaning(Protocol):
    """Nearness in meaning, by embeddings."""

    def near(self, words: str, most: int) -> tuple[Mapping[str, float], str]:
        """Return the blobs nearest in meaning, each with how near (0 to 1), and in words what could not be asked."""
        ...


class Usage(Protocol):
    """What recall did in this clone, and in those whose events were fetched."""

    @property
    def clone(self) -> str:
        """Return this clone's name: hex digits made once, which tell nothing of it."""
        ...

    def log(self, event: UsageEvent) -> None:
        """Keep an event of this clone; where that can't be nothing happens."""
        ...

    def given_on(self, day: str) -> Mapping[str, int]:
        """Return how often this clone was handed each experience (its hex) on a day (YYYY-MM-DD)."""
        ...

    def events(self) -> tuple[Sequence[UsageEvent], Sequence[Skipped]]:
        """Return the events of this clone and all that were fetched, oldest first, each once, and what is unreadable."""
        ...
