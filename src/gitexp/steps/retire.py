"""Retire: the experience as it is once a person takes it back, or puts another in its place; nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from gitexp.errors import UsageError
from gitexp.records.experience import Experience, Status

Words = TypeVar("Words", bound=str)

OVER: frozenset[Status] = frozenset({"superseded", "retracted", "expired", "archived"})
"""What is over replaces nothing."""


def retired(experience: Experience[Words], status: Status, reason: str | None) -> Experience[Words]:
    """Return the experience with its new status, and why; an old reason does not stand for a new status."""
    kept = experience.lifecycle.reason if experience.status == status else None
    return replace(
        experience,
        status=status,
        lifecycle=replace(experience.lifecycle, reason=kept if reason is None else reason),
    )


def superseded(
    old: Experience[Words],
    new: Experience[Words],
    reason: str | None,
    known: Mapping[str, Experience[Words]],
) -> tuple[Experience[Words], Experience[Words]]:
    """Return both as they are once the new one replaces the old one. `known` holds all experiences by id.

    Raises UsageError where that can't be: the same one, a circle, one that is replaced already, one that is over.
    """
    named = old.relations.superseded_by if old.status == "superseded" else None
    if old.hex == new.hex:
        raise UsageError(old.id, "can't supersede itself", "give another one after --by")
    if named is not None and named[-10:] != new.hex:
        raise UsageError(old.id, f"is superseded by {named} already", f"supersede that one: {named}")
    if new.hex in _replaced_by(old, known):
        raise UsageError(new.id, f"was replaced by {old.id} itself", "swap the two, or write a new one")
    if new.status in OVER:
        after = new.relations.superseded_by
        mend = f"give --by {after}" if after else "give one that is in force"
        raise UsageError(new.id, f"is {new.status} itself", mend)
    links = new.relations.supersedes
    if old.id not in links:
        links = (*links, old.id)
    over = retired(old, "superseded", reason)
    return (
        replace(over, relations=replace(over.relations, superseded_by=new.id)),
        replace(new, relations=replace(new.relations, supersedes=links)),
    )


def _replaced_by(one: Experience[Words], known: Mapping[str, Experience[Words]]) -> set[str]:
    """Return the identities of all that one has replaced, directly or by what it replaced."""
    by_hex = {other.hex: other for other in known.values()}
    found: set[str] = set()
    waiting = [one]
    while waiting:
        looked_at = waiting.pop()
        links = {name[-10:] for name in looked_at.relations.supersedes}
        links |= {
            other.hex
            for other in by_hex.values()
            if other.relations.superseded_by and other.relations.superseded_by[-10:] == looked_at.hex
        }
        for link in links - found:
            found.add(link)
            if link in by_hex:
                waiting.append(by_hex[link])
    return found
