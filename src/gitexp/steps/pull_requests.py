"""Tells which pull request brought a change, where its own message does not: the merge that brought it says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gitexp.records.claim import PULL_MERGE
from gitexp.records.past import Chain, Merge, Touch


def with_pull_requests(chain: Chain) -> Chain:
    """Return the chain with the numbers that merges tell.

    A merge brought the tip of its branch, or what left the file as the merge has it; and what lies directly below.
    """
    merges = [merge for merge in chain.merges if merge.subject.startswith(PULL_MERGE)]
    if not merges:
        return chain
    tips = {parent: merge for merge in merges for parent in merge.parents[1:]}
    mainline = {merge.parents[0] for merge in merges if merge.parents}
    earliest: dict[str, Merge] = {}
    for merge in merges:  # newest first: the oldest with a blob stays
        earliest[merge.new] = merge
    found: dict[str, str] = {}
    for touch in chain.touches:
        brought = tips.get(touch.commit) or _by_blob(touch, earliest, mainline)
        number = found.get(touch.commit) or (brought and _number(brought))
        if touch.pull_request or not number:
            continue
        found[touch.commit] = number
        below = touch.parents[0] if touch.parents else ""
        if below not in mainline:
            found.setdefault(below, number)
    return replace(chain, touches=tuple(_numbered(touch, found) for touch in chain.touches))


def _by_blob(touch: Touch, earliest: Mapping[str, Merge], mainline: set[str]) -> Merge | None:
    merge = earliest.get(touch.new) if touch.new and touch.commit not in mainline else None
    if (
        merge is None
        or merge.seconds < touch.seconds
        or not any(blob == touch.old for _, blob in merge.sides)
    ):
        return None
    return merge


def _numbered(touch: Touch, found: Mapping[str, str]) -> Touch:
    number = None if touch.pull_request else found.get(touch.commit)
    return replace(touch, pull_request=number) if number else touch


def _number(merge: Merge) -> str:
    return merge.subject.removeprefix(PULL_MERGE).partition(" ")[0]
