"""Baselines and verdicts: an evaluation written as JSON comes back, and what is none is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.evaluation_files import read_baseline, read_verdicts
from gitexp.adapters.figures_json import evaluation_document
from gitexp.errors import RecordError, UsageError
from gitexp.records.evaluation import Evaluation, Measured
from gitexp.records.figures import Both, Extraction, Figures, Layer, Scored
from gitexp.records.figures_governance import Answered, Dedup, Merge
from gitexp.records.judgement import Judge

ZERO = Both(Figures(0, 0, 0, 0, 0), Figures(0, 0, 0, 0, 0))
SCORED = (
    Scored("shop R1", "shop", "found", "missed", row="R1", words="Retry only GET"),
    Scored("shop R2", "shop", "missed", "missed", row="R2", optional=True),
    Scored("shop k1", "shop", "right", None, candidate="acme/shop#7/1/1", words="先关均衡"),
)
JUDGE = Judge("model", "some-model", ("dedup 1 abcd",))
DEDUP = Dedup(
    (
        Answered("dedup", "P1", "paraphrase", "same", "same", "h1", identical=True),
        Answered("dedup", "P2", "paraphrase", "same", "", "h2", failed="engine_failed: cut off"),
        Answered("dedup", "P3", "chain1", "separate", "same", "h3", chain="chain1"),
    ),
    texts=2,
)
MERGE = Merge((Answered("merge", "M1", "added", "update", "skip", "h4", "exp-1", "exp-2"),))


def a_run(wide: Figures) -> Extraction:
    return Extraction(Both(wide, wide), ZERO, (wide,), {}, {}, ZERO, ZERO, {"every thread": wide}, SCORED)


def an_evaluation(*wides: Figures) -> Evaluation:
    runs = tuple(Measured(a_run(wide), DEDUP, MERGE) for wide in wides)
    sets: dict[Layer, str] = {"extraction": "set", "dedup": "p", "merge": "m"}
    return Evaluation(JUDGE, sets, {"shop": "h1"}, runs, seconds=1.25)


def test_what_was_written_is_read_again(tmp_path: Path):
    path = tmp_path / "before.json"
    path.write_text(json.dumps(evaluation_document(an_evaluation(Figures(4, 2, 0, 4, 1)))), "utf-8")

    before = read_baseline(path)

    assert (SCORED, {"shop": "h1"}, False) == (before.cases, dict(before.hashes), before.judged)
    assert (*DEDUP.answers, *MERGE.answers) == before.answers
    assert JUDGE == before.judge


def test_a_file_of_before_there_were_other_layers_is_read(tmp_path: Path):
    path = tmp_path / "before.json"
    path.write_text('{"engine": "rules", "cases": [], "case_hashes": {}, "case_set": "set"}', "utf-8")

    before = read_baseline(path)

    assert ((), "set", Judge("rules")) == (before.answers, before.case_set, before.judge)


@pytest.mark.parametrize(
    ("answers", "what"),
    [
        ('"pairs": {}', "`pairs` is no list"),
        ('"placements": [7]', r"placements\[0\]: is no case with an answer"),
        (
            '"pairs": [{"id": "P1", "hash": "h", "expected": "same", "given": "well"}]',
            r"pairs\[0\]: is no case",
        ),
        (
            '"pairs": [{"id": "P1", "hash": "h", "expected": "same", "given": null}]',
            r"pairs\[0\]: is no case",
        ),
        ('"placements": [{"id": "M1", "hash": "h", "expected": "same", "given": "same"}]', "is no case"),
    ],
)
def test_an_answer_that_exp_does_not_know_is_told_with_its_place(tmp_path: Path, answers: str, what: str):
    path = tmp_path / "before.json"
    path.write_text(f'{{"case_hashes": {{}}, "cases": [], {answers}}}', "utf-8")

    with pytest.raises(RecordError, match=what):
        read_baseline(path)


def test_the_document_has_the_names_of_the_contract():
    document = evaluation_document(an_evaluation(Figures(4, 2, 0, 4, 1)))

    extraction = document["figures"]["extraction"]  # type: ignore[index]
    assert {"recall": 0.5, "precision": 0.5, "f1": 0.5, "garbage_rate": 0.25, "produced": 4} == {
        name: extraction[name] for name in ("recall", "precision", "f1", "garbage_rate", "produced")
    }
    assert (0.5, 1.0, 1.25, 1250) == (
        extraction["best_baseline_f1"],
        extraction["f1_over_best_baseline"],
        extraction["seconds"],
        document["elapsed_ms"],
    )
    assert {"errors", "worse", "newly_wrong", "newly_right", "skipped", "cases", "case_set"} <= set(document)


def test_several_runs_have_figures_each_a_mean_and_a_spread():
    document = evaluation_document(an_evaluation(Figures(4, 2, 0, 4, 0), Figures(4, 3, 0, 4, 0)))

    extraction = document["figures"]["extraction"]  # type: ignore[index]
    assert (2, [0.5, 0.75]) == (document["runs"], [run["recall"] for run in extraction["runs"]])
    assert (0.625, 0.25) == (extraction["mean"]["recall"], extraction["spread"]["proposing"]["recall"])


def test_the_document_has_the_figures_of_each_layer_and_what_stands_behind_them():
    document = evaluation_document(an_evaluation(Figures(4, 2, 0, 4, 1), Figures(4, 2, 0, 4, 1)))

    figures = document["figures"]
    dedup, merge = figures["dedup"], figures["merge"]  # type: ignore[index]
    assert (0.5, 1.0, 0.6667, 1, ["P3"]) == tuple(
        dedup[name] for name in ("recall", "precision", "f1", "bridged", "bridged_pairs")
    )
    assert ({"pairs": 1, "missed": 0, "missed_pairs": []}, 0.0, 0.0) == (
        dedup["identical"],
        merge["f1"],
        dedup["spread"]["bridged"],
    )
    assert (
        "model",
        "some-model",
        ["dedup 1 abcd"],
        {"extraction": "set", "dedup": "p", "merge": "m"},
    ) == tuple(document[name] for name in ("engine", "model", "prompts", "case_sets"))
    assert [("dedup", "P2"), ("dedup", "P3"), ("merge", "M1")] == [
        (one["layer"], one["id"])
        for one in document["errors"]  # type: ignore[attr-defined]
    ]
    assert ("update exp-1", "skip exp-2") == tuple(
        document["errors"][-1][name]  # type: ignore[index]
        for name in ("expected", "given")
    )


@pytest.mark.parametrize(
    "text",
    ["", "no json", "[]", "{}", '{"cases": [], "figures": {}}', '{"cases": {}, "case_hashes": {}}', "{} {}"],
)
def test_what_is_no_evaluation_is_told(tmp_path: Path, text: str):
    path = tmp_path / "before.json"
    path.write_text(text, "utf-8")

    with pytest.raises(RecordError, match="holds no evaluation"):
        read_baseline(path)


def test_an_outcome_that_exp_does_not_know_is_told_with_its_place(tmp_path: Path):
    path = tmp_path / "before.json"
    path.write_text(
        '{"case_hashes": {}, "cases": [{"key": "a", "discussion": "b", "wide": "well"}]}', "utf-8"
    )

    with pytest.raises(RecordError, match=r"cases\[0\]: is no case with an outcome"):
        read_baseline(path)


def test_verdicts_are_read_by_key_or_by_discussion_row_and_candidate(tmp_path: Path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text(
        '{"key": "k1", "same": true}\n'
        '{"discussion": "shop", "row": "R1", "candidate": "c1", "same": false, "by": "rita"}\n',
        "utf-8",
    )

    assert ({("k1",): True, ("shop", "R1", "c1"): False}, []) == read_verdicts(path)


def test_verdict_lines_that_do_not_fit_are_told_and_the_rest_counts(tmp_path: Path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text(
        'oops\n[]\n{"same": true}\n{"key": "k1", "same": "yes"}\n{"key": "k1", "same": true}\n'
        '{"key": "k1", "same": false}\n{"key": "k1", "same": true}\n',
        "utf-8",
    )

    answers, skipped = read_verdicts(path)

    assert {("k1",): True} == answers
    assert [1, 2, 3, 4, 6] == [int(skip.where.removeprefix(f"{path}:").split(":")[0]) for skip in skipped]
    assert all(skip.bad for skip in skipped)


@pytest.mark.parametrize("read", [read_baseline, read_verdicts])
def test_a_file_that_is_not_there_names_the_nearest(tmp_path: Path, read):
    (tmp_path / "before.json").write_text("{}", "utf-8")

    with pytest.raises(UsageError, match=r"did you mean .*before\.json`"):
        read(tmp_path / "befor.json")
    with pytest.raises(UsageError, match="is a folder"):
        read(tmp_path)


def test_over_several_runs_dedup_and_merge_have_mean_and_spread_of_what_a_baseline_holds():
    right = Merge((Answered("merge", "M1", "added", "update", "update", "h4", "exp-1", "exp-1"),))
    runs = (Measured(None, DEDUP, MERGE), Measured(None, DEDUP, right))
    made = Evaluation(JUDGE, {"dedup": "p", "merge": "m"}, {}, runs)

    merge = evaluation_document(made)["figures"]["merge"]  # type: ignore[index]

    # The update that was skipped, and the same one as it should be.
    assert ([0.0, 1.0], 0.5, 1.0) == (
        [run["f1"] for run in merge["runs"]],
        merge["mean"]["f1"],
        merge["spread"]["f1"],
    )
