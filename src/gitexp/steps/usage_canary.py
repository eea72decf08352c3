"""The usage canary step: holds what was handed on as a canary against what was handed on for good."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.records.usage_figures import Canary, Counts, Side


@dataclass
class _Handed:
    """When one experience was handed on, in order, and each time whether as a canary."""

    at: list[str] = field(default_factory=list)
    trial: list[bool] = field(default_factory=list)

    def was_trial(self, at: str) -> bool | None:
        """Return whether it was one when it was last handed on before a time; None where it was not."""
        before = bisect_right(self.at, at)
        return self.trial[before - 1] if before else None


class Deliveries:
    """What was handed on. `before` may hold recalls of an earlier time, which only tell what an outcome is about."""

    def __init__(self, recalls: Iterable[RecallEvent], before: Iterable[UsageEvent] = ()) -> None:
        counted = list(recalls)
        earlier = [one for one in before if isinstance(one, RecallEvent)]
        self._trials: dict[str, int] = defaultdict(int)
        self._rest = 0
        for one in counted:
            for hex in dict.fromkeys(one.given):
                if hex in one.trial:
                    self._trials[hex] += 1
                else:
                    self._rest += 1
        self._handed: dict[tuple[str, str], _Handed] = defaultdict(_Handed)
        for one in sorted(earlier or counted, key=lambda recall: recall.at):
            for hex in dict.fromkeys(one.given):
                for clone in {one.clone, ""}:
                    self._handed[hex, clone].at.append(one.at)
                    self._handed[hex, clone].trial.append(hex in one.trial)

    def compared(self, outcomes: Sequence[OutcomeEvent], hex: str = "") -> Canary | None:
        """Return the canaries (or the one with these digits) against the rest; None where nothing was one.

        An outcome belongs to what its clone was handed last before it; one that names no clone, to what anyone was.
        """
        recalls = self._trials.get(hex, 0) if hex else sum(self._trials.values())
        if not recalls:
            return None
        trial: list[OutcomeEvent] = []
        rest: list[OutcomeEvent] = []
        for one in outcomes:
            handed = self._handed.get((one.hex, one.clone))
            was = handed.was_trial(one.at) if handed else None
            if was and hex in ("", one.hex):
                trial.append(one)
            elif was is False:
                rest.append(one)
        return Canary(_side(recalls, trial), _side(self._rest, rest))


def _side(recalls: int, outcomes: Sequence[OutcomeEvent]) -> Side:
    told = [one for one in outcomes if one.origin != "diff"]
    seen = [one for one in outcomes if one.origin == "diff"]
    return Side(recalls, _counts(told), _counts(seen))


def _counts(outcomes: Sequence[OutcomeEvent]) -> Counts:
    names = [one.outcome for one in outcomes]
    return Counts(*(names.count(name) for name in ("adopted", "ignored", "wrong", "failed")))
