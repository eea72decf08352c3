"""A folder of cases: discussions of any form beside GOLD.jsonl; whatever does not fit is told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.cases_folder import read_cases
from gitexp.errors import RepositoryError, UsageError
from support.github import document, issue_comment, pull_request, review_comment, save

RULE = "Close the valve first, because an open one freezes."


def a_document(number: int = 7):
    said = review_comment(31, "rex", RULE, number=number)
    return document(
        pull_request(number=number), [said], [], [issue_comment(32, "ada", "Done.", number=number)]
    )


def a_row(**fields: object) -> dict[str, object]:
    return {
        "discussion": "valve",
        "id": "R1",
        "lens": "logic",
        "when": "When closing",
        "what": "Close the valve first",
        "why": "it freezes",
        "symbols": ["Valve.close"],
        "paths": ["engine/valve.py"],
        "evidence_comment_ids": [31],
        "optional": False,
        **fields,
    }


def lay(folder: Path, *rows: object, **documents: object) -> Path:
    for name, content in documents.items():
        save(folder / f"{name}.json", content)
    folder.mkdir(exist_ok=True)
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "GOLD.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return folder


def told(folder: Path) -> list[tuple[str, str, bool]]:
    return [
        (skip.where.removeprefix(f"{folder}/"), skip.what, skip.bad) for skip in read_cases(folder).skipped
    ]


def test_a_row_is_read_with_all_that_is_scored(tmp_path: Path):
    made = read_cases(lay(tmp_path, a_row(optional=True), valve=a_document()))

    [case] = made.cases
    [row] = case.rows
    assert ("valve", False, None) == (case.name, case.none, case.kind)
    assert ("R1", "logic", "When closing", "Close the valve first", ("31",), True) == (
        row.id,
        row.lens,
        row.when,
        row.what,
        row.turns,
        row.optional,
    )
    assert ("Valve.close", "engine/valve.py") == row.names
    assert {"acme/rocket#7": "valve"} == dict(made.names)
    assert ((), 0) == (made.skipped, made.required)


def test_a_discussion_may_be_named_by_its_own_id(tmp_path: Path):
    made = read_cases(lay(tmp_path, a_row(discussion="acme/rocket#7"), anything=a_document()))

    assert {"acme/rocket#7": "acme/rocket#7"} == dict(made.names)
    assert (1, ()) == (made.required, made.skipped)


def test_a_discussion_that_teaches_nothing_is_a_case(tmp_path: Path):
    row = {"discussion": "valve", "none": True, "garbage_kind": "one_off"}

    [case] = read_cases(lay(tmp_path, row, valve=a_document())).cases

    assert (True, "one_off", ()) == (case.none, case.kind, case.rows)


def test_a_session_is_named_by_its_file(tmp_path: Path):
    line = {
        "type": "user",
        "uuid": "u-1",
        "sessionId": "5c1e2f00-0000-4000-8000-000000000001",
        "timestamp": "2024-03-01T10:00:00Z",
        "cwd": "/nowhere",
        "message": {"role": "user", "content": RULE},
    }
    (tmp_path / "talk.jsonl").write_text(json.dumps(line) + "\n", "utf-8")

    made = read_cases(lay(tmp_path, a_row(discussion="talk", evidence_comment_ids=["u-1"])))

    assert (["talk"], ()) == (list(made.names.values()), made.skipped)


def test_hashes_name_content_and_not_the_place_or_the_order_of_keys(tmp_path: Path):
    turned = dict(reversed(a_row().items()))
    one = read_cases(lay(tmp_path / "a", a_row(), valve=a_document()))
    same = read_cases(lay(tmp_path / "b", turned, valve=a_document()))
    other_row = read_cases(lay(tmp_path / "c", a_row(what="Open it"), valve=a_document()))
    other_file = read_cases(lay(tmp_path / "d", a_row(), valve=a_document(8)))

    assert (one.hash, one.cases[0].hash) == (same.hash, same.cases[0].hash)
    assert 3 == len({one.hash, other_row.hash, other_file.hash})
    assert 3 == len({made.cases[0].hash for made in (one, other_row, other_file)})


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{oops", "is no JSON"),
        ("[1]", "is no object"),
        (json.dumps({"id": "R2"}), "has no `discussion`"),
        (json.dumps(a_row(id="")), "has no `id`"),
        (json.dumps(a_row(id="R2", when=" ")), "has no `when`"),
        (json.dumps(a_row(id="R2", lens="taste")), "`lens` is one of terminology, location, logic"),
        (json.dumps(a_row(id="R2", evidence_comment_ids=[])), "has no `evidence_comment_ids`"),
        (json.dumps(a_row(id="R2", evidence_comment_ids=[True])), "has no `evidence_comment_ids`"),
        (json.dumps(a_row(id="R2", symbols="Valve.open")), "`symbols` is a list of names"),
        (json.dumps(a_row(id="R2", paths=[7])), "`paths` is a list of names"),
        (json.dumps(a_row(id="R2", optional="yes")), "`optional` is true or false"),
        (
            json.dumps({"discussion": "valve", "none": True, "garbage_kind": "dull"}),
            "`garbage_kind` is one of",
        ),
        (json.dumps(a_row()), "`R1` stands at "),
        (json.dumps({"discussion": "valve", "none": True}), "`none: true`, and "),
        (json.dumps(a_row(id="R2", evidence_comment_ids=[99])), "`R2` cites no turn of valve"),
        (json.dumps(a_row(id="R2", discussion="gone")), "no discussion `gone` lies beside it"),
    ],
)
def test_a_line_that_does_not_fit_is_told_with_its_place_and_the_rest_is_read(
    tmp_path: Path, line: str, what: str
):
    folder = lay(tmp_path, a_row(), line, valve=a_document())

    [(where, words, bad)] = told(folder)

    assert where.startswith("GOLD.jsonl:2")
    assert words.startswith(what)
    assert bad
    assert "R1" in {row.id for case in read_cases(folder).cases for row in case.rows}


def test_a_row_beside_none_is_told_too(tmp_path: Path):
    folder = lay(tmp_path, {"discussion": "valve", "none": True}, a_row(), valve=a_document())

    [(where, what, _)] = told(folder)

    assert "GOLD.jsonl:2" == where
    assert what.startswith("a row, and ")


def test_a_last_line_that_is_cut_off_is_a_fault(tmp_path: Path):
    lay(tmp_path, a_row(), valve=a_document())
    with (tmp_path / "GOLD.jsonl").open("a", encoding="utf-8") as gold:
        gold.write('{"discussion": "val')

    [(where, what, bad)] = told(tmp_path)

    assert ("GOLD.jsonl:2", "is no JSON", True) == (where, what, bad)


def test_a_discussion_without_a_row_is_told_and_not_scored(tmp_path: Path):
    folder = lay(tmp_path, a_row(), valve=a_document(), pump=a_document(8))

    assert [("pump.json", "no row of GOLD.jsonl is about it: not scored", True)] == told(folder)
    assert ["acme/rocket#7"] == [one.id for one in read_cases(folder).discussions]


def test_what_no_source_recognises_is_passed_over(tmp_path: Path):
    (tmp_path / "README.md").write_text("# Our cases\n", "utf-8")
    (tmp_path / "NOTES.md").write_text("# To do\n", "utf-8")
    (tmp_path / "more").mkdir()

    assert [("NOTES.md", "is in no format that exp reads", False)] == told(
        lay(tmp_path, a_row(), valve=a_document())
    )


def test_a_broken_file_that_has_a_row_is_told_with_its_place(tmp_path: Path):
    (tmp_path / "pump.json").write_text('{"pull_request": \n', "utf-8")
    folder = lay(tmp_path, a_row(), a_row(discussion="pump"), valve=a_document())

    [first, second] = told(folder)

    assert first[0].startswith("pump.json:") and first[2]
    assert ("GOLD.jsonl:2", "no discussion `pump` lies beside it", True) == second


def test_the_same_discussion_twice_is_told(tmp_path: Path):
    folder = lay(tmp_path, a_row(), a_row(discussion="again"), valve=a_document(), again=a_document())

    assert ("valve.json", "holds acme/rocket#7, which another file holds too", True) in told(folder)


def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path: Path):
    save(tmp_path / "outside.json", a_document())
    folder = lay(tmp_path / "cases", a_row(), a_row(discussion="pump", id="R2"), valve=a_document(8))
    (folder / "pump.json").symlink_to(tmp_path / "outside.json")

    assert ("pump.json", "is a link that leaves the folder", False) in told(folder)


def test_nothing_to_evaluate_gives_no_cases_and_says_why(tmp_path: Path):
    made = read_cases(lay(tmp_path, a_row()))

    assert ((), 1) == (made.cases, len(made.skipped))


def test_no_such_folder_names_the_nearest(tmp_path: Path):
    lay(tmp_path / "cases", a_row())

    with pytest.raises(UsageError, match=r"did you mean .*cases`"):
        read_cases(tmp_path / "casse")
    with pytest.raises(UsageError, match="is no folder"):
        read_cases(tmp_path / "cases" / "GOLD.jsonl")


def test_a_folder_without_gold_says_what_is_missing(tmp_path: Path):
    with pytest.raises(RepositoryError, match=r"GOLD\.jsonl: is not there"):
        read_cases(tmp_path)
