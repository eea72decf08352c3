"""A recall set in a folder: the store, its search words, the questions, rows of gold, and what does not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gitexp.adapters.cases_folder import read_cases
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.experience import Scope
from gitexp.records.precondition import Condition, KeyCheck
from gitexp.records.recall_cases import RecallCase

LAMP = "lamp-is-a-relay-0a1b2c3d4e"
HORN = "horn-waits-for-two-1b2c3d4e5f"


def an_experience(name: str = LAMP, **fields: object) -> dict[str, object]:
    row = {
        "id": name,
        "title": "A lamp is a relay",
        "when": "Naming a lamp",
        "what": "A lamp is a relay; the light is a lantern.",
        "preconditions": "none",
        "evidence": [{"turn": "review_comment:7", "quote": "a lamp is the relay", "by": "keeper"}],
        "lens": "terminology",
        "kind": "term",
        "status": "active",
        "quality": 4,
    }
    return {**row, **fields}


def a_question(name: str = "k1", **fields: object) -> dict[str, object]:
    return {
        "id": name,
        "kind": "answer",
        "language": "en",
        "words": "what is a lamp",
        "right": [LAMP],
        **fields,
    }


def lay(path: Path, *rows: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set of two experiences and a question."""
    one = tmp_path / "set"
    lay(one / "experiences" / "station.jsonl", an_experience(), an_experience(HORN))
    lay(one / "questions" / "asked.jsonl", a_question())
    return one


def told(folder: Path, **more: Any) -> list[tuple[str, str]]:
    skipped = read_cases(folder, **more).skipped
    return [(skip.where.removeprefix(f"{folder}/"), skip.what) for skip in skipped]


def test_a_set_is_a_store_and_questions(folder: Path):
    lay(
        folder / "questions" / "more.jsonl",
        a_question("k2", kind="nothing", right=[], across=True, files=["a.py"]),
    )

    made = read_cases(folder)

    assert [HORN, LAMP] == [one.experience.id for one in made.recall.standing]
    assert made.recall.cases == (
        RecallCase("k1", "answer", "en", "what is a lamp", right=(LAMP,)),
        RecallCase("k2", "nothing", "en", "what is a lamp", ("a.py",), across=True),
    )
    assert (["recall"], (), ()) == (list(made.hashes), made.skipped, made.cases)


def test_an_experience_is_read_by_the_rules_of_its_file(folder: Path):
    conditions = {"must": [{"text": "a canvas", "check": {"key": "rendering", "is": "canvas"}}]}
    row = an_experience(
        title='灯 \U0001f4a1: is a "relay"', preconditions=conditions, scope={"paths": ["src/**"]}
    )
    lay(folder / "experiences" / "station.jsonl", row)

    [one] = read_cases(folder).recall.standing

    assert '灯 \U0001f4a1: is a "relay"' == one.experience.title
    assert (Condition("a canvas", KeyCheck("rendering", ("canvas",))),) == one.experience.preconditions.must
    assert (Scope(("src/**",)), 4) == (one.experience.scope, one.experience.quality)


def test_search_words_come_from_a_file_of_their_own(folder: Path):
    lay(folder / "search.jsonl", {"id": LAMP, "search": {"en": ["relay"], "ja": ["継電器"]}})

    _, one = read_cases(folder).recall.standing

    assert {"en": ("relay",), "ja": ("継電器",)} == one.experience.search


def test_the_cases_change_with_question_and_store(folder: Path):
    before = read_cases(folder).recall.hashes
    lay(folder / "questions" / "asked.jsonl", a_question(), a_question("k2"))
    more = read_cases(folder).recall.hashes
    lay(folder / "search.jsonl", {"id": HORN, "search": {"en": ["siren"]}})
    after = read_cases(folder).recall.hashes

    assert before["k1"] == more["k1"]
    assert {"k1", "k2"} == {name for name in more if more[name] != after[name]}


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("[]", "is no object"),
        ("{", "is no JSON"),
        (a_question(kind="maybe"), "`kind` is one of answer, nothing, blocked, unknown"),
        (a_question(id=7), "has no `id`"),
        (a_question(language=None), "has no `language`"),
        (a_question(words=7), "`words` is no text"),
        (a_question(words="x" * 10_001), "`words` is longer than 10000 characters"),
        (a_question(words=" "), "asks nothing: it has no `words`, `files` or `symbols`"),
        (a_question(files="a.py"), "`files` is a list of texts"),
        (a_question(symbols=["x"] * 101), "`symbols` has more than 100 of them"),
        (a_question(across="yes"), "`across` is true or false"),
        (a_question(env=["/etc/passwd"]), "`env` has `/etc/passwd`, which is no NAME=VALUE"),
        (a_question(env=["httpx>=0.27"]), "`env`: `httpx>=0.27` is no NAME=VALUE"),
        (a_question(right=[]), "has no `right`: the ids of the experiences that are the answer"),
        (a_question(kind="nothing"), "`right` names something, and `kind` is nothing"),
        (a_question(right=["gone"]), "`right` names `gone`, which is no experience of this set"),
        (a_question(right=["gone", "gold:R1"]), "`right` names `gone`, which is no experience of this set"),
        (a_question("k0"), "`k0` is there already"),
    ],
)
def test_a_question_that_does_not_fit_is_told_and_the_rest_is_asked(folder: Path, row: object, what: str):
    lay(folder / "questions" / "asked.jsonl", a_question("k0"), row, a_question("k9"))

    unfit = told(folder)

    assert [True] == [words.startswith(what) for _, words in unfit]
    assert unfit[0][0].startswith("questions/asked.jsonl:2")
    assert ["k0", "k9"] == [case.id for case in read_cases(folder).recall.cases]


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (an_experience(lens="smell"), "`lens` can't be `smell`; write one of terminology, location, logic"),
        (an_experience(HORN), f"`{HORN}` is there already"),
        (7, "is no object"),
    ],
)
def test_an_experience_that_does_not_fit_is_told(folder: Path, row: object, what: str):
    lay(folder / "experiences" / "more.jsonl", an_experience("tide-is-late-2c3d4e5f60"), row)
    lay(folder / "experiences" / "station.jsonl", an_experience(), an_experience(HORN))

    assert [
        (
            "experiences/station.jsonl:2" if row != 7 and "already" in what else "experiences/more.jsonl:2",
            what,
        )
    ] == told(folder)


