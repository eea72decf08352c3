"""`exp evaluate` as a process: figures, mistakes, the gate, and clear words for whatever does not fit."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path

import pytest

from e2e.story import PUMP_RULE, VALVE_RULE, two_lessons
from support.github import save
from support.process import Finished, exp
from support.repository import Repository

OWN = Path(__file__).resolve().parents[2] / "evaluation" / "cases"
ROWS = (
    {
        "discussion": "7",
        "id": "R1",
        "lens": "logic",
        "when": "When calling Valve.open",
        "what": "Never call it twice in a row",
        "symbols": ["Valve.open"],
        "paths": [],
        "evidence_comment_ids": [],
        "optional": False,
    },
    {
        "discussion": "7",
        "id": "R2",
        "lens": "logic",
        "when": "When a pump was stopped",
        "what": "Don't reuse it in Pump.start",
        "symbols": [],
        "paths": [],
        "evidence_comment_ids": [],
        "optional": False,
    },
)


def saying(talk: dict, words: str) -> int:
    """Return the number of the comment that says it."""
    [number] = [int(one["id"]) for one in talk["review_comments"] if one["body"] == words]
    return number


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A folder of one case with two rows, outside of any repository."""
    talk = two_lessons()
    folder = tmp_path / "cases"
    save(folder / "7.json", talk)
    said = (saying(talk, VALVE_RULE), saying(talk, PUMP_RULE))
    rows = [{**row, "evidence_comment_ids": [turn]} for row, turn in zip(ROWS, said, strict=True)]
    gold = "".join(f"{json.dumps(row)}\n" for row in rows)
    (folder / "GOLD.jsonl").write_text(gold, "utf-8")
    return folder


def forget(cases: Path, words: str) -> None:
    """Replace in the discussion what was said by what teaches nothing."""
    text = (cases / "7.json").read_text("utf-8")
    assert words in text
    (cases / "7.json").write_text(text.replace(words, "Nice!"), "utf-8")


def evaluated(cases: Path, *args: str) -> Finished:
    return exp(cases.parent, "evaluate", "cases", *args).plain


