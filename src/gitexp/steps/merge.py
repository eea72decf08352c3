"""Merge: decide what each survivor does to the store. What stands is validated: protect history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import SERVED, Experience, Provenance, Scope, Standing
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
    the two are interchangeable; `contradict` is an answer that is never resolved here. What this run has
    decided already counts as waiting, so that one run does not contradict itself.
    """
    made: list[Decision] = []
    for clique in cliques:
        made.append(_Merge(stock, engine, rewritable, run, tuple(made)).decision(clique))
    return tuple(made)


@dataclass(frozen=True)
class _Merge:
    """What one decision needs to know: the stock, the engine, and what the run has decided before."""

    stock: Stock
    engine: Engine
    rewritable: Rewritable
    run: str
    made: tuple[Decision, ...]

    def decision(self, clique: Clique) -> Decision:
        candidate = clique.survivor
        own = experience_of(candidate, engine=self.engine.name, run=self.run)
        seen = (other.discussion for other in clique.members if other.discussion != candidate.discussion)
        sightings = tuple(dict.fromkeys(seen))
        known = _known(candidate, own, self.stock, self.engine)
        if known is not None:
            one, how = known
            return Decision(candidate, "skip", how, None, one.experience, one.path, sightings=sightings)
        compared = [
            (one, self.engine.compare(candidate.statement, statement_of(one.experience)))
            for one in self.engine.shortlist(candidate, self._held())
        ]
        opposed = [one for one, likeness in compared if likeness.opposed]
        if opposed:
            reason = "says the contrary of what stands or waits; the question goes to people"
            target = opposed[0]
            return Decision(
                candidate, "contradict", reason, None, target.experience, target.path, sightings=sightings
            )
        alike = [(one, likeness) for one, likeness in compared if same(likeness)]
        if len(alike) == 1:
            return self._onto(candidate, own, *alike[0], sightings)
        reason = f"{len(alike)} are like it: none is the one target" if alike else "nothing like it stands"
        return Decision(candidate, "create", reason, own, None, None, sightings=sightings)

    def _held(self) -> tuple[Standing[Redacted], ...]:
        """Return what a new statement is held against: what is in force, what waits, what this run creates."""
        new = [
            Standing(made.experience, made.target_path or "", "", approved=False)
            for made in self.made
            if made.experience is not None and made.action == "create"
        ]
        old = (*self.stock.standing, *self.stock.pending)
        return (*(one for one in old if one.experience.status in SERVED), *new)

    def _onto(
        self,
        candidate: Candidate,
        own: Experience[Redacted],
        target: Standing[Redacted],
        likeness: Likeness,
        sightings: tuple[str, ...],
    ) -> Decision:
        """Return an update where the candidate adds to its one target and nothing is lost by it, else a skip."""
        old = target.experience

        def skip(reason: str, adds: Redacted | None = None) -> Decision:
            return Decision(candidate, "skip", reason, None, old, target.path or None, adds, sightings)

        if not _conditions_held(candidate, old):
            reason = "what stands is like it but does not state its conditions"
            return Decision(candidate, "create", reason, own, None, None, sightings=sightings)
        adds_reason = old.why is None and candidate.why is not None
        if likeness.what != "contains" and not adds_reason:
            return skip("interchangeable with what stands: one more sighting")
        adds = candidate.why if adds_reason else candidate.what
        if not target.path or any(made.experience and made.target_path == target.path for made in self.made):
            return skip("another candidate of this run says it already, or changes the same file", adds)
        if not self.rewritable(target):
            return skip(
                "adds to what stands, but a person wrote that file by hand: add it there yourself", adds
            )
        reason = "adds a reason to what stands" if adds_reason else "says the same in more detail"
        merged = replace(
            old,
            what=candidate.what if likeness.what == "contains" else old.what,
            why=old.why if old.why is not None else candidate.why,
            evidence=tuple(dict.fromkeys((*old.evidence, *own.evidence))),
        )
        return Decision(candidate, "update", reason, merged, old, target.path, sightings=sightings)


def _conditions_held(candidate: Candidate, old: Experience[Redacted]) -> bool:
    """Return whether the old one states every condition of the candidate: an update must not widen where it holds."""
    new, standing = candidate.preconditions, old.preconditions
    return set(new.must) <= set(standing.must) and set(new.must_not) <= set(standing.must_not)


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
                status = one.experience.status
                return one, how if status in SERVED else f"{how}, {status}"
    return None


def _same_source(candidate: Candidate, other: Experience[Redacted], engine: Engine) -> bool:
    turns = {item.turn for item in candidate.evidence} & {item.turn for item in other.evidence}
    return bool(turns - {DESCRIPTION}) and same(engine.compare(candidate.statement, statement_of(other)))


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