def test_search_words_of_nothing_are_told(folder: Path):
    rows = ({"id": "gone", "search": {}}, {"id": LAMP, "search": ["relay"]}, {"id": "gold:R1", "search": {}})
    lay(folder / "search.jsonl", *rows)

    assert [
        ("search.jsonl:1", "`gone` is no experience of this set"),
        ("search.jsonl:2", "has no `id` and `search`: words by language"),
    ] == told(folder)


def gold(folder: Path) -> Path:
    row = {
        "discussion": "acme__shop__7",
        "id": "R1",
        "lens": "location",
        "when": "When adding a harbour",
        "what": "Its table lies in annex/tides",
        "why": "data is made anew",
        "symbols": ["Harbour", "../odd"],
        "paths": ["annex/tides/a.csv", "../odd"],
        "evidence_comment_ids": [1181, 1190],
    }
    lay(folder / "GOLD.jsonl", row, {"discussion": "acme__shop__9", "none": True})
    return folder


def test_questions_about_rows_of_gold_are_left_out_where_there_are_none(folder: Path):
    lay(folder / "questions" / "gold.jsonl", a_question("k2", right=["gold:R1"]))

    made = read_cases(folder)

    assert (["k1"], ("k2",), ()) == (
        [case.id for case in made.recall.cases],
        made.recall.without_gold,
        made.skipped,
    )


def test_a_row_of_gold_becomes_an_experience_without_conditions(folder: Path, tmp_path: Path):
    lay(folder / "questions" / "gold.jsonl", a_question("k2", right=["gold:R1"]))
    lay(folder / "search.jsonl", {"id": "gold:R1", "search": {"en": ["harbor"]}})

    made = read_cases(folder, gold=gold(tmp_path / "gold")).recall

    [one] = [one.experience for one in made.standing if one.experience.id.startswith("gold-r1-")]
    assert (one.id,) == made.cases[1].right
    assert ("When adding a harbour", "Its table lies in annex/tides", "data is made anew") == (
        one.when,
        one.what,
        one.why,
    )
    assert (Scope(("annex/tides/a.csv",), ("Harbour", "../odd")), True) == (
        one.scope,
        one.preconditions.empty,
    )
    assert ("location", "location", ["review_comment:1181"]) == (
        one.lens,
        one.kind,
        [cited.turn for cited in one.evidence],
    )
    assert {"en": ("harbor",)} == one.search


def test_gold_in_the_folder_itself_is_found(folder: Path):
    lay(folder / "questions" / "gold.jsonl", a_question("k2", right=["gold:R1"]))
    gold(folder)

    assert ["k1", "k2"] == [case.id for case in read_cases(folder).recall.cases]


def test_a_gold_folder_without_gold_is_a_mistake_of_the_call(folder: Path, tmp_path: Path):
    with pytest.raises(UsageError, match="no such file"):
        read_cases(folder, gold=tmp_path / "nowhere")


def test_a_folder_with_nothing_to_ask_has_no_cases(tmp_path: Path):
    lay(tmp_path / "set" / "experiences" / "station.jsonl", an_experience())

    with pytest.raises(RepositoryError, match=r"GOLD\.jsonl"):
        read_cases(tmp_path / "set")


def test_a_link_that_leaves_the_folder_is_not_followed(folder: Path, tmp_path: Path):
    lay(tmp_path / "elsewhere.jsonl", a_question("k2"))
    (folder / "questions" / "linked.jsonl").symlink_to(tmp_path / "elsewhere.jsonl")

    assert ["k1"] == [case.id for case in read_cases(folder).recall.cases]


def test_one_half_can_be_asked_for(folder: Path):
    # CRC-32 of "d" is 98dd4acc (even), of "a" e8b7be43 (odd).
    lay(folder / "questions" / "asked.jsonl", a_question("a"), a_question("d"))

    halves = [read_cases(folder, half=half).recall for half in ("dev", "locked")]

    assert [["d"], ["a"]] == [[case.id for case in half.cases] for half in halves]


def test_a_file_of_too_many_lines_is_read_to_the_limit(folder: Path):
    path = folder / "questions" / "asked.jsonl"
    path.write_text(f"{json.dumps(a_question())}\n" + "7\n" * 10_001, "utf-8")

    assert ("questions/asked.jsonl", "has more than 10000 lines: the rest is left out") == told(folder)[-1]
