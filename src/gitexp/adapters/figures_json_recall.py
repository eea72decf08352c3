"""Writes the figures of recall as JSON, and how each question was answered."""

from __future__ import annotations

from gitexp.adapters.figures_json_answers import Document, rounded
from gitexp.records.evaluation import TurnedQuestion
from gitexp.records.figures_recall import FIGURES, Answers, Asked, Handed, Recalling
from gitexp.records.recall_cases import QUESTION_KINDS


def recall_figures(one: Recalling) -> Document:
    """Return the figures over all questions, of each part, and of the baselines over the same questions."""
    return {
        **_figures(one.answers),
        "experiences": one.experiences,
        "half": one.half or "all",
        "without_gold": list(one.without_gold),
        "parts": {name: _figures(part) for name, part in one.parts.items()},
        "baselines": {name: _figures(answers) for name, answers in one.baselines.items()},
    }


def _figures(one: Answers) -> Document:
    return {
        **{name: rounded(float(getattr(one, name))) for name in FIGURES},
        "questions": {kind: len(one.of(kind)) for kind in QUESTION_KINDS},
    }


def asked(one: Asked) -> Document:
    """Return how a question was answered, as `--baseline` reads it again."""
    return {
        "id": one.id,
        "kind": one.kind,
        "language": one.language,
        "across": one.across,
        "hash": one.hash,
        "right": list(one.right),
        "given": [each.id for each in one.given],
        "unknown": [name for name in one.unknown if name in one.right],
        "blocked": [name for name in one.blocked if name in one.right],
        "match": one.match,
        "tokens": one.tokens,
        "wrong": one.wrong,
    }


def missed(one: Asked) -> Document:
    """Return what is wrong with an answer; the keys that only extraction has are there and empty."""
    return {
        "layer": "recall",
        "kind": one.misses[0],
        "misses": list(one.misses),
        "discussion": None,
        "row": None,
        "candidate": None,
        "id": one.id,
        "question": one.kind,
        "language": one.language,
        "across": one.across,
        "words": one.told,
        "reason": one.note,
        "match": one.match,
        "expected": ", ".join(one.right) or None,
        "given": ", ".join(each.id for each in one.given) or None,
        "right": [
            {
                "id": name,
                "title": one.right_titles.get(name, ""),
                "whereabouts": one.whereabouts.get(name, ""),
            }
            for name in one.right
        ],
        "items": [_handed(each) for each in one.given],
        "turns": [],
        "said": "",
        "exclusions": [],
        "garbage_kind": None,
        "proposed": False,
    }


def _handed(one: Handed) -> Document:
    return {
        "id": one.id,
        "title": one.title,
        "score": rounded(one.score),
        "place": rounded(one.place),
        "matter": rounded(one.matter),
        "because": list(one.because),
    }


def turned_question(one: TurnedQuestion) -> Document:
    """Return a question that is newly answered wrong or newly right."""
    return {
        "layer": "recall",
        "threshold": None,
        "key": f"recall {one.now.id}",
        "discussion": None,
        "row": None,
        "candidate": None,
        "id": one.now.id,
        "kind": one.now.kind,
        "expected": ", ".join(one.now.right) or None,
        "before": ", ".join(each.id for each in one.before.given) or None,
        "now": ", ".join(each.id for each in one.now.given) or None,
        "words": one.now.told,
    }
