"""Measure dedup on pairs: what the engine answers about each pair that stands alone."""

from __future__ import annotations

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.failed import Failed
from gitexp.records.figures_governance import SAME, SEPARATE, Answered
from gitexp.records.gold import Pairs
from gitexp.records.governance_cases import PairCase
from gitexp.records.judgement import Likeness
from gitexp.steps.case_candidates import candidate_of, words_of
from gitexp.steps.dedup import same
from gitexp.steps.near import near_pairs


def measure_pairs(pairs: Pairs, engine: Engine) -> tuple[Answered, ...]:
    """Return how each pair was answered; pairs of a chain are left out. The engine is asked once, about all."""
    alone = [case for case in pairs.cases if not case.chain]
    both = [
        (candidate_of(case.one, f"{case.id}/a"), candidate_of(case.other, f"{case.id}/b")) for case in alone
    ]
    answers = engine.compare([(one.statement, other.statement) for one, other in both]) if both else ()
    return tuple(
        answered_pair(case, pairs, texts, *_given(answer))
        for case, texts, answer in zip(alone, both, answers, strict=True)
    )


def answered_pair(
    case: PairCase[str],
    pairs: Pairs,
    texts: tuple[Candidate, Candidate],
    given: str,
    words: str,
    failed: str = "",
) -> Answered:
    """Return how a pair came out, with all that helps to see why."""
    one, other = texts
    return Answered(
        "dedup",
        case.id,
        case.kind,
        SAME if case.duplicate else SEPARATE,
        given,
        pairs.hashes.get(case.id, ""),
        chain=case.chain,
        identical=case.id in pairs.identical,
        near=bool(near_pairs(texts)),
        failed=failed,
        texts=(("one", words_of(one)), ("other", words_of(other))),
        words=words,
        reason=case.reason,
    )


def _given(answer: Likeness | Failed) -> tuple[str, str, str]:
    """Return the answer, the same as a person reads what it was decided by, and why there is none."""
    if isinstance(answer, Failed):
        return "", "", answer.words
    words = [
        f"what {answer.what}",
        f"when {'the same' if answer.same_when else 'another'}",
        f"conclusion {'of the same kind' if answer.same_conclusion else 'of another kind'}",
        *(["opposed"] if answer.opposed else []),
    ]
    return SAME if same(answer) else SEPARATE, ", ".join(words), ""
