"""The project's own cases for dedup and merge hold together: each row is read, and each kind is there."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from gitexp.adapters.cases_folder import read_cases

CASES = Path(__file__).resolve().parents[2] / "evaluation" / "cases"
SET = read_cases(CASES)


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def test_every_row_is_read():
    assert [] == [skip for skip in SET.skipped if skip.bad]
    assert [row["id"] for row in lines("dedup_pairs.jsonl")] == [case.id for case in SET.pairs.cases]
    assert [row["id"] for row in lines("merge_cases.jsonl")] == [case.id for case in SET.placements.cases]


def test_what_is_the_same_has_one_when_and_a_what_that_is_equal_or_within_the_other():
    for row in lines("dedup_pairs.jsonl"):
        if not str(row["kind"]).startswith("chain"):
            same = row["relation_what"] in ("identical", "contains") and row["relation_when"] == "identical"
            assert row["duplicate"] == same, row["id"]


def test_each_kind_is_there_several_times():
    pairs = Counter(case.kind for case in SET.pairs.cases)
    actions = Counter(case.action for case in SET.placements.cases)

    assert min(count for kind, count in pairs.items() if not kind.startswith("chain")) >= 5
    assert {"chain1": 3, "chain2": 3} == {kind: n for kind, n in pairs.items() if kind.startswith("chain")}
    assert min(actions[name] for name in ("create", "update", "skip", "contradict")) >= 7


def test_the_ends_of_each_chain_are_separate_and_its_neighbours_the_same():
    for chain in ("chain1", "chain2"):
        mine = [case for case in SET.pairs.cases if case.chain == chain]
        assert [True, True, False] == [case.duplicate for case in mine]
        assert 3 == len({words for case in mine for words in (case.one, case.other)})
