"""`exp evaluate` on questions to recall: a small set of its own, as a process."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from support.process import Finished, exp

SET = Path(__file__).resolve().parents[1] / "data" / "recall"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A copy of the set, outside of any repository."""
    shutil.copytree(SET, tmp_path / "set")
    return tmp_path / "set"


def evaluated(cases: Path, *args: str) -> Finished:
    return exp(cases.parent, "evaluate", "set", *args).plain


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def asked_as(cases: Path, name: str, **changes: object) -> None:
    """Change what people say of a question."""
    path = cases / "questions" / "asked.jsonl"
    told = [{**row, **changes} if row["id"] == name else row for row in rows_of(path)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in told), "utf-8")


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """The set as it is, evaluated once."""
    return dict(exp(SET.parent, "evaluate", "recall", "--json").json)


def test_clear_questions_get_their_answers_and_the_others_none(whole: dict[str, Any]):
    assert [] == [one["id"] for one in whole["questions"] if one["wrong"]]
    recall = whole["figures"]["recall"]
    assert {"answer": 10, "nothing": 4, "blocked": 3, "unknown": 3} == recall["questions"]
    assert (0.0, 0.0, 0.0) == tuple(
        recall[name] for name in ("false_injection", "blocked_leakage", "unknown_leakage")
    )
    assert (1.0, 1.0) == (recall["blocked_found"], recall["unknown_found"])
    assert {"bm25", "no_gate", "no_search_words"} == set(recall["baselines"])
    assert 1.0 == recall["baselines"]["bm25"]["blocked_leakage"]


def test_mistakes_are_told_with_question_and_reasons_in_eighty_columns(cases: Path):
    asked_as(cases, "k04", kind="nothing", right=[])

    done = evaluated(cases, "--errors")

    assert 0 == done.code
    assert "20 questions to 10 experiences" in done.stdout
    assert "recall, given, where nothing is right (1)" in done.stdout
    assert "keeper/horn/*.py covers keeper/horn/sensor.py" in " ".join(done.stdout.split())
    assert [] == [line for line in done.stdout.splitlines() if len(line) > 80]


def test_a_figure_that_fell_ends_with_1(cases: Path):
    paint = "paint-runs-in-may-"
    [identity] = [
        row["id"] for row in rows_of(cases / "experiences" / "station.jsonl") if row["id"].startswith(paint)
    ]
    asked_as(cases, "k04", right=[identity])
    document = evaluated(cases, "--json").json
    (cases.parent / "before.json").write_text(json.dumps(document), "utf-8")
    [question] = [one for one in document["questions"] if one["id"] == "k04"]
    question["given"] = [identity]
    (cases.parent / "better.json").write_text(json.dumps(document), "utf-8")

    same, worse = (evaluated(cases, "--baseline", f"{name}.json", "--json") for name in ("before", "better"))

    assert (0, [], []) == (same.code, same.json["worse"], same.json["newly_wrong"])
    assert (1, ["k04"]) == (worse.code, [one["id"] for one in worse.json["newly_wrong"]])
    assert "recall.success_at_3" in [one["figure"] for one in worse.json["worse"]]


def test_the_same_set_gives_the_same_answers(cases: Path, whole: dict[str, Any]):
    (cases.parent / "before.json").write_text(json.dumps(whole), "utf-8")

    done = evaluated(cases, "--baseline", "before.json")

    assert 0 == done.code
    assert "against the baseline, over 20 common cases" in done.stdout
    assert "no figure is worse" in done.stdout
    assert "newly" not in done.stdout


def test_a_half_is_asked_alone(cases: Path):
    halves = [evaluated(cases, "--half", half, "--json").json for half in ("dev", "locked")]

    names = [{question["id"] for question in half["questions"]} for half in halves]
    assert (10, 10, set()) == (len(names[0]), len(names[1]), names[0] & names[1])
    assert ["dev", "locked"] == [half["figures"]["recall"]["half"] for half in halves]


def test_questions_about_gold_that_is_not_there_are_counted(cases: Path):
    asked_as(cases, "k01", right=["gold:R1"])

    done = evaluated(cases)

    assert (0, True) == (done.code, "left out: 1 question about rows of gold" in done.stderr)
    assert "19 questions to 10 experiences" in done.stdout


def test_a_question_that_does_not_fit_ends_with_1(cases: Path):
    asked_as(cases, "k01", kind="maybe")

    done = evaluated(cases)

    assert (1, True) == (done.code, "`kind` is one of" in done.stderr)


def test_a_gold_folder_without_gold_ends_with_2(cases: Path):
    done = evaluated(cases, "--gold", "set")

    assert (2, True) == (done.code, "GOLD.jsonl" in done.complaint)
