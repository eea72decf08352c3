"""Tells which commits' work a merge threw away whole: what they did, or undid, is not in the file today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gitexp.records.past import Chain, Merge, Touch


def thrown_away(chain: Chain) -> frozenset[str]:
    """Return the commits that are not on the way to the file as it is, and that a merge met and left out.

    The way is walked back from the file's blob: to what made it, and of a merge that made something of all its
    sides to each of them. A merge that has what one parent had leaves the others' work out.
    """
    if not chain.blob or chain.ends:
        return frozenset()
    on_the_way = _on_the_way(chain)
    left_out: defaultdict[str, int] = defaultdict(int)
    for merge in chain.merges:
        if len(merge.sides) < len(merge.parents):
            for _, blob in merge.sides:
                left_out[blob] = max(left_out[blob], merge.seconds)
    return frozenset(
        touch.commit
        for touch in chain.touches
        if touch.commit not in on_the_way and touch.new in left_out and left_out[touch.new] >= touch.seconds
    )


def _on_the_way(chain: Chain) -> set[str]:
    makers = _Makers(chain.touches, chain.merges)
    found: set[str] = set()
    seen: set[tuple[str, int]] = set()
    todo = [(chain.blob, 0)]
    while todo:
        blob, place = todo.pop()
        if not blob or (blob, place) in seen:
            continue
        seen.add((blob, place))
        touch = makers.touch(blob, place)
        if touch is not None:
            found.add(chain.touches[touch].commit)
            todo.append((chain.touches[touch].old, touch + 1))
        # Whichever of the two made it: that both are followed leaves no one out.
        todo += makers.sides(blob)
    return found


class _Makers:
    """What made a blob, by its id."""

    def __init__(self, touches: Sequence[Touch], merges: Sequence[Merge]) -> None:
        self._touches: defaultdict[str, list[int]] = defaultdict(list)
        for number, touch in enumerate(touches):
            self._touches[touch.new].append(number)
        self._sides: defaultdict[str, set[str]] = defaultdict(set)
        for merge in merges:
            if len(merge.sides) == len(merge.parents):
                self._sides[merge.new].update(blob for _, blob in merge.sides)

    def touch(self, blob: str, place: int) -> int | None:
        """Return the newest touch that made a blob, from a place of the chain on."""
        return next((number for number in self._touches[blob] if number >= place), None)

    def sides(self, blob: str) -> list[tuple[str, int]]:
        """Return what a merge made a blob of; of its place in the chain nothing is known."""
        return [(side, 0) for side in self._sides[blob]]
