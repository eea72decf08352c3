"""Measure merge: what the step decides about each new text, with what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.failed import Failed
from gitexp.records.figures_governance import Answered
from gitexp.records.gold import Placements as Cases
from gitexp.records.governance_cases import PlacementCase, Words
from gitexp.records.judgement import Clique, Decision, Judge
from gitexp.records.text import Redacted
from gitexp.steps.case_candidates import candidate_of, standing_of, words_of
from gitexp.steps.compared import Compared
from gitexp.steps.merge import asked, merge
from gitexp.steps.placements import Beside, Placements
from gitexp.steps.stock import Stock


@dataclass(frozen=True)
class _Laid:
    """A case with what merge takes, the new text and what stands, and what it asks about it."""

    case: PlacementCase[str]
    candidate: Candidate
    stock: Stock
    questions: Sequence[tuple[Candidate, Beside]]

    @property
    def offered(self) -> set[str]:
        """Return the ids of what the engine may choose a target from."""
        return {one.experience.id for _, beside in self.questions for one in beside}


@dataclass(frozen=True)
class _Work:
    """What all cases share: what the engine said, and what stands behind it."""

    hashes: Mapping[str, str]
    placements: Placements
    compared: Compared
    judge: Judge


def measure_placements(cases: Cases, engine: Engine) -> tuple[Answered, ...]:
    """Return what was decided about each case. Each is decided alone; the engine is asked about all at once."""
    work = _Work(cases.hashes, Placements(engine), Compared(engine), engine.judge)
    laid = [_laid(case, work) for case in cases.cases]
    work.placements.ask([question for one in laid for question in one.questions])
    return tuple(_answered(one, work) for one in laid)


def _laid(case: PlacementCase[str], work: _Work) -> _Laid:
    candidate = candidate_of(case.new, f"{case.id}/new")
    stock = Stock([standing_of(one, case.id) for one in case.history])
    return _Laid(case, candidate, stock, asked([candidate], stock, work.compared))


def _answered(laid: _Laid, work: _Work) -> Answered:
    case, cliques = laid.case, [Clique((laid.candidate,))]
    made = merge(
        cliques,
        laid.stock,
        work.placements,
        work.compared,
        lambda one: True,
        judge=work.judge,
        run="evaluate",
    )
    decision = made.decisions[0] if made.decisions else None
    target = decision.target.id if decision and decision.target else None
    return Answered(
        "merge",
        case.id,
        case.kind,
        case.action,
        decision.action if decision else "",
        work.hashes.get(case.id, ""),
        target=case.target,
        given_target=target,
        near=case.target is None or case.target in laid.offered,
        failed="; ".join(skip.what for skip in made.left_out),
        texts=_texts(laid, (case.target, target)),
        words=_words(decision, laid, work),
        reason=case.reason,
    )


def _words(decision: Decision | None, laid: _Laid, work: _Work) -> str:
    """Return what the step decided by, and the engine's own words; a target that it never saw is said."""
    answers = [work.placements.of(*question) for question in laid.questions]
    said = [answer.words for answer in answers if not isinstance(answer, Failed)]
    unseen = laid.case.target is not None and laid.case.target not in laid.offered
    told = [
        decision.reason if decision else "",
        *said,
        "its target was not near enough to be asked about" * unseen,
    ]
    return "; ".join(dict.fromkeys(words for words in told if words))


def _texts(laid: _Laid, targets: tuple[str | None, ...]) -> tuple[tuple[str, Words[Redacted]], ...]:
    """Return the new text, what it should have been held against, and what it was."""
    beside = [one for one in laid.stock.standing if one.experience.id in targets]
    return (("new", words_of(laid.candidate)), *((one.experience.id, words_of(one)) for one in beside))
