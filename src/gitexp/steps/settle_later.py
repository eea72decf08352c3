"""Settle, a later statement: what a settled one of another discussion denies, later and in the same repository, is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.candidate import Settled, Statement
from gitexp.records.text import Redacted
from gitexp.steps.compared import Compared
from gitexp.steps.settle_carried import Carried
from gitexp.steps.settle_near import nearby


def contradicted_later(said: Sequence[Carried], compared: Compared) -> list[Carried]:
    """Return what was said, with "no" where a later discussion settled the contrary: the last word counts.

    The newest is looked at first, for what is itself out overturns nothing. What has no date is not later.
    """
    found = list(said)
    near = nearby(said)
    compared.ask(_asked(said, near))
    for place in sorted(range(len(found)), key=lambda number: _age(found[number]), reverse=True):
        for other in near[place]:
            if _overturns(found[other], found[place], compared):
                found[place] = found[place].settled(_out(found[other]))
                break
    return found


def _asked(
    said: Sequence[Carried], near: Sequence[Sequence[int]]
) -> Iterator[tuple[Statement[Redacted], Statement[Redacted]]]:
    """Yield the pairs that could overturn one the other: asked all at once."""
    for place, others in enumerate(near):
        for other in others:
            if _could_overturn(said[other], said[place]):
                yield said[place].candidate.statement, said[other].candidate.statement


def _age(one: Carried) -> tuple[float, str]:
    return one.at.timestamp() if one.at else 0.0, one.candidate.id


def _could_overturn(later: Carried, earlier: Carried) -> bool:
    if later.answer.answer != "yes" or earlier.answer.answer == "no":
        return False
    if earlier.answer.entitled and not later.answer.entitled:
        # What was settled by one who may is overturned by no one who may not.
        return False
    return later.at is not None and earlier.at is not None and later.at > earlier.at


def _overturns(later: Carried, earlier: Carried, compared: Compared) -> bool:
    if not _could_overturn(later, earlier):
        return False
    return compared.likeness(earlier.candidate.statement, later.candidate.statement).opposed


def _out(later: Carried) -> Settled:
    where = "a session" if later.discussion.private else later.discussion.id
    by = None if later.discussion.private else later.carrier.speaker.login
    return Settled("no", by, reason=f"contradicted later in {where}")
