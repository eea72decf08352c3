"""Dedup: find candidates that are the same. Default separate: a wrong merge destroys boundaries for good."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.judgement import Clique, Likeness
from gitexp.records.text import Redacted
from gitexp.steps.compared import Compared
from gitexp.steps.near import near_pairs


def dedup(candidates: Sequence[Candidate], compared: Compared) -> tuple[Clique, ...]:
    """Return the candidates as cliques, strongest survivor first.

    Two are the same only if `what` is identical or one contains the other, and `when` is identical, and
    the kind of conclusion is the same. Only near ones are asked about. No bridging: a candidate joins a clique only
    if it is the same as every member. The survivor is the first by a total order, so dedup(x, x) = x.
    """
    ranked = _ranked(candidates)
    equal: dict[tuple[str, Statement[Redacted]], list[Candidate]] = {}
    for candidate in ranked:
        equal.setdefault((candidate.repo.casefold(), candidate.statement), []).append(candidate)
    first = [some[0] for some in equal.values()]
    pairs = near_pairs(first)
    compared.ask((first[one].statement, first[other].statement) for one, other in pairs)
    alike = {
        (one, other)
        for one, other in pairs
        if same(compared.likeness(first[one].statement, first[other].statement))
    }
    members = list(equal.values())
    return tuple(
        Clique(tuple(one for place in some for one in members[place])) for some in _cliques(len(first), alike)
    )


def _cliques(many: int, alike: Collection[tuple[int, int]]) -> list[list[int]]:
    """Return the places in cliques: each joins the first one all of whose members it is the same as."""
    cliques: list[list[int]] = []
    for place in range(many):
        home = next((some for some in cliques if all((other, place) in alike for other in some)), None)
        if home is None:
            cliques.append([place])
        else:
            home.append(place)
    return cliques


def same(likeness: Likeness) -> bool:
    """Return whether two statements are the same (DESIGN.md section 5, dedup)."""
    return (
        likeness.what != "different"
        and likeness.same_when
        and likeness.same_conclusion
        and not likeness.opposed
    )


def _ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Order the survivors first: proposable, with a reason, stronger, newer, then by id. The order is total.

    What waits for an answer comes last, so that what waits for nothing does not wait with it.
    """
    by_id = sorted(candidates, key=lambda candidate: candidate.id)
    newest = sorted(by_id, key=lambda candidate: candidate.observed_at or "", reverse=True)
    return sorted(
        newest,
        key=lambda candidate: (
            bool(candidate.trail.waits),
            not candidate.proposable,
            candidate.why is None,
            -candidate.score,
        ),
    )
