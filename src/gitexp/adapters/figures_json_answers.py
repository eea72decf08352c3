"""Writes the figures of dedup and merge as JSON, and how each case was answered."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.evaluation import Turned
from gitexp.records.figures_governance import SAME, Answered, Dedup, Hits, Merge
from gitexp.records.governance_cases import Words

Document = dict[str, object]
DIGITS = 4


def rounded(value: float) -> float:
    """Return a figure as it is written."""
    return round(value, DIGITS)


def dedup_figures(one: Dedup) -> Document:
    """Return how pairs were told apart alone, and what the cliques of chains hold."""
    joined = one.joined
    return {
        **_hits(one.same),
        "bridged": len(one.bridged),
        "bridged_pairs": list(one.bridged),
        "pairs": len(one.pairs),
        "pairs_right": sum(pair.right for pair in one.pairs),
        "kinds": {
            kind: {
                "pairs": len(some),
                "pairs_right": sum(pair.right for pair in some),
                "labelled": sum(pair.expected == SAME for pair in some),
                "called": sum(pair.given == SAME for pair in some),
            }
            for kind, some in one.kinds.items()
        },
        "identical": {
            "pairs": len(one.identical),
            "missed": sum(not pair.right for pair in one.identical),
            "missed_pairs": [pair.id for pair in one.identical if not pair.right],
        },
        "not_near": len(one.not_near),
        "not_near_pairs": list(one.not_near),
        "chains": {
            "chains": len({pair.chain for pair in one.chained}),
            "texts": one.texts,
            "pairs": len(one.chained),
            "labelled": joined.labelled,
            "joined": joined.right,
        },
    }


def merge_figures(one: Merge) -> Document:
    """Return how well each action was told; at the top the share of cases with the right action."""
    aimed = one.aimed
    right_action = sum(case.right for case in aimed)
    return {
        "f1": rounded(one.overall),
        "macro_f1": rounded(one.macro_f1),
        "placements": len(one.answers),
        "placements_right": sum(case.right for case in one.answers),
        "actions": {action: _hits(hits) for action, hits in one.actions.items()},
        "target": {
            "labelled": len(aimed),
            "right_action": right_action,
            "right": one.target_right,
            "of_right_action": _share(one.target_right, right_action),
            "of_all": _share(one.target_right, len(aimed)),
        },
        "kinds": {kind: _kind(some) for kind, some in one.kinds.items()},
        "confusion": {expected: dict(row) for expected, row in one.confusion.items()},
        "not_near": len(one.not_near),
        "not_near_placements": list(one.not_near),
        "overridden": len(one.overridden),
        "overridden_placements": list(one.overridden),
    }


def _kind(some: Sequence[Answered]) -> Document:
    return {"placements": len(some), "placements_right": sum(case.right for case in some)}


def _hits(one: Hits) -> Document:
    return {
        "recall": rounded(one.recall),
        "precision": rounded(one.precision),
        "f1": rounded(one.f1),
        "labelled": one.labelled,
        "called": one.called,
        "right": one.right,
    }


def _share(part: int, whole: int) -> float:
    return rounded(part / whole if whole else 0.0)


def answered(one: Answered) -> Document:
    """Return how a case came out, as `--baseline` reads it again; of a failed one `given` is null."""
    about: Document = {"chain": one.chain, "identical": one.identical}
    if one.layer == "merge":
        about = {"target": one.target, "given_target": one.given_target}
    return {
        "id": one.id,
        "kind": one.kind,
        "hash": one.hash,
        "expected": one.expected,
        "given": one.given or None,
        **about,
        "failed": one.failed,
        "wrong": one.wrong,
    }


def wrong_answer(one: Answered) -> Document:
    """Return a wrong answer with both texts; the keys that only extraction has are there and empty."""
    return {
        "layer": one.layer,
        "kind": one.kind,
        "discussion": None,
        "row": None,
        "candidate": None,
        "id": one.id,
        "words": one.failed or one.words,
        "reason": one.reason,
        "expected": told(one.expected, one.target),
        "given": told(one.given, one.given_target),
        "texts": [{"name": name, **_words(words)} for name, words in one.texts],
        "turns": [],
        "said": "",
        "exclusions": [],
        "garbage_kind": None,
        "proposed": False,
    }


def turned(one: Turned) -> Document:
    """Return a case that is newly wrong or newly right."""
    return {
        "layer": one.now.layer,
        "threshold": None,
        "key": f"{one.now.layer} {one.now.id}",
        "discussion": None,
        "row": None,
        "candidate": None,
        "id": one.now.id,
        "kind": one.now.kind,
        "expected": told(one.now.expected, one.now.target),
        "before": told(one.before.given, one.before.given_target),
        "now": told(one.now.given, one.now.given_target),
        "words": one.now.failed or one.now.words,
    }


def told(answer: str, target: str | None) -> str | None:
    """Return an answer with its target; None where none came."""
    return " ".join([answer, *([target] if target else [])]) or None


def _words(words: Words[str]) -> Document:
    return {
        "when": words.when,
        "what": words.what,
        "why": words.why,
        "symbols": list(words.symbols),
        "paths": list(words.paths),
    }
