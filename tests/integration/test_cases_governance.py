"""Cases for dedup and merge in a folder: what is read, and what of a row does not fit."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gitexp.adapters.cases_folder import read_cases
from gitexp.adapters.cases_rows import MAX_TEXT
from gitexp.errors import RepositoryError
from gitexp.records.governance_cases import Known, PairCase, PlacementCase, Words
from support.github import document, pull_request, save

ONE = {
    "when": "When closing",
    "what": "Close the valve first",
    "why": "it freezes",
    "symbols": ["Valve.close"],
}
OTHER = {"when": "When closing", "what": "Shut the valve before all else"}


def a_pair(**fields: object) -> dict[str, object]:
    return {"id": "P1", "a": ONE, "b": OTHER, "duplicate": True, "kind": "paraphrase", **fields}


def a_placement(**fields: object) -> dict[str, object]:
    history = [{"id": "exp-1", **ONE}, {"id": "exp-2", "when": "When painting", "what": "Use blue"}]
    return {"id": "M1", "history": history, "new": OTHER, "action": "skip", "target": "exp-1", **fields}


def lay(folder: Path, name: str, *rows: object) -> Path:
    folder.mkdir(exist_ok=True)
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return folder


def told(folder: Path) -> list[tuple[str, str]]:
    return [
        (skip.where.removeprefix(f"{folder}/"), skip.what) for skip in read_cases(folder).skipped if skip.bad
    ]


def test_a_pair_is_read_with_all_that_is_measured(tmp_path: Path):
    row = a_pair(reason="one rule", relation_what="identical", relation_when="identical", mine=7)

    made = read_cases(lay(tmp_path, "dedup_pairs.jsonl", row))

    one = Words("When closing", "Close the valve first", "it freezes", ("Valve.close",))
    other = Words("When closing", "Shut the valve before all else")
    assert (PairCase("P1", one, other, True, "paraphrase", "one rule"),) == made.pairs.cases
    assert (frozenset({"P1"}), ["dedup"], ()) == (made.pairs.identical, list(made.hashes), made.cases)


def test_a_kind_that_begins_with_chain_makes_a_chain(tmp_path: Path):
    made = read_cases(lay(tmp_path, "dedup_pairs.jsonl", a_pair(kind="chain7"), a_pair(id="P2")))

    assert ["chain7", ""] == [case.chain for case in made.pairs.cases]


def test_a_case_of_merge_is_read_with_what_stands(tmp_path: Path):
    made = read_cases(lay(tmp_path, "merge_cases.jsonl", a_placement(kind="paraphrase")))

    [case] = made.placements.cases
    assert Known("exp-2", Words("When painting", "Use blue")) == case.history[1]
    assert (
        PlacementCase(
            "M1",
            Words("When closing", "Shut the valve before all else"),
            case.history,
            "skip",
            "exp-1",
            "paraphrase",
        )
        == case
    )


def test_a_hash_names_the_content_of_a_case_and_of_its_whole_chain(tmp_path: Path):
    rows = [a_pair(), a_pair(id="P2", kind="chain1"), a_pair(id="P3", kind="chain1")]
    first = read_cases(lay(tmp_path / "a", "dedup_pairs.jsonl", *rows)).pairs
    turned = [dict(reversed(row.items())) for row in reversed(rows)]
    again = read_cases(lay(tmp_path / "b", "dedup_pairs.jsonl", *turned)).pairs
    rows[2] = a_pair(id="P3", kind="chain1", duplicate=False)
    other = read_cases(lay(tmp_path / "c", "dedup_pairs.jsonl", *rows)).pairs

    assert (first.hash, dict(first.hashes)) == (again.hash, dict(again.hashes))
    assert [True, False, False] == [first.hashes[name] == other.hashes[name] for name in ("P1", "P2", "P3")]


EMPTY = {"when": "When closing", "what": " \u200b\n"}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{oops", "is no JSON"),
        ("[1]", "is no object"),
        (json.dumps(a_pair(id=None)), "has no `id`"),
        (json.dumps(a_pair(id=" ")), "has no `id`"),
        (json.dumps(a_pair(id="P\u202e2")), "`id` holds signs that nobody sees"),
        (json.dumps(a_pair(id="P" * 301)), "`id` is longer than 300 characters"),
        (json.dumps(a_pair()), "`P1` stands at "),
        (json.dumps(a_pair(id="P2", duplicate="yes")), "`duplicate` is true or false"),
        (json.dumps(a_pair(id="P2", a=None)), "`a` is no object with `when` and `what`"),
        (json.dumps(a_pair(id="P2", b={"when": "When closing"})), "has no `b.what`"),
        (json.dumps(a_pair(id="P2", b=EMPTY)), "has no `b.what`"),
        (json.dumps(a_pair(id="P2", b={**OTHER, "when": 7})), "`b.when` is no text"),
        (json.dumps(a_pair(id="P2", b={**OTHER, "why": ["x"]})), "`b.why` is no text"),
        (
            json.dumps(a_pair(id="P2", b={**OTHER, "what": "x" * (MAX_TEXT + 1)})),
            f"`b.what` is longer than {MAX_TEXT}",
        ),
        (json.dumps(a_pair(id="P2", b={**OTHER, "symbols": "Valve"})), "`b.symbols` is a list of names"),
        (
            json.dumps(a_pair(id="P2", b={**OTHER, "paths": [str(n) for n in range(101)]})),
            "`b.paths` has more than 100 names",
        ),
        (json.dumps(a_pair(id="P2", kind=7)), "has no `kind`"),
        (json.dumps(a_pair(id="P2", b=ONE, duplicate=False)), "`a` and `b` are the same words"),
        ('{"id": "P2", "a": ' + "[" * 100_000 + "]" * 100_000 + "}", "is nested too deeply"),
    ],
)
def test_a_pair_that_does_not_fit_is_told_with_its_place_and_the_rest_is_read(
    tmp_path: Path, line: str, what: str
):
    folder = lay(tmp_path, "dedup_pairs.jsonl", a_pair(), line, a_pair(id="P9"))

    [(where, words)] = told(folder)

    assert where.startswith("dedup_pairs.jsonl:2")
    assert words.startswith(what)
    assert ["P1", "P9"] == [case.id for case in read_cases(folder).pairs.cases]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"action": "delete"}, "`action` is one of create, update, skip, contradict"),
        ({"action": None}, "`action` is one of"),
        ({"action": "create"}, "`create` has a `target`: what is new has none"),
        ({"target": None}, "`skip` has no `target`"),
        ({"target": ["exp-1"]}, "has no `target`"),
        ({"target": "exp-9"}, "`target` is `exp-9`, which is not in `history`"),
        ({"history": None}, "`history` is a list of what stands"),
        ({"history": [7]}, "`history[0]` is no object"),
        ({"history": [OTHER]}, "has no `history[0].id`"),
        ({"history": [{"id": "exp-1", **ONE}] * 2}, "`history[1]` has the id `exp-1`"),
        ({"history": [{"id": "exp-1", **ONE}, {"id": "exp-2"}]}, "has no `history[1].when`"),
        ({"history": [{"id": f"e{n}", **ONE} for n in range(10_001)]}, "`history` has more than 10000 texts"),
        ({"new": {}}, "has no `new.when`"),
    ],
)
def test_a_case_of_merge_that_does_not_fit_is_told_and_the_rest_is_read(
    tmp_path: Path, fields: dict[str, object], what: str
):
    folder = lay(tmp_path, "merge_cases.jsonl", a_placement(), a_placement(id="M2", **fields))

    [(where, words)] = told(folder)

    assert "merge_cases.jsonl:2" == where
    assert words.startswith(what)
    assert ["M1"] == [case.id for case in read_cases(folder).placements.cases]


def test_more_pairs_of_one_chain_than_can_be_compared_are_left_out(tmp_path: Path):
    rows = [a_pair(id=f"P{n}", kind="chain1", b={**OTHER, "what": f"Close {n}"}) for n in range(201)]

    made = read_cases(lay(tmp_path, "dedup_pairs.jsonl", *rows))

    assert (200, ["`chain1` has more than 200 pairs"]) == (
        len(made.pairs.cases),
        [skip.what for skip in made.skipped],
    )


def test_a_last_line_that_is_cut_off_is_a_fault(tmp_path: Path):
    lay(tmp_path, "merge_cases.jsonl", a_placement())
    with (tmp_path / "merge_cases.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('{"id": "M2", "hist')

    assert [("merge_cases.jsonl:2", "is no JSON")] == told(tmp_path)


def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path: Path):
    lay(tmp_path / "outside", "dedup_pairs.jsonl", a_pair())
    folder = lay(tmp_path / "cases", "merge_cases.jsonl", a_placement())
    (folder / "dedup_pairs.jsonl").symlink_to(tmp_path / "outside" / "dedup_pairs.jsonl")

    assert [("dedup_pairs.jsonl", "is a link that leaves the folder")] == told(folder)


def test_without_gold_discussions_are_told_and_not_scored(tmp_path: Path):
    folder = lay(tmp_path, "dedup_pairs.jsonl", a_pair())
    save(folder / "talk.json", document(pull_request(number=7), [], [], []))

    made = read_cases(folder)

    assert (["dedup"], ["no row of GOLD.jsonl is about it: not scored"]) == (
        list(made.hashes),
        [skip.what for skip in made.skipped],
    )


def test_a_folder_with_no_cases_of_any_kind_says_what_is_missing(tmp_path: Path):
    (tmp_path / "dedup_pairs.jsonl").mkdir()

    with pytest.raises(RepositoryError, match=r"GOLD\.jsonl: is not there"):
        read_cases(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is open to root")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path):
    folder = lay(tmp_path, "dedup_pairs.jsonl", a_pair())
    (folder / "dedup_pairs.jsonl").chmod(0)

    with pytest.raises(RepositoryError, match="cannot be read"):
        read_cases(folder)