def broad(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def test_figures_are_told_outside_of_any_repository(cases: Path):
    done = evaluated(cases)

    assert (0, "") == (done.code, done.stderr)
    first, *_ = done.stdout.splitlines()
    assert "1 discussion, 2 required rows, 0 that teach nothing" == first
    assert "\x1b" not in done.stdout
    assert {"proposing", "wide", "every thread"} <= {line[:25].strip() for line in done.stdout.splitlines()}


def test_json_holds_the_figures_of_both_thresholds_and_each_case(cases: Path):
    document = evaluated(cases, "--json").json

    figures = document["figures"]["extraction"]
    assert (1.0, 1.0, 1.0, 0.0) == tuple(
        figures[name] for name in ("recall", "precision", "f1", "garbage_rate")
    )
    assert {"recall", "precision", "f1", "garbage_rate"} <= set(figures["proposing"])
    assert {"evidence_only", "curve", "lenses", "garbage", "full_form", "comments_only"} <= set(figures)
    assert {"baselines", "best_baseline_f1", "f1_over_best_baseline", "seconds"} <= set(figures)
    assert [("R1", "found"), ("R2", "found")] == [
        (case["row"], case["wide"]) for case in document["cases"] if "row" in case
    ]
    assert ("rules", 1, "words", []) == (
        document["engine"],
        document["runs"],
        document["judge"],
        document["skipped"],
    )


def test_the_figures_agree_with_what_propose_gives(cases: Path, tmp_path: Path):
    repository = Repository.create(tmp_path / "empty")
    repository.commit("Begin", {"a.txt": "a"})
    run = exp(repository.path, "propose", str(cases / "7.json"), "--dry-run", "--json").json

    figures = evaluated(cases, "--json").json["figures"]["extraction"]

    created = [decision for decision in run["decisions"] if decision["action"] == "create"]
    assert (len(run["candidates"]), len(created)) == (figures["produced"], figures["proposing"]["produced"])


def test_the_same_input_gives_the_same_answer(cases: Path):
    one, two = (evaluated(cases, "--json").json for _ in range(2))
    for document in (one, two):
        del document["elapsed_ms"], document["figures"]["extraction"]["seconds"]

    assert one == two


def test_against_its_own_figures_it_passes_and_against_better_ones_it_fails(cases: Path):
    before = cases.parent / "before.json"
    before.write_text(evaluated(cases, "--json").stdout, "utf-8")
    passed = evaluated(cases, "--baseline", "before.json")
    document = json.loads(before.read_text("utf-8"))
    document["cases"] = [case for case in document["cases"] if "row" in case]
    document["cases"][0]["wide"] = "missed"
    before.write_text(json.dumps(document), "utf-8")
    better = evaluated(cases, "--baseline", "before.json", "--json")

    assert 0 == passed.code
    assert "no figure is worse" in passed.stdout
    # The doctored baseline missed a row and had no candidate at all: what is found now is right, nothing is worse.
    assert 0 == better.code
    assert ["R1"] == [change["row"] for change in better.json["newly_right"]]


def test_a_worse_figure_ends_with_1_and_names_the_case(cases: Path):
    before = cases.parent / "before.json"
    document = evaluated(cases, "--json").json
    forget(cases, VALVE_RULE)
    # As if the engine had changed, and not the case.
    document["case_hashes"] = evaluated(cases, "--json").json["case_hashes"]
    before.write_text(json.dumps(document), "utf-8")

    done = evaluated(cases, "--baseline", "before.json")
    answer = evaluated(cases, "--baseline", "before.json", "--json")

    assert (1, 1) == (done.code, answer.code)
    assert "worse: wide.recall 1.0000 -> 0.5000" in done.stdout
    assert "row R1: found -> missed" in done.stdout
    assert "wide.recall" in {worse["figure"] for worse in answer.json["worse"]}
    assert ("wide", "R1") in {(change["threshold"], change["row"]) for change in answer.json["newly_wrong"]}


def test_a_baseline_with_cases_of_its_own_is_compared_over_common_ones_only(cases: Path):
    before = cases.parent / "before.json"
    document = evaluated(cases, "--json").json
    hashes = {**document["case_hashes"], "other": "1"}
    before.write_text(json.dumps({**document, "case_hashes": hashes}), "utf-8")

    done = evaluated(cases, "--baseline", "before.json")

    assert 0 == done.code
    assert "over 1 common case\n" in done.stdout
    assert "not compared: 1 case " in done.stderr


def test_a_baseline_with_no_case_in_common_is_no_gate(cases: Path):
    before = cases.parent / "before.json"
    document = evaluated(cases, "--json").json
    before.write_text(json.dumps({**document, "case_hashes": {"7": "as it was once"}}), "utf-8")

    done = evaluated(cases, "--baseline", "before.json")

    assert (2, "") == (done.code, done.stdout)
    assert "--baseline before.json: has no case in common" in done.complaint


def test_a_baseline_and_verdicts_may_come_through_a_pipe(cases: Path):
    document = evaluated(cases, "--json").stdout.encode()

    held = exp(cases.parent, "evaluate", "cases", "--baseline", "/dev/stdin", stdin=document).plain
    asked = exp(cases.parent, "evaluate", "cases", "--verdicts", "/dev/stdin", "--json").plain

    assert (0, True) == (held.code, "no figure is worse" in held.stdout)
    assert (0, True) == (asked.code, len(asked.json["unjudged"]) > 0)


def test_mistakes_are_listed_by_kind_when_asked_for(cases: Path):
    forget(cases, VALVE_RULE)

    plain, listed = evaluated(cases), evaluated(cases, "--errors")

    assert "--errors lists them by kind" in plain.stdout
    assert "row R1" not in plain.stdout
    assert "row R1" in listed.stdout
    [mistake] = [one for one in evaluated(cases, "--json").json["errors"] if one["row"] == "R1"]
    assert {"kind", "discussion", "row", "candidate", "words", "expected", "given", "exclusions"} <= set(
        mistake
    )


def test_pairs_are_given_to_a_judge_and_taken_back(cases: Path):
    pairs = evaluated(cases, "--json").json["unjudged"]
    verdicts = cases.parent / "verdicts.jsonl"
    answers = [{"key": pair["key"], "same": pair["row"] == "R1"} for pair in pairs]
    verdicts.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers), "utf-8")

    done, document = (
        evaluated(cases, "--verdicts", "verdicts.jsonl"),
        evaluated(cases, "--verdicts", "verdicts.jsonl", "--json").json,
    )

    assert "none is left to judge" in done.stdout
    assert (0.5, [], "verdicts") == (
        document["figures"]["extraction"]["recall"],
        document["unjudged"],
        document["judge"],
    )


def test_of_the_rules_one_run_is_made_and_it_says_so(cases: Path):
    done, document = evaluated(cases, "--runs", "2"), evaluated(cases, "--runs", "2", "--json").json

    assert "one run tells all" in done.stdout
    assert "wide, mean" not in done.stdout
    assert (1, False) == (document["runs"], "spread" in document["figures"]["extraction"])


