"""The use case: questions to recall beside the other layers, over runs, and against an earlier evaluation."""

from __future__ import annotations

from dataclasses import replace

from gitexp.evaluate import evaluate
from gitexp.records.evaluation import Earlier, Worse
from gitexp.records.gold import CaseSet
from gitexp.records.recall_cases import RecallCase, RecallSet
from support.fakes import FakeEngine
from support.recall_cases import FakeDesk, a_recollection, an_answer

CASES = CaseSet(
    (),
    (),
    recall=RecallSet((), (RecallCase("q1", "answer", "en", "siren", right=("r",)),), {"q1": "h1"}, "set"),
)


def quiet(step: str) -> None:
    """Tell nobody."""


def test_recall_is_asked_once_however_often_the_engine_runs():
    desk = FakeDesk({"siren": a_recollection("r")})
    engine = FakeEngine()
    engine.judge = replace(engine.judge, engine="model")

    made = evaluate(CASES, lambda run: engine, quiet, runs=3, desk=desk)

    assert (3, 3) == (len(made.runs), len(desk.questions))
    assert {("recall", "set")} == set(made.case_sets.items())
    assert [1.0, 1.0, 1.0] == [run.gated["recall"]["success_at_1"] for run in made.runs]


def test_without_questions_nobody_is_asked():
    desk = FakeDesk({})

    made = evaluate(CaseSet((), ()), lambda run: FakeEngine(), quiet, desk=desk)

    assert (None, []) == (made.first.recall, desk.indexed)


def test_a_worse_answer_than_before_is_told():
    before = Earlier((), {}, asked=(an_answer("answer", "r", "r", id="q1", hash="h1"),))
    desk = FakeDesk({"siren": a_recollection("xr")})

    made = evaluate(CASES, lambda run: FakeEngine(), quiet, before=before, desk=desk)

    assert made.comparison is not None
    assert Worse("recall.success_at_1", 1.0, 0.0) in made.comparison.worse
    assert 1 == made.comparison.common_questions
