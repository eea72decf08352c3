"""The regression gate: on the project's own cases no figure of the rules is worse than evaluation/baseline.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.process import Finished, exp

TOP = Path(__file__).resolve().parents[2]
CASES = Path("evaluation") / "cases"
BASELINE = Path("evaluation") / "baseline.json"
RENEW = "renew it with `make evaluate-baseline`"


@pytest.fixture(scope="module")
def gate() -> Finished:
    """The gate as `make evaluate` and CI run it."""
    return exp(TOP, "evaluate", str(CASES), "--baseline", str(BASELINE), "--json").plain


def test_no_figure_is_worse_than_the_baseline(gate: Finished):
    answer = gate.json

    assert [] == answer["worse"], [change["words"] for change in answer["newly_wrong"]]
    assert 0 == gate.code, gate.stderr


def test_every_case_is_held_against_the_baseline(gate: Finished):
    # Else a case that is hard to pass could be changed or taken out, and the gate would not see it.
    assert [] == gate.json["not_compared"], RENEW


def test_the_baseline_holds_nothing_that_changes_from_run_to_run():
    kept = json.loads((TOP / BASELINE).read_text("utf-8"))

    assert (0, 0) == (kept["elapsed_ms"], kept["figures"]["extraction"]["seconds"])
    assert str(TOP) not in (TOP / BASELINE).read_text("utf-8")


def test_the_gate_closes_where_the_engine_finds_less(tmp_path: Path):
    kept = json.loads((TOP / BASELINE).read_text("utf-8"))
    better = [
        {**one, "wide": "found", "proposing": "found"} if "row" in one else one for one in kept["cases"]
    ]
    before = tmp_path / "better.json"
    before.write_text(json.dumps({**kept, "cases": better}), "utf-8")

    done = exp(TOP, "evaluate", str(CASES), "--baseline", str(before), "--json").plain

    assert 1 == done.code
    assert {"wide.recall", "proposing.recall"} <= {worse["figure"] for worse in done.json["worse"]}


def test_recall_answers_no_question_worse_than_in_its_baseline():
    baseline = Path("evaluation") / "baseline-recall.json"

    done = exp(TOP, "evaluate", "evaluation/recall", "--baseline", str(baseline), "--json").plain

    assert ([], []) == (done.json["worse"], done.json["not_compared"]), (
        "renew it with `make evaluate-recall-baseline`"
    )
    assert 0 == done.code, done.stderr
