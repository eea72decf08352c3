"""Settle, recurrence: the same said in several discussions by different speakers confirms what nobody answered."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.candidate import Candidate, Settled
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import same
from gitexp.steps.settle_carried import Carried
from gitexp.steps.settle_near import nearby, share

DESCRIPTION = "pull_request.body"
OF_GIT = ("history", "commit")
"""Kinds of discussions whose speakers are known by the name that git has."""
ALIKE, ALIKE_WORDS = 0.5, 4
"""The part of all words, and how many, that two statements about one place share to confirm each other."""


def said_again(said: Sequence[Carried], compared: Compared) -> list[Carried]:
    """Return what was said; what others say in other discussions too is settled, and its trail tells so.

    What was contradicted stays so, and confirms nothing.
    """
    near = nearby(said)
    compared.ask(
        (said[other].candidate.statement, one.candidate.statement)
        for place, one in enumerate(said)
        for other in near[place]
        if _could_confirm(said[other], one)
    )
    return [
        _confirmed(one, [said[other] for other in near[place] if _confirms(said[other], one, compared)])
        for place, one in enumerate(said)
    ]


def _could_confirm(other: Carried, one: Carried) -> bool:
    if "no" in (one.answer.answer, other.answer.answer) or _is_one(one, other):
        return False
    # Descriptions repeat the project's template, whoever writes them.
    return not (_describes(one) and _describes(other))


def _confirms(other: Carried, one: Carried, compared: Compared) -> bool:
    if not _could_confirm(other, one):
        return False
    likeness = compared.likeness(one.candidate.statement, other.candidate.statement)
    agree = likeness.same_conclusion and not likeness.opposed
    return same(likeness) or (agree and _alike(one.candidate, other.candidate))


def _describes(one: Carried) -> bool:
    return one.carrier.id == DESCRIPTION or one.discussion.kind == "commit"


def _is_one(one: Carried, other: Carried) -> bool:
    """Return whether both may have been said by one person.

    Without a login that can't be told, nor between a login and the name that git has, nor over one pull request
    and the text that it was merged with.
    """
    if (one.discussion.kind in OF_GIT) != (other.discussion.kind in OF_GIT):
        return True
    return (one.carrier.speaker.login or "").casefold() == (other.carrier.speaker.login or "").casefold()


def _alike(one: Candidate, other: Candidate) -> bool:
    """Return whether two are about one place in mostly the same words: enough to confirm, never to join them."""
    place = set(one.paths) & set(other.paths) or set(one.symbols) & set(other.symbols)
    many, part = share(one.what, other.what)
    return bool(place) and many >= ALIKE_WORDS and part >= ALIKE


def _confirmed(one: Carried, others: Sequence[Carried]) -> Carried:
    if not others:
        return one
    told = one.because(_told(one, others))
    if one.answer.answer != "unknown" or one.doubted:
        return told
    first = others[0]
    entitled = any(_is_entitled(other) for other in others)
    by = None if first.discussion.private else first.carrier.speaker.login
    return told.settled(Settled("yes", by, None, _told(one, others), entitled=entitled))


def _is_entitled(other: Carried) -> bool:
    return other.carrier.speaker.can_write == "yes" or (
        other.answer.answer == "yes" and other.answer.entitled
    )


def _told(one: Carried, others: Sequence[Carried]) -> str:
    """Return where it was said; a private discussion is counted and not named."""
    places = {each.discussion.id: each.discussion.private for each in (one, *others)}
    named = [*sorted(id for id, private in places.items() if not private)]
    beside = ", ".join([*named, *(["sessions"] if any(places.values()) else [])])
    return f"said in {len(places)} discussions: {beside}"
