"""What settle goes by: a candidate with the discussion in which it was said, by whom and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from gitexp.records.candidate import Candidate, Settled
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class Carried:
    """A candidate, the discussion it comes from, and the turn that carries it: the first of its evidence."""

    candidate: Candidate
    discussion: Discussion[Redacted]
    carrier: Turn[Redacted]
    doubted: bool = False
    """Whether someone asks to take its pull request back: then no sign of the code raises it."""

    def settled(self, answer: Settled) -> Carried:
        """Return the same, settled so."""
        return replace(self, candidate=replace(self.candidate, settled=answer))

    def because(self, words: str) -> Carried:
        """Return the same with one more sign in its trail."""
        trail = self.candidate.trail
        more = trail if words in trail.because else replace(trail, because=(*trail.because, words))
        return replace(self, candidate=replace(self.candidate, trail=more))

    @property
    def answer(self) -> Settled:
        """Return how it is settled so far."""
        return self.candidate.settled

    @property
    def at(self) -> datetime | None:
        """Return when it was said, None where that is not known."""
        return moment(self.candidate.observed_at)


def carried_in(candidates: Sequence[Candidate], discussions: Sequence[Discussion[Redacted]]) -> list[Carried]:
    """Return the candidates, each with its discussion and the turn that carries it."""
    homes = {one.id: {turn.id: turn for turn in one.turns} for one in discussions}
    by_id = {one.id: one for one in discussions}
    return [
        Carried(one, by_id[one.discussion], homes[one.discussion][one.evidence[0].turn]) for one in candidates
    ]


def began(discussion: Discussion[Redacted]) -> str | None:
    """Return the time of a discussion's first turn, as it is written."""
    return min((turn.at for turn in discussion.turns if turn.at), key=_order, default=None)


def ended(discussion: Discussion[Redacted]) -> datetime | None:
    """Return when a discussion ended: with its merge, else with its last turn."""
    times = (moment(turn.at) for turn in discussion.turns)
    return moment(discussion.merged_at) or max((time for time in times if time), default=None)


def is_after_merge(turn: Turn[Redacted], discussion: Discussion[Redacted]) -> bool:
    """Return whether a turn is known to come after the merge."""
    said, merged = moment(turn.at), moment(discussion.merged_at)
    return said is not None and merged is not None and said > merged


def moment(text: str | None) -> datetime | None:
    """Return a time to compare; None where there is none, or the text is no time."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _order(text: str) -> tuple[bool, datetime]:
    found = moment(text)
    return found is None, found or datetime.min.replace(tzinfo=UTC)
