"""Gives the pull requests of a list, read side by side and given in order; it remembers which could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gitexp.adapters.github_api_ahead import in_order
from gitexp.adapters.github_api_errors import Broken, Forbidden, Invalid, Missing, TooLarge
from gitexp.adapters.github_api_pulls import Fetched, PullRequests
from gitexp.adapters.source_github_api import AHEAD, PARALLEL, Say, given
from gitexp.errors import ExpError, OutsideError, RecordError
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class NumberedSource:
    """Implements `Source`. `updated` are the times of the last change where a list told them.

    Where GitHub can't be asked any more (its limit is reached) the rest stays unread, and `stopped` says why: what was
    read still counts.
    """

    def __init__(
        self,
        reader: PullRequests,
        numbers: Sequence[int],
        updated: Mapping[int, str] | None = None,
        *,
        for_evidence: bool = False,
        tell: Say = lambda words: None,
    ) -> None:
        self._reader = reader
        self._numbers = tuple(dict.fromkeys(numbers))
        self._updated = updated or {}
        self._for_evidence = for_evidence
        self._tell = tell
        self.read: set[int] = set()
        self.failed: set[int] = set()
        self.stopped: ExpError | None = None
        self._forbidden: dict[int, Forbidden] = {}

    @property
    def unread(self) -> tuple[int, ...]:
        """Return what was neither read nor given up."""
        return tuple(one for one in self._numbers if one not in self.read and one not in self.failed)

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each discussion, and what was not read."""
        fetched = in_order(self._fetched, self._numbers, parallel=PARALLEL, ahead=AHEAD)
        try:
            for number, one in zip(self._numbers, fetched, strict=True):
                yield from self._taken(number, one)
        except OutsideError as error:
            self.stopped = error
            yield Skipped(error.where, f"{error.what}; what is left is read by the next run", bad=True)
        yield from self._refused()

    def _refused(self) -> Iterator[Skipped]:
        """Yield what may not be read: one alone is a matter of its own; several, and no other read, of the token."""
        if len(self._forbidden) > 1 and not self.read:
            self.stopped = next(iter(self._forbidden.values()))
        else:
            self.failed |= set(self._forbidden)
        for error in self._forbidden.values():
            yield Skipped(error.where, f"{error.what}; {error.mend}" if error.mend else error.what)

    def _taken(
        self, number: int, fetched: Fetched | Skipped | Forbidden
    ) -> Iterator[Discussion[str] | Skipped]:
        if isinstance(fetched, Forbidden):
            self._forbidden[number] = fetched
            return
        if isinstance(fetched, Skipped):
            self.failed.add(number)
            yield fetched
            return
        self.read.add(number)
        self._tell(f"read pull request {len(self.read)} of {len(self._numbers)}")
        yield from given(fetched, named=False)

    def _fetched(self, number: int) -> Fetched | Skipped | Forbidden:
        """Return one pull request, or why it alone can't be read."""
        try:
            return self._reader.fetch(
                number, for_evidence=self._for_evidence, updated_at=self._updated.get(number)
            )
        except Forbidden as error:
            return error
        except (Missing, Invalid, TooLarge, Broken, RecordError) as error:
            return Skipped(error.where, f"{error.what}; {error.mend}" if error.mend else error.what)