def test_what_was_skipped_is_told_and_ends_with_1(cases: Path):
    with (cases / "GOLD.jsonl").open("a", encoding="utf-8") as gold:
        gold.write('{"discussion": "8", "none": true}\n{oops\n')

    done = evaluated(cases)

    assert 1 == done.code
    lines = done.stderr.splitlines()
    assert (
        "not read: cases/GOLD.jsonl:4:2: is no JSON: expecting property name enclosed in double quotes"
        == lines[0]
    )
    assert "not read: cases/GOLD.jsonl:3: no discussion `8` lies beside it" == lines[1]


def test_a_folder_that_does_not_exist_ends_with_2_and_names_the_nearest(cases: Path):
    done = exp(cases.parent, "evaluate", "caes")

    assert 2 == done.code
    assert "Error: caes: no such folder; did you mean `cases`?" == done.complaint


def test_nothing_readable_ends_with_3_and_says_why(cases: Path):
    (cases / "7.json").unlink()

    done = evaluated(cases)

    assert (3, "") == (done.code, done.stdout)
    first, last = done.stderr.splitlines()
    assert "not read: cases/GOLD.jsonl:1: no discussion `7` lies beside it" == first
    assert last.startswith("Error: ")


def test_without_a_folder_the_repositorys_own_cases_are_taken(cases: Path, rocket: Repository):
    none = exp(rocket.path, "evaluate")
    shutil.copytree(cases, rocket.path / "experiences" / "cases")
    done = exp(rocket.path, "evaluate", "--json")
    nested = exp(rocket.path / "engine", "evaluate", "--json")

    assert (3, True) == (none.code, "experiences/cases: is not there" in none.complaint)
    assert (0, 0) == (done.code, nested.code)
    assert done.json["case_set"] == nested.json["case_set"]


