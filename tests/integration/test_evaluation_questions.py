"""The answers of recall as JSON, and read again for a comparison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.evaluation_files import read_baseline
from gitexp.adapters.figures_json import evaluation_document
from gitexp.errors import RecordError
from gitexp.records.evaluation import Evaluation, Measured
from gitexp.records.figures_recall import Answers, Asked, Recalling
from gitexp.records.judgement import Judge
from support.recall_cases import an_answer

ASKED = (
    an_answer("answer", "xr", "r", id="q1", hash="1", tokens=90, match="good"),
    an_answer("unknown", "", "r", id="q2", hash="2", language="ja", across=True, unknown=("r",)),
    an_answer("blocked", "r", "r", id="q3", hash="3", told="why not", note="svg", right_titles={"r": "Flip"}),
)


def an_evaluation(*asked: Asked) -> Evaluation:
    recall = Recalling(Answers(asked), {"bm25": Answers(asked[:1])}, 12, "dev", ("g1",))
    return Evaluation(Judge("rules"), {"recall": "set"}, {}, (Measured(recall=recall),))


def written(tmp_path: Path, document: object) -> Path:
    path = tmp_path / "before.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_what_was_asked_is_read_again_with_the_same_figures(tmp_path: Path):
    again = read_baseline(written(tmp_path, evaluation_document(an_evaluation(*ASKED)))).asked

    assert Answers(ASKED).gated() == Answers(again).gated()
    assert [(one.id, one.hash, one.across, one.misses) for one in ASKED] == [
        (one.id, one.hash, one.across, one.misses) for one in again
    ]


def test_the_figures_stand_with_their_parts_and_baselines():
    figures = evaluation_document(an_evaluation(*ASKED))["figures"]

    assert isinstance(figures, dict)
    recall = figures["recall"]
    assert (0.0, 1.0, 0.5, 1.0, 1.0) == tuple(
        recall[name] for name in ("success_at_1", "success_at_3", "mrr", "blocked_leakage", "unknown_found")
    )
    assert (12, "dev", ["g1"]) == (recall["experiences"], recall["half"], recall["without_gold"])
    assert ({"en", "across", "ja"}, {"bm25"}) == (set(recall["parts"]), set(recall["baselines"]))
    assert {"answer": 1, "nothing": 0, "blocked": 1, "unknown": 1} == recall["questions"]


def test_a_wrong_answer_is_told_whole():
    errors = evaluation_document(an_evaluation(*ASKED))["errors"]

    assert isinstance(errors, list)
    [error] = errors

    assert ("recall", "given, and it does not hold here", "q3", "blocked", "why not", "svg") == tuple(
        error[name] for name in ("layer", "kind", "id", "question", "words", "reason")
    )
    assert ("r", "r", [{"id": "r", "title": "Flip", "whereabouts": ""}]) == (
        error["expected"],
        error["given"],
        error["right"],
    )


@pytest.mark.parametrize("odd", [7, [7], [{"id": "q1", "kind": "answer"}], [{"id": "q1", "kind": "maybe"}]])
def test_what_is_no_answer_to_a_question_is_refused(tmp_path: Path, odd: object):
    document = {**evaluation_document(an_evaluation(*ASKED)), "questions": odd}

    with pytest.raises(RecordError, match="questions"):
        read_baseline(written(tmp_path, document))


def test_an_evaluation_of_before_there_were_questions_has_none(tmp_path: Path):
    document = evaluation_document(an_evaluation(*ASKED))
    del document["questions"]

    assert () == read_baseline(written(tmp_path, document)).asked
