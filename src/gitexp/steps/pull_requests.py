"""Tells which pull request brought a change, where its own message does not: the merge whose branch it ended says so."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.claim import pull_number
from gitexp.records.past import Chain, Touch


def with_pull_requests(chain: Chain) -> Chain:
    """Return the chain with the numbers that merges tell of the tips of their branches.

    What lies below a tip may have been there before the branch; that is not guessed.
    """
    tips = {
        parent: number
        for merge in chain.merges
        if (number := pull_number(merge.subject))
        for parent in merge.parents[1:]
    }
    return replace(chain, touches=tuple(_numbered(touch, tips.get(touch.commit)) for touch in chain.touches))


def _numbered(touch: Touch, number: str | None) -> Touch:
    return replace(touch, pull_request=number) if number and not touch.pull_request else touch
