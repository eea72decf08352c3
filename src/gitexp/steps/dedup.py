"""Dedup: find candidates that are the same. Default separate: a wrong merge destroys boundaries for good."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.candidate import Candidate
from gitexp.records.judgement import Clique, Likeness
from gitexp.steps.compared import Compared
from gitexp.steps.near import near_pairs


def dedup(candidates: Sequence[Candidate], compared: Compared) -> tuple[Clique, ...]:
    """Return the candidates as cliques, strongest survivor first.

    Two are the same only if `what` is identical or one contains the other, and `when` is identical, and
    the kind of conclusion is the same. Only near ones are asked about. No bridging: a candidate joins a clique only
    if it is the same as every member. The survivor is the first by a total order, so dedup(x, x) = x.
    """
    ranked = _ranked(candidates)
    pairs = near_pairs(ranked)
    compared.ask((ranked[one].statement, ranked[other].statement) for one, other in pairs)
    alike = {
        (one, other)
        for one, other in pairs
        if same(compared.likeness(ranked[one].statement, ranked[other].statement))
    }
    cliques: list[list[int]] = []
    for place in range(len(ranked)):
        home = next((some for some in cliques if all((other, place) in alike for other in some)), None)
        if home is None:
            cliques.append([place])
        else:
            home.append(place)
    return tuple(Clique(tuple(ranked[place] for place in some)) for some in cliques)


def same(likeness: Likeness) -> bool:
    """Return whether two statements are the same (DESIGN.md section 5, dedup)."""
    return (
        likeness.what != "different"
        and likeness.same_when
        and likeness.same_conclusion
        and not likeness.opposed
    )


def _ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Order the survivors first: proposable, with a reason, stronger, newer, then by id. The order is total."""
    by_id = sorted(candidates, key=lambda candidate: candidate.id)
    newest = sorted(by_id, key=lambda candidate: candidate.observed_at or "", reverse=True)
    return sorted(
        newest, key=lambda candidate: (not candidate.proposable, candidate.why is None, -candidate.score)
    )
