"""Finds the side branches whose version of the file no merge took over: what was tried there never came in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from gitexp.records.claim import without_number
from gitexp.records.past import Chain, Merge, Touch

_CHANGE_ID = re.compile(r"^Change-Id: (I[0-9a-f]{8,40})\s*$", re.M)
_PICKED = re.compile(r"\(cherry[ -]picked from commit ([0-9a-f]{7,64})\)", re.I)
_TAG = re.compile(r"^\s*(?:\[[^\]]{1,40}\]\s*)+|\s*\[[^\]]{1,40}\]\s*$")
_OLD_VERSION = re.compile(r"stable|maint|backport|hotfix|\breleases?\b|\bv?\d+[._](?:\d+|x)\b", re.I)
"""What is merged from the branch of an older version was made for that version, or was picked from it before."""
LEAST = 12
"""Characters of a title that is worth looking for in the bodies of others: "Fix it" stands anywhere."""


def dead_ends(chain: Chain) -> tuple[Touch, ...]:
    """Return the touches of side branches that never survived a merge, newest first.

    A branch was thrown away where nothing goes on from its blob, and every merge with that blob on a side has the
    very blob of another parent. The earlier touches that lead to such an end alone are part of it. What another
    touch brought as well, by its blob, title, Change-Id or as a picked cherry, came in, and so did what its own merge
    names. Nothing is said of where a shallow history ends, of older names, and of where a merge deleted the file: it
    may go on under another name. A file that was born on such a branch is another project's, merged in.
    """
    going_on: dict[str, list[Touch]] = defaultdict(list)
    for touch in chain.touches:
        going_on[touch.old].append(touch)
    tips = {touch.new for touch in chain.touches if touch.new not in going_on}
    if not any(blob in tips for merge in chain.merges for _, blob in merge.sides):
        return ()
    sides: dict[str, list[Merge]] = defaultdict(list)
    for merge in chain.merges:
        for _, blob in merge.sides:
            sides[blob].append(merge)
    brought = _Brought(chain.touches)
    dead: set[str] = set()
    more = True
    while more:
        # What goes on stands before it in the chain, as a rule: a second round finds nothing.
        more = False
        for touch in chain.touches:
            if (
                touch.commit not in dead
                and _is_lost(touch, going_on[touch.new], sides[touch.new], dead)
                and _may_end(touch, chain)
                and not _is_told(touch, sides[touch.new])
                and not brought.otherwise(touch)
            ):
                dead.add(touch.commit)
                more = True
    other_files = _descending(
        [touch for touch in chain.touches if touch.commit in dead and not touch.old], going_on
    )
    return tuple(touch for touch in chain.touches if touch.commit in dead and touch.new not in other_files)


def thrown_away_by(touch: Touch, merges: Sequence[Merge]) -> tuple[Merge, ...]:
    """Return the merges that had the touch's version on a side and took another's, oldest first."""
    found = {merge for merge in merges for _, blob in merge.sides if blob == touch.new}
    return tuple(sorted(found, key=lambda merge: (merge.seconds, merge.commit)))


def _is_lost(touch: Touch, going_on: Sequence[Touch], merges: Sequence[Merge], dead: set[str]) -> bool:
    """Return whether its blob led nowhere: into merges that took another's alone, or into touches that are dead."""
    if not touch.new or not all(later.commit in dead for later in going_on):
        return False
    return bool(merges or going_on) and all(_took_anothers(merge) for merge in merges)


def _took_anothers(merge: Merge) -> bool:
    """Return whether a merge has one parent's blob: such a parent differs from it in nothing, and is not among `sides`."""
    return merge.new != "" and len(merge.sides) < len(merge.parents)


def _descending(births: Sequence[Touch], going_on: Mapping[str, Sequence[Touch]]) -> set[str]:
    """Return the blobs of files that were born on a dead branch: another file, of another project merged in."""
    found: set[str] = set()
    waiting = [touch.new for touch in births]
    while waiting:
        blob = waiting.pop()
        if blob not in found:
            found.add(blob)
            waiting += [touch.new for touch in going_on.get(blob, ())]
    return found


def _may_end(touch: Touch, chain: Chain) -> bool:
    if touch.new == chain.blob or touch.path not in chain.names[:1]:
        return False
    return not any(id in chain.ends for id in (touch.commit, *touch.parents))


def _is_told(touch: Touch, merges: Sequence[Merge]) -> bool:
    """Return whether a merge tells that it brings the touch: what it holds was there before, in other words."""
    title = _title(touch)
    return any(
        title in " ".join(f"{merge.subject} {merge.body}".casefold().split())
        or _OLD_VERSION.search(merge.subject)
        for merge in merges
    )


class _Brought:
    """What the touches of a chain bring, to see whether one was brought twice; looked up when first asked."""

    def __init__(self, touches: Sequence[Touch]) -> None:
        self._touches = touches

    @cached_property
    def blobs(self) -> Counter[str]:
        return Counter(touch.new for touch in self._touches)

    @cached_property
    def titles(self) -> Counter[str]:
        return Counter(map(_title, self._touches))

    @cached_property
    def change_ids(self) -> Counter[str]:
        return Counter(id for touch in self._touches for id in set(_CHANGE_ID.findall(touch.body)))

    @cached_property
    def picked(self) -> tuple[str, ...]:
        return tuple(id.lower() for touch in self._touches for id in _PICKED.findall(touch.body))

    @cached_property
    def bodies(self) -> list[tuple[str, str]]:
        return [(one.commit, " ".join(one.body.casefold().split())) for one in self._touches if one.body]

    def otherwise(self, touch: Touch) -> bool:
        """Return whether another touch brought the same."""
        title = _title(touch)
        return (
            self.blobs[touch.new] > 1
            or self.titles[title] > 1
            or any(self.change_ids[id] > 1 for id in _CHANGE_ID.findall(touch.body))
            or bool(_PICKED.search(touch.body))
            or any(touch.commit.startswith(id) for id in self.picked)
            or (
                len(title) >= LEAST
                and any(title in body for commit, body in self.bodies if commit != touch.commit)
            )
        )


def _title(touch: Touch) -> str:
    """Return a title as it is compared: without tags, number, case and the stop at its end."""
    plain = _TAG.sub("", without_number(touch.title or touch.subject))
    return " ".join(plain.casefold().split()).rstrip(".")
