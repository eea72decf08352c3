"""Settle, a later statement: what a settled one of another discussion denies, later and in the same repository, is out."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.ports import Engine
from gitexp.records.candidate import Settled
from gitexp.steps.settle_carried import Carried
from gitexp.steps.settle_near import nearby


def contradicted_later(said: Sequence[Carried], engine: Engine) -> list[Carried]:
    """Return what was said, with "no" where a later discussion settled the contrary: the last word counts.

    The newest is looked at first, for what is itself out overturns nothing. What has no date is not later.
    """
    found = list(said)
    near = nearby(said)
    for place in sorted(range(len(found)), key=lambda number: _age(found[number]), reverse=True):
        for other in near[place]:
            if _overturns(found[other], found[place], engine):
                found[place] = found[place].settled(_out(found[other]))
                break
    return found


def _age(one: Carried) -> tuple[float, str]:
    return one.at.timestamp() if one.at else 0.0, one.candidate.id


def _overturns(later: Carried, earlier: Carried, engine: Engine) -> bool:
    if later.answer.answer != "yes" or earlier.answer.answer == "no":
        return False
    if later.at is None or earlier.at is None or later.at <= earlier.at:
        return False
    return engine.compare(earlier.candidate.statement, later.candidate.statement).opposed


def _out(later: Carried) -> Settled:
    where = "a session" if later.discussion.private else later.discussion.id
    by = None if later.discussion.private else later.carrier.speaker.login
    return Settled("no", by, reason=f"contradicted later in {where}")
