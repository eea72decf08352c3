"""Consent: of private discussions nothing leaves but what the one who spoke agreed to, decision by decision."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from gitexp.ports import Consent
from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ChangeRecord, ProposedChange
from gitexp.records.discussion import Discussion
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Clique, Decision, Verdict
from gitexp.records.precondition import Preconditions
from gitexp.records.run import Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.propose import Fitting

WAITS = "waits for consent: it quotes a private session or note"
NOT_KEPT = Redacted.template("[private]")
"""What stands in a kept run for words that nobody agreed to."""
_PROJECT = re.compile(r"(?<=\.claude/projects/)[^/]+")
"""The folder of a session, which is named after the folder of the project on its machine."""


class Nobody:
    """Implements `Consent` where nobody can be asked."""

    def may_leave(self, decision: Decision) -> bool:
        """Return that nothing may."""
        return False


class Everybody:
    """Implements `Consent` where all was agreed to before, or where nothing leaves."""

    def may_leave(self, decision: Decision) -> bool:
        """Return that it may."""
        return True


def private_ids(discussions: Iterable[Discussion[Redacted]]) -> frozenset[str]:
    """Return the ids of the discussions that belong to the one who spoke."""
    return frozenset(one.id for one in discussions if one.private)


def consented(fitted: Fitting, private: frozenset[str], consent: Consent) -> Fitting:
    """Return what may be proposed: of decisions about private discussions only those that were agreed to, each by itself.

    What builds upon one that was not agreed to waits with it, since it would tell its words.
    """
    decisions: list[Decision] = []
    files = iter(fitted.files)
    kept = []
    withheld: list[Candidate] = []
    gone: set[str] = set()
    for decision in fitted.decisions:
        file = next(files) if decision.experience is not None else None
        target = decision.target.id if decision.target else None
        asks = decision.action != "skip" and decision.candidate.discussion in private
        if target in gone or (asks and not consent.may_leave(decision)):
            trail = replace(decision.candidate.trail, waits=WAITS)
            withheld.append(replace(decision.candidate, trail=trail))
            if decision.action == "create" and decision.experience is not None:
                gone.add(decision.experience.id)
            continue
        decisions.append(decision)
        kept += [file] if file else []
    return Fitting(tuple(decisions), tuple(kept), (*withheld, *fitted.waiting))


def withheld(run: Run) -> tuple[Candidate, ...]:
    """Return what was not proposed because nobody agreed to it."""
    return tuple(candidate for candidate in run.near if candidate.trail.waits == WAITS)


def shareable(run: Run) -> Run:
    """Return the run as it may be kept, since kept runs are shared.

    Of private discussions it holds the turns' ids, and the words that were agreed to.
    """
    private = private_ids(run.discussions)
    if not private:
        return run
    agreed = {decision.candidate.id for decision in run.decisions if decision.action != "skip"}

    def safe(candidate: Candidate) -> Candidate:
        hidden = candidate.discussion in private and candidate.id not in agreed
        return _bare(candidate) if hidden else candidate

    discussions = {one.id: _silent(one) if one.private else one for one in run.discussions}
    return replace(
        run,
        discussions=tuple(discussions.values()),
        topics=tuple(
            replace(
                topic,
                discussion=discussions[topic.discussion.id],
                turns=_silent(replace(topic.discussion, turns=topic.turns)).turns
                if topic.discussion.private
                else topic.turns,
            )
            for topic in run.topics
        ),
        candidates=tuple(safe(candidate) for candidate in run.candidates),
        verdicts=tuple(_verdict(verdict, safe(verdict.candidate)) for verdict in run.verdicts),
        cliques=tuple(Clique(tuple(safe(member) for member in clique.members)) for clique in run.cliques),
        decisions=tuple(
            _decision(decision, safe(decision.candidate), run.engine) for decision in run.decisions
        ),
        near=tuple(safe(candidate) for candidate in run.near),
        skipped=tuple(_skipped(skip, private) for skip in run.skipped),
        changes=tuple(_nameless(change) if change.private else change for change in run.changes),
    )


def _nameless(change: ProposedChange) -> ProposedChange:
    """Return a private record without a word: its identity stays, which a push is held against."""
    record = change.record
    bare = ChangeRecord(id=f"private-{record.hex}", title=NOT_KEPT, intent=NOT_KEPT, made_at=record.made_at)
    return replace(change, record=bare, alternatives=(), text=NOT_KEPT)


def _silent(discussion: Discussion[Redacted]) -> Discussion[Redacted]:
    turns = tuple(replace(turn, text=NOT_KEPT, anchor=None) for turn in discussion.turns)
    return replace(discussion, title=None, turns=turns)


def _bare(candidate: Candidate) -> Candidate:
    """Return the candidate without a word of anybody: what it was found to be, and which turns carry it."""
    trail = candidate.trail
    lacks = tuple(Exclusion(lack.kind, lack.kind.replace("_", " ")) for lack in trail.lacks)
    return replace(
        candidate,
        title=NOT_KEPT,
        when=NOT_KEPT,
        what=NOT_KEPT,
        why=None,
        evidence=tuple(replace(item, quote=NOT_KEPT) for item in candidate.evidence),
        settled=replace(candidate.settled, reason=""),
        trail=replace(trail, because=(), lacks=lacks, waits=_kind_of(trail.waits)),
        preconditions=Preconditions(),
        failure_modes=(),
        anti_patterns=(),
        symbols=(),
        paths=(),
        places=(),
        example=None,
        pattern=None,
        quality=None,
        search={},
    )


def _verdict(verdict: Verdict, candidate: Candidate) -> Verdict:
    if candidate is verdict.candidate:
        return verdict
    return replace(verdict, candidate=candidate, words="", findings=())


def _decision(decision: Decision, candidate: Candidate, engine: str) -> Decision:
    if candidate is decision.candidate:
        return decision
    # The rules give fixed reasons; a language model tells its own in words that it has from the session.
    reason = decision.reason.split(":")[0] if engine == "rules" else decision.action
    return replace(decision, candidate=candidate, adds=None, reason=reason)


def _skipped(skip: Skipped, private: Collection[str]) -> Skipped:
    """Return what was skipped; of a private discussion, or of a pair that may be of one, without its words."""
    if skip.where.startswith("`"):
        return skip._replace(where="a pair of statements", what=_kind_of(skip.what))
    hidden = any(skip.where == one or skip.where.startswith(f"{one}/") for one in private)
    what = _kind_of(skip.what) if hidden else skip.what
    return skip._replace(where=_PROJECT.sub("…", skip.where), what=what)


def _kind_of(told: str) -> str:
    """Return what kind of thing is told, without what it is told about: the words behind the second colon go."""
    if told.startswith(ENGINE_FAILED):
        return ENGINE_FAILED
    return ": ".join(told.split(": ")[:2])
