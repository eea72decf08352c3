"""Merge: decide what each survivor does to the store. What stands is validated: protect history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Experience, Provenance, Scope, Standing
from gitexp.records.ids import experience_id, slug
from gitexp.records.judgement import Clique, Decision, Likeness
from gitexp.records.text import Redacted
from gitexp.steps.dedup import same
from gitexp.steps.redact import redacted_experience

DESCRIPTION = "pull_request.body"
MAX_SCOPE = 8


@dataclass(frozen=True)
class Stock:
    """What a new candidate is held against: what stands or waits on the proposal branch, and what was refused."""

    standing: Sequence[Standing[Redacted]] = ()
    pending: Sequence[Standing[Redacted]] = ()
    refused: Sequence[Standing[Redacted]] = ()

    @classmethod
    def of(
        cls,
        standing: Sequence[Standing[str]],
        pending: Sequence[Standing[str]],
        refused: Sequence[Standing[str]],
        *,
        closed: bool = False,
    ) -> Stock:
        """Return the stock, redacted: what people wrote into files reaches an engine like all other text.

        Where the proposal's pull request was closed, what waited on its branch was refused.
        """
        waiting, gone = ([], [*pending, *refused]) if closed else (pending, refused)
        return cls(*([_safe(one) for one in some] for some in (standing, waiting, gone)))


def _safe(one: Standing[str]) -> Standing[Redacted]:
    return Standing(redacted_experience(one.experience), one.path, one.blob, one.approved, one.unknown_keys)


Rewritable = Callable[[Standing[Redacted]], bool]
"""Whether a standing file can be written anew without losing what a person put into it."""


def merge(
    cliques: Sequence[Clique], stock: Stock, engine: Engine, rewritable: Rewritable, *, run: str
) -> tuple[Decision, ...]:
    """Return one decision a clique (DESIGN.md section 5, merge).

    The one best target first; none or several: `create`. `update` only after a self-check; `skip` where
    the two are interchangeable; `contradict` is an answer that is never resolved here.
    """
    return tuple(_decision(clique, stock, engine, rewritable, run) for clique in cliques)


def _decision(clique: Clique, stock: Stock, engine: Engine, rewritable: Rewritable, run: str) -> Decision:
    candidate = clique.survivor
    own = experience_of(candidate, engine=engine.name, run=run)
    sightings = tuple(
        dict.fromkeys(
            other.discussion for other in clique.members if other.discussion != candidate.discussion
        )
    )
    known = _known(candidate, own, stock, engine)
    if known is not None:
        one, how = known
        return Decision(candidate, "skip", how, None, one.experience, one.path, sightings=sightings)
    compared = [
        (one, engine.compare(candidate.statement, statement_of(one.experience)))
        for one in engine.shortlist(candidate, (*stock.standing, *stock.pending))
    ]
    opposed = [one for one, likeness in compared if likeness.opposed]
    if opposed:
        reason = "says the contrary of what stands; the question goes to people"
        return Decision(
            candidate, "contradict", reason, None, opposed[0].experience, opposed[0].path, sightings=sightings
        )
    alike = [(one, likeness) for one, likeness in compared if same(likeness)]
    if len(alike) == 1:
        return _onto(candidate, own, *alike[0], sightings, rewritable)
    reason = (
        "nothing like it stands"
        if not alike
        else f"{len(alike)} that stand are like it: none is the one target"
    )
    return Decision(candidate, "create", reason, own, None, None, sightings=sightings)


def _known(
    candidate: Candidate, own: Experience[Redacted], stock: Stock, engine: Engine
) -> tuple[Standing[Redacted], str] | None:
    """Return the experience that is this very candidate from an earlier run, and what became of it."""
    for group, how in (
        (stock.standing, "stands in the store already"),
        (stock.pending, "is on the proposal branch already"),
        (stock.refused, "was refused by a person"),
    ):
        for one in group:
            if one.experience.hex == own.hex or _same_source(candidate, one.experience, engine):
                return one, how
    return None


def _same_source(candidate: Candidate, other: Experience[Redacted], engine: Engine) -> bool:
    turns = {item.turn for item in candidate.evidence} & {item.turn for item in other.evidence}
    return bool(turns - {DESCRIPTION}) and same(engine.compare(candidate.statement, statement_of(other)))


def _onto(
    candidate: Candidate,
    own: Experience[Redacted],
    target: Standing[Redacted],
    likeness: Likeness,
    sightings: tuple[str, ...],
    rewritable: Rewritable,
) -> Decision:
    """Return an update where the candidate adds to its one target and nothing is lost by it, else a skip."""
    old = target.experience
    adds_reason = old.why is None and candidate.why is not None
    if likeness.what != "contains" and not adds_reason:
        reason = "interchangeable with what stands: one more sighting"
        return Decision(candidate, "skip", reason, None, old, target.path, sightings=sightings)
    if not rewritable(target):
        reason = "adds to what stands, but a person wrote that file by hand: add it there yourself"
        adds = candidate.why if adds_reason else candidate.what
        return Decision(candidate, "skip", reason, None, old, target.path, adds, sightings)
    merged = replace(
        old,
        what=candidate.what if likeness.what == "contains" else old.what,
        why=old.why if old.why is not None else candidate.why,
        evidence=tuple(dict.fromkeys((*old.evidence, *own.evidence))),
    )
    reason = "adds a reason to what stands" if adds_reason else "says the same in more detail"
    return Decision(candidate, "update", reason, merged, old, target.path, sightings=sightings)


def statement_of(experience: Experience[Redacted]) -> Statement[Redacted]:
    """Return what dedup and merge compare of a standing experience."""
    return Statement(
        experience.when,
        experience.what,
        experience.why,
        experience.lens,
        experience.kind,
        experience.scope.symbols,
        experience.scope.paths,
    )


def experience_of(candidate: Candidate, *, engine: str, run: str) -> Experience[Redacted]:
    """Return the experience a candidate becomes when a person merges it: the file already says `active`."""
    turns = [item.turn for item in candidate.evidence]
    return Experience(
        id=experience_id(_slug_words(candidate), candidate.repo, candidate.discussion, turns),
        title=candidate.title,
        when=candidate.when,
        what=candidate.what,
        why=candidate.why,
        preconditions=candidate.preconditions,
        failure_modes=candidate.failure_modes,
        anti_patterns=candidate.anti_patterns,
        scope=Scope(tuple(_glob(path) for path in candidate.places), tuple(candidate.symbols[:MAX_SCOPE])),
        evidence=candidate.evidence,
        example=candidate.example,
        lens=candidate.lens,
        kind=candidate.kind,
        status="active",
        observed_at=candidate.observed_at,
        provenance=Provenance(engine=engine, run=run, derived=candidate.derived),
    )


def _slug_words(candidate: Candidate) -> str:
    """Return the words of the slug: the file's own name, then the statement's first words."""
    stem = candidate.paths[0].rsplit("/", 1)[-1].split(".")[0] if candidate.paths else ""
    words = " ".join(candidate.what.split()[:6])
    return words if slug(words).startswith(slug(stem)) else f"{stem} {words}"


def _glob(path: Redacted) -> Redacted:
    r"""Return a path as a glob that matches itself: gitignore's signs are escaped (`[id].ts` is `\[id].ts`)."""
    pieces = [
        Redacted.template("\\{}", path.cut(place, place + 1))
        if sign in "*?[\\" or (not place and sign in "!#")
        else path.cut(place, place + 1)
        for place, sign in enumerate(path)
    ]
    return Redacted.joined(pieces, "")
