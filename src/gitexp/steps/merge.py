"""Merge: decide what each survivor does to the store. What stands is validated: protect history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gitexp.records.bot import key_of
from gitexp.records.candidate import MAX_WORDS, Candidate
from gitexp.records.experience import Experience, Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Clique, Decision, Judge, Placement
from gitexp.records.opposed import opposed
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.becoming import experience_of, statement_of
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import same
from gitexp.steps.near import MOST, Shelf, near_pairs
from gitexp.steps.placements import Beside, Placements
from gitexp.steps.self_check import fault, other_figures, unsaid
from gitexp.steps.stock import Stock

Rewritable = Callable[[Standing[Redacted]], bool]
"""Whether a standing file can be written anew without losing what a person put into it."""
Origin = tuple[Judge, str]
"""What judged a candidate, and in which run."""
FILLED = 5
"""How many are shown where few are near: the one target may be told in quite other words."""
MISSED = "says the contrary of what stands, though the engine called it {}; the question goes to people"


class Merged(NamedTuple):
    """The decisions, the candidates that no answer came for (they wait), and why."""

    decisions: tuple[Decision, ...]
    waiting: tuple[Candidate, ...] = ()
    left_out: tuple[Skipped, ...] = ()


def merge(
    cliques: Sequence[Clique],
    stock: Stock,
    placements: Placements,
    compared: Compared,
    rewritable: Rewritable,
    *,
    judge: Judge,
    run: str,
    origins: Mapping[str, Origin] | None = None,
) -> Merged:
    """Return one decision a clique (DESIGN.md section 5, merge).

    The one best target first; none or several: `create`. `update` only after a self-check; `skip` where
    the two are interchangeable; `contradict` is an answer that is never resolved here. What this run has
    decided already counts as waiting, so that one run does not contradict itself. `origins` tells of a candidate of
    an earlier run, by its id, what judged it and in which run.
    """
    survivors = [clique.survivor for clique in cliques]
    placements.ask(asked(survivors, stock, compared))
    # What of this run may be held against what else of it: asked at once, where dedup has not asked already.
    compared.ask(
        (survivors[one].statement, survivors[other].statement) for one, other in near_pairs(survivors)
    )
    work = _Merge(stock, placements, compared, rewritable, judge, run, origins or {})
    for clique in cliques:
        work.decide(clique)
    return Merged(tuple(work.made), tuple(work.waiting), tuple(work.left_out))


def asked(
    candidates: Sequence[Candidate], stock: Stock, compared: Compared
) -> list[tuple[Candidate, Beside]]:
    """Return what has to be asked about candidates, before any is decided: each beside those that are near it."""
    compared.ask(
        (candidate.statement, statement_of(one.experience))
        for candidate in candidates
        for one, _ in stock.of_one_source(candidate)
    )
    return [(one, _beside(one, stock)) for one in candidates if stock.known(one, compared) is None]


def _beside(candidate: Candidate, stock: Stock) -> list[Standing[Redacted]]:
    """Return those that are near; with those of the same source that were asked about, at most MOST."""
    room = MOST - sum(1 for _ in stock.of_one_source(candidate))
    return [stock.in_force[place] for place in stock.shelf.near(candidate.statement, room, FILLED)]


@dataclass
class _Merge:
    """One pass over the cliques: what a decision needs to know, and what was decided before."""

    stock: Stock
    placements: Placements
    compared: Compared
    rewritable: Rewritable
    judge: Judge
    run: str
    origins: Mapping[str, Origin] = field(default_factory=dict)
    made: list[Decision] = field(default_factory=list)
    waiting: list[Candidate] = field(default_factory=list)
    left_out: list[Skipped] = field(default_factory=list)
    new: list[tuple[Candidate, Experience[Redacted]]] = field(default_factory=list)
    """What this run creates, and of which candidate."""
    new_shelf: Shelf = field(default_factory=Shelf)

    def decide(self, clique: Clique) -> None:
        candidate = clique.survivor
        seen = (other.discussion for other in clique.members if other.discussion != candidate.discussion)
        answer = self._decision(candidate)
        if isinstance(answer, Failed):
            self.left_out.append(Skipped(candidate.id, answer.words))
            waits = replace(candidate.trail, waits=answer.words)
            self.waiting.append(replace(candidate, trail=waits))
            return
        self.made.append(replace(answer, sightings=tuple(dict.fromkeys(seen))))
        if answer.action == "create" and answer.experience is not None:
            self.new.append((candidate, answer.experience))
            self.new_shelf.add(candidate.statement)

    def _decision(self, candidate: Candidate) -> Decision | Failed:
        known = self.stock.known(candidate, self.compared)
        if known is not None:
            one, how = known
            return Decision(candidate, "skip", how, None, one.experience, one.path)
        if (why := self.stock.refused_keys.get(key_of(candidate))) is not None:
            return Decision(
                candidate, "skip", f"was refused by a person: {why}" if why else "was refused by a person"
            )
        of_this_run = self._of_this_run(candidate)
        if of_this_run is not None:
            return of_this_run
        beside = _beside(candidate, self.stock)
        answer = self.placements.of(candidate, beside)
        if isinstance(answer, Failed):
            return answer
        judge, run = self.origins.get(candidate.id, (self.judge, self.run))
        own = experience_of(candidate, judge=judge, run=run)
        if answer.action == "create" or answer.target is None or not 0 <= answer.target < len(beside):
            reason = answer.words or "nothing like it stands"
            return Decision(candidate, "create", reason, own, None, None)
        return self._onto(candidate, own, beside[answer.target], answer)

    def _of_this_run(self, candidate: Candidate) -> Decision | None:
        """Return what follows from what this run creates already: dedup has asked how near ones relate."""
        for place in self.new_shelf.near(candidate.statement):
            twin, other = self.new[place]
            if twin.repo.casefold() != candidate.repo.casefold():
                continue
            how = self.compared.likeness(candidate.statement, twin.statement)
            if how.opposed or (same(how) and opposed(candidate.what, other.what)):
                reason = "says the contrary of what stands or waits; the question goes to people"
                return Decision(candidate, "contradict", reason, None, other, None)
            if same(how):
                reason = "another candidate of this run says it already, or changes the same file"
                adds = candidate.what if how.what == "contains" else None
                return Decision(candidate, "skip", reason, None, other, None, adds)
        return None

    def _onto(
        self, candidate: Candidate, own: Experience[Redacted], target: Standing[Redacted], answer: Placement
    ) -> Decision:
        """Return what the candidate does to its one target; what stands in force is never changed by its contrary."""
        old, path = target.experience, target.path or None
        if answer.action == "contradict":
            reason = "says the contrary of what stands or waits; the question goes to people"
            return Decision(candidate, "contradict", reason, None, old, path)
        if opposed(candidate.what, old.what) or other_figures(candidate.what, old.what):
            return Decision(candidate, "contradict", MISSED.format(answer.action), None, old, path)
        if not _conditions_held(candidate, old):
            reason = "what stands is like it but does not state its conditions"
            return Decision(candidate, "create", reason, own, None, None)
        if answer.action == "skip":
            reason = answer.words or "interchangeable with what stands: one more sighting"
            return Decision(candidate, "skip", reason, None, old, path)
        return self._update(candidate, own, target, answer)

    def _update(
        self, candidate: Candidate, own: Experience[Redacted], target: Standing[Redacted], answer: Placement
    ) -> Decision:
        """Return the update where nothing is lost by it, else a skip that says what a person would add."""
        old, path = target.experience, target.path or None
        what, refused = _merged_what(candidate, old, answer)

        def skip(reason: str) -> Decision:
            own_words = candidate.why if candidate.what == old.what else candidate.what
            said = answer.what if answer.what and unsaid(old, candidate, answer.what) is None else None
            adds = said or own_words
            return Decision(candidate, "skip", reason, None, old, path, adds or candidate.what)

        if not target.path or any(made.experience and made.target_path == path for made in self.made):
            return skip("another candidate of this run says it already, or changes the same file")
        if not self.rewritable(target):
            return skip("adds to what stands, but a person wrote that file by hand: add it there yourself")
        said = answer.why if answer.why and unsaid(old, candidate, answer.why) is None else candidate.why
        why = old.why if old.why is not None else said
        if what == old.what and why == old.why:
            return skip(f"adds to what stands, but {refused}" if refused else "adds nothing to what stands")
        merged = replace(
            old,
            what=what,
            why=why,
            evidence=tuple(dict.fromkeys((*old.evidence, *own.evidence))),
            provenance=replace(
                own.provenance,
                prompts=(
                    *own.provenance.prompts,
                    *(one for one in self.judge.prompts if one.startswith("merge ")),
                ),
                derived=old.provenance.derived,
            ),
        )
        told = "says the same in more detail" if what != old.what else "adds a reason to what stands"
        reason = answer.words or told
        if refused and what != old.what:
            reason = f"{reason} (in the candidate's own words; the engine's were refused: {refused})"
        return Decision(candidate, "update", reason, merged, old, path)


def _merged_what(candidate: Candidate, old: Experience[Redacted], answer: Placement) -> tuple[Redacted, str]:
    """Return the merged statement: the engine's, else the longer of both; what stands where neither passes.

    The second part says why the one that was wanted did not pass.
    """
    longer = [candidate.what] if len(candidate.what) > len(old.what) else []
    refused = ""
    for what in [*([answer.what] if answer.what else []), *longer]:
        if len(old.when) + len(what) > MAX_WORDS:
            refused = refused or "it would be too long"
            continue
        why_not = fault(old, candidate, what)
        if why_not is None:
            return what, refused
        refused = refused or why_not
    return old.what, refused


def _conditions_held(candidate: Candidate, old: Experience[Redacted]) -> bool:
    """Return whether the old one states every condition of the candidate: an update must not widen where it holds."""
    new, standing = candidate.preconditions, old.preconditions
    return set(new.must) <= set(standing.must) and set(new.must_not) <= set(standing.must_not)
