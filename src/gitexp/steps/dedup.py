"""Dedup: find candidates that are the same. Default separate: a wrong merge destroys boundaries for good."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.judgement import Clique, Likeness


def dedup(candidates: Sequence[Candidate], engine: Engine) -> tuple[Clique, ...]:
    """Return the candidates as cliques, strongest survivor first.

    Two are the same only if `what` is identical or one contains the other, and `when` is identical, and
    the kind of conclusion is the same. No bridging: a candidate joins a clique only if it is the same as
    every member. The survivor is the first by a total order, so dedup(x, x) = x.
    """
    cliques: list[list[Candidate]] = []
    for candidate in _ranked(candidates):
        home = next(
            (
                clique
                for clique in cliques
                if all(same(engine.compare(candidate.statement, other.statement)) for other in clique)
            ),
            None,
        )
        if home is None:
            cliques.append([candidate])
        else:
            home.append(candidate)
    return tuple(Clique(tuple(clique)) for clique in cliques)


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