def test_without_a_folder_and_a_repository_it_says_so(tmp_path: Path):
    assert 3 == exp(tmp_path, "evaluate").code


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("--baseline", "cases/7.json"), 3, "holds no evaluation"),
        (("--baseline", "gone.json"), 2, "no such file"),
        (("--baseline", "cases"), 2, "is a folder"),
        (("--verdicts", "gone.jsonl"), 2, "no such file"),
        (("--runs", "0"), 2, "--runs"),
        (("--engine", "oracle"), 2, "oracle"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(cases: Path, args: tuple[str, ...], code: int, words: str):
    done = evaluated(cases, *args)

    assert code == done.code
    assert words in done.complaint


def test_the_projects_own_cases_are_whole_and_fit_eighty_columns():
    done = exp(OWN.parent, "evaluate", "cases", "--errors", "--runs", "2").plain

    assert 0 == done.code
    assert [] == [line for line in done.stdout.splitlines() if broad(line) > 80]


def test_the_examples_of_its_help_are_calls_that_exp_understands(cases: Path):
    text = exp(cases, "evaluate", "--help").stdout
    calls = [line.split() for line in text.splitlines() if line.strip().startswith("exp evaluate")]

    # These ask an endpoint, or need cases that people dropped (test_evaluate_import.py).
    calls = [call for call in calls if "model" not in call and "--import" not in call]
    assert 6 == len(calls)
    (cases.parent / "before.json").write_text(evaluated(cases, "--json").stdout, "utf-8")
    for call in calls[1:]:
        words = call[1 : call.index(">")] if ">" in call else call[1:]
        assert 0 == exp(cases.parent, *words).code, call


PAIR = {
    "id": "P1",
    "a": {"when": "When closing", "what": "Close the valve first"},
    "b": {"when": "When closing", "what": "Close the valve first"},
    "duplicate": True,
    "relation_what": "identical",
    "relation_when": "identical",
    "kind": "paraphrase",
}
PLACED = {
    "id": "M1",
    "history": [{"id": "exp-1", "when": "When closing", "what": "Close the valve first"}],
    "new": {"when": "When painting the tower", "what": "Begin with its roof"},
    "action": "create",
    "target": None,
}


@pytest.fixture
def governed(tmp_path: Path) -> Path:
    """A folder of cases for dedup and merge alone: one that any engine gets right, of each."""
    folder = tmp_path / "cases"
    folder.mkdir()
    for name, row in (("dedup_pairs.jsonl", PAIR), ("merge_cases.jsonl", PLACED)):
        (folder / name).write_text(f"{json.dumps(row)}\n", "utf-8")
    return folder


def test_a_folder_of_governance_cases_alone_is_evaluated(governed: Path):
    done, document = evaluated(governed), evaluated(governed, "--json").json

    assert (0, "") == (done.code, done.stderr)
    assert [
        "1 pair of texts for dedup, 0 of them in 0 chains",
        "1 case for merge",
    ] == done.stdout.splitlines()[:2]
    figures = document["figures"]
    assert (["dedup", "merge"], 1.0, 0, 1.0) == (
        sorted(figures),
        figures["dedup"]["f1"],
        figures["dedup"]["bridged"],
        figures["merge"]["f1"],
    )
    assert ([], None, []) == (document["cases"], document["spent"], document["failed"])


def test_the_gate_closes_and_opens_on_a_changed_answer_to_a_governance_case(governed: Path):
    before = governed.parent / "before.json"
    document = evaluated(governed, "--json").json
    before.write_text(json.dumps(document), "utf-8")
    opened = evaluated(governed, "--baseline", "before.json")
    # The words are the same, and a person now says that they are not one rule: what was right is wrong.
    row = {**PAIR, "b": {"when": "When closing", "what": "Paint the roof of the tower blue"}}
    (governed / "dedup_pairs.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")
    document["pairs"][0]["hash"] = evaluated(governed, "--json").json["pairs"][0]["hash"]
    before.write_text(json.dumps(document), "utf-8")

    closed = evaluated(governed, "--baseline", "before.json")
    allowed = evaluated(governed, "--baseline", "before.json", "--threshold", "1")
    answer = evaluated(governed, "--baseline", "before.json", "--json").json

    assert (0, True) == (opened.code, "no figure is worse" in opened.stdout)
    assert (1, True) == (closed.code, "worse: dedup.recall 1.0000 -> 0.0000" in closed.stdout)
    assert "P1 paraphrase: same -> separate" in closed.stdout
    assert (0, True) == (allowed.code, "no figure is worse by more than 1" in allowed.stdout)
    assert [("dedup", "P1", "same", "separate")] == [
        (one["layer"], one["id"], one["before"], one["now"]) for one in answer["newly_wrong"]
    ]


def test_a_baseline_of_another_engine_says_so(governed: Path):
    before = governed.parent / "before.json"
    document = {
        **evaluated(governed, "--json").json,
        "engine": "model",
        "model": "m",
        "prompts": ["dedup 1 ab"],
    }
    before.write_text(json.dumps(document), "utf-8")

    done = evaluated(governed, "--baseline", "before.json")

    assert {
        "other engine: model -> rules",
        "other model: m -> none",
        "other prompts: dedup 1 ab -> none",
    } <= set(done.stdout.splitlines())


def test_wrong_answers_are_listed_with_both_texts_and_what_the_engine_said(governed: Path):
    row = {**PAIR, "b": {"when": "When closing", "what": "Paint it blue"}, "reason": "for the test"}
    (governed / "dedup_pairs.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")

    listed, document = evaluated(governed, "--errors").stdout, evaluated(governed, "--json").json

    lines = [line.strip() for line in listed.splitlines()]
    assert {"dedup, paraphrase (1)", "- P1", "expected same (for the test)", "given    separate"} <= set(
        lines
    )
    assert {"what     Close the valve first", "what     Paint it blue"} <= set(lines)
    [wrong] = document["errors"]
    assert ("dedup", "P1", "same", "separate") == tuple(
        wrong[name] for name in ("layer", "id", "expected", "given")
    )


def test_a_row_that_does_not_fit_is_told_and_ends_with_1(governed: Path):
    with (governed / "merge_cases.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(f"{json.dumps({**PLACED, 'id': 'M2', 'target': 'exp-1'})}\n")

    done = evaluated(governed)

    assert (1, True) == (done.code, "1 case for merge" in done.stdout)
    assert "not read: cases/merge_cases.jsonl:2: `create` has a `target`: what is new has none" in done.stderr


def test_an_old_baseline_without_these_layers_is_compared_over_what_it_has(cases: Path):
    before = cases.parent / "before.json"
    document = evaluated(cases, "--json").json
    for name in ("pairs", "placements", "case_sets", "model", "prompts", "spent", "failed"):
        del document[name]
    before.write_text(json.dumps(document), "utf-8")
    (cases / "dedup_pairs.jsonl").write_text(f"{json.dumps(PAIR)}\n", "utf-8")

    done = evaluated(cases, "--baseline", "before.json", "--json")

    assert (0, ["dedup P1"], []) == (done.code, done.json["not_compared"], done.json["differs"])


def test_questions_without_an_answer_are_told_and_end_with_1(governed: Path):
    row = {**PAIR, "b": {"when": "When closing", "what": "Close the first valve"}}
    (governed / "dedup_pairs.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")
    (governed.parent / "none").mkdir()
    nothing = ("--engine", "model", "--model", "some", "--replies", "none", "--offline")

    done, document = evaluated(governed, *nothing), evaluated(governed, *nothing, "--json").json

    assert (1, True) == (done.code, "no answer: run 1, dedup, P1: engine_failed: " in done.stderr)
    assert [("dedup", "P1")] == [(one["layer"], one["where"]) for one in document["failed"]]
    assert "dedup P1" in {skip["where"] for skip in document["skipped"]}
