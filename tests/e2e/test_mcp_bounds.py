"""What is asked of `exp mcp` never comes back at length, and what can't be is a mistake of the call."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from e2e.mcp_talk import Json, Talk, call, encoded, error, result, text
from e2e.story import PANEL, VALVE
from gitexp.steps.retell import WRONG
from support.process import exp
from support.repository import Repository

LONG = "x" * 99_999
DEEP = f"engine/{'x' * 300}/a.py"
"""A path with a part that is longer than any file system takes."""


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("show", {"id": LONG}),
        ("show", {"id": "x" * 900}),
        ("archaeology", {"path": LONG}),
        ("archaeology", {"path": "x/" * 2000}),
        ("archaeology", {"path": VALVE, "intent": LONG}),
        ("archaeology", {"path": VALVE, "intent": "open the valve " * 600}),
        ("archaeology", {"path": VALVE, "symbol": "x" * 999}),
        ("archaeology", {"path": VALVE, "since": LONG}),
        ("recall", {"query": f"valve {LONG[:90_000]}"}),
        ("recall", {"files": [f"{'x' * 200}/{number}/{'y' * 3000}" for number in range(200)]}),
        ("recall", {"files": [VALVE, *(f"{number}/{'y' * 200}/{'z' * 3000}" for number in range(20))]}),
        ("recall", {"symbols": [f"{'x' * 900}{number}" for number in range(200)]}),
        ("recall", {"env": {str(number): "x" for number in range(250_000)}}),
        ("recall", {"env": {f"{'x' * 900}{number}": "y" * 900 for number in range(30)}}),
        ("recall", {LONG: 1}),
        ("note", {"text": "It is so.", "files": [LONG]}),
        ("note", {"text": "It is so.", "files": [f"{'x' * 200}/{'y' * 3000}"]}),
        ("note", {"text": "It is so.", "kind": LONG}),
        (LONG, {}),
    ],
    ids=lambda value: json.dumps(value)[:30] if isinstance(value, dict) else value[:20],
)
def test_what_was_asked_does_not_come_back_at_length(shared: Repository, tool: str, arguments: Json):
    with Talk(shared.path) as talk:
        answer = talk.asked(call(1, tool, **arguments))

    assert "fault of exp" not in str(answer)
    assert len(encoded(answer)) < 10_000 and not {"x" * 301, "y" * 301, "z" * 301} & {*_runs(answer)}


def _runs(answer: Json) -> list[str]:
    """Return the first signs of each word that an answer has."""
    return [word[:301] for word in json.dumps(answer).replace("/", " ").replace('"', " ").split()]


def test_a_path_that_no_file_system_takes_is_no_file_and_no_fault(shared: Repository):
    for words in (
        error(shared.path, "archaeology", path=DEEP),
        exp(shared.path, "archaeology", DEEP).complaint,
    ):
        assert "no such file here, nor in the history" in words and str(shared.path) not in words
    assert text(shared.path, "recall", files=[DEEP]).startswith("nothing applies to engine/xxx")
    done = exp(shared.path, "archaeology", "y/" * 3000)
    assert (2, True) == (done.code, "longer than a path can be (4,096 characters)" in done.complaint)


def test_words_that_say_nothing_are_a_mistake_as_they_are_of_the_command(shared: Repository):
    assert 2 == exp(shared.path, "recall", "  ").code

    for arguments in ({"query": "  "}, {"query": ""}, {"query": " ", "limit": 3}):
        words = error(shared.path, "recall", **arguments)
        assert "Error: query: is empty; say what it is about, or leave it out" == words
    assert "Error: symbols: is empty" in error(shared.path, "recall", symbols=[" ", ""])
    assert text(shared.path, "recall", query=" ", files=[VALVE]).startswith("<team-notes")
    assert result(shared.path, "recall")["isError"] is False


def test_where_its_folder_is_made_again_it_works_in_the_new_one(tmp_path: Path):
    folder = tmp_path / "there"
    Repository.create(folder).commit("Begin", {"a.py": "a = 1\n"})
    with Talk(folder) as talk:
        assert "Begin" in str(talk.asked(call(1, "archaeology", path="a.py")))
        shutil.rmtree(folder)
        gone = talk.asked(call(2, "archaeology", path="a.py"))["result"]
        Repository.create(folder).commit("Begin anew", {"a.py": "a = 2\n"})
        again = talk.asked(call(3, "archaeology", path="a.py"))["result"]

    assert gone["isError"] is True and "start it again" in gone["content"][0]["text"]
    assert again["isError"] is False and "Begin anew" in again["content"][0]["text"]


def test_by_mcp_an_answer_names_what_a_tool_takes_and_no_command(merged: Repository):
    asks = text(merged.path, "recall", files=[PANEL])
    left = text(merged.path, "recall", files=[VALVE, PANEL], env={"rendering": "canvas"}, limit=1)
    past = text(merged.path, "archaeology", path=VALVE, budget=1)
    errors = [
        error(merged.path, "note", text="word " * 1000),
        error(merged.path, "show", id="zzz"),
        error(merged.path, "archaeology", path=VALVE, since="yesterday"),
        error(merged.path, "note", text="It is so.", files=[f"{number}.py" for number in range(150)]),
    ]

    assert "`env` rendering=" in asks and "near" in asks
    assert "apply: `limit` shows them" in left or "applies: `limit` shows it" in left
    assert "raise `budget`." in past
    assert "Error: the note: has 4,999 characters; say it in 2,000" == errors[0]
    assert "Error: zzz: no such experience" == errors[1]
    assert "Error: since yesterday: is no date; write it as 2024-03-31" == errors[2]
    assert errors[3].startswith("Error: files: names 150 files")
    for words in (asks, left.replace(WRONG, ""), past, *errors):
        assert "exp " not in words.replace("git-exp", "") and "--" not in words


def test_without_a_store_it_points_to_no_command(tmp_path: Path):
    Repository.create(tmp_path).commit("Begin", {"a.py": "a = 1\n"})

    assert "nothing applies: no experience is in force here yet" == text(tmp_path, "recall", files=["a.py"])


def test_a_call_that_fails_proves_the_door_too(merged: Repository):
    error(merged.path, "show", id="zzz")
    error(merged.path, "recall", files=1)

    [door] = [one for one in exp(merged.path, "--json").json["doors"] if one["name"].startswith("mcp")]
    assert ("mcp test-client", "recall", []) == (door["name"], door["last"]["event"], door["last"]["given"])
