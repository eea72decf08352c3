"""The classic case: "use the full XPath" holds with a DOM, not on a canvas, and can't be told where nobody said which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from e2e.conftest import MARA
from support.process import exp
from support.repository import Repository

ID = "use-the-full-xpath-0d3a7c51e8"
EXPERIENCE = f"""\
id: {ID}
title: Use the full XPath
when: Locating a widget of a page in robot/
what: Use the full XPath of the widget, never one that begins at its id.
why: The ids are made anew in every build, so a short path finds nothing the day after.
preconditions:
  must: [{{text: the page is drawn as a DOM, check: {{key: rendering, is: dom}}}}]
scope: {{paths: ["robot/**"], symbols: [locate]}}
evidence: [{{turn: "review_comment:71", quote: "The ids change with every build.", by: mara, at: "2024-02-05"}}]
lens: logic
kind: pitfall
status: active
"""
FILE = "robot/locate.py"


@pytest.fixture
def robot(tmp_path: Path) -> Repository:
    """A repository whose default branch holds the experience, and that tells nothing of its rendering."""
    repository = Repository.create(tmp_path / "robot")
    repository.commit("Begin", {FILE: "def locate(widget): ...\n", "requirements.txt": "selenium==4.21.0\n"})
    repository.commit("Write it down", {f"experiences/robot/{ID}.yaml": EXPERIENCE}, author=MARA)
    return repository


def asked(repository: Repository, *more: str) -> dict[str, Any]:
    """Return what recall answers on the file."""
    done = exp(repository.path, "recall", "--file", FILE, *more, "--json")
    assert 0 == done.code, done.both
    found: dict[str, Any] = done.json
    return found


def value(answer: dict[str, Any]) -> str:
    """Return where the experience stands in an answer; it stands in one place alone."""
    [place] = [
        name for name in ("applicable", "unknown", "blocked") if [ID] == [one["id"] for one in answer[name]]
    ]
    return place


def test_it_applies_with_a_dom(robot: Repository):
    answer = asked(robot, "--env", "rendering=dom")

    assert "applicable" == value(answer)
    assert "rendering is dom (--env)" in answer["applicable"][0]["because"]


def test_it_is_blocked_on_a_canvas_and_says_by_what(robot: Repository):
    answer = asked(robot, "--env", "rendering=canvas")

    assert "blocked" == value(answer)
    [by] = answer["blocked"][0]["blocked_by"]
    assert "the page is drawn as a DOM" in by and "rendering is canvas (--env)" in by


def test_where_nobody_said_it_is_asked_and_not_given(robot: Repository):
    answer = asked(robot)

    assert "unknown" == value(answer)
    [missing] = answer["unknown"][0]["missing"]
    assert "the page is drawn as a DOM" == missing["condition"]
    assert (
        missing["question"].startswith("is rendering dom?")
        and "exp facts set rendering=" in missing["question"]
    )


@pytest.mark.parametrize(("said", "expected"), [("canvas", "blocked"), ("dom", "applicable")])
def test_an_answer_settles_it_for_this_clone_until_it_is_taken_back(
    robot: Repository, said: str, expected: str
):
    before = value(asked(robot))
    exp(robot.path, "facts", "set", f"rendering={said}")
    settled = asked(robot)
    exp(robot.path, "facts", "unset", "rendering")

    assert ("unknown", expected) == (before, value(settled))
    assert {"value": said, "from": "exp facts set"} == settled["facts"]["rendering"]
    assert "unknown" == value(asked(robot))


def test_what_this_clone_says_is_stronger_than_the_file_and_the_call_is_stronger_still(robot: Repository):
    robot.commit("Declare it", {"experiences/facts.yaml": "rendering: canvas\n"}, author=MARA)
    by_file = asked(robot)
    exp(robot.path, "facts", "set", "rendering=dom")

    assert "blocked" == value(by_file)
    assert "experiences/facts.yaml" in by_file["blocked"][0]["blocked_by"][0]
    assert "applicable" == value(asked(robot))
    assert "blocked" == value(asked(robot, "--env", "rendering=canvas"))


def test_an_answer_is_this_clones_alone(robot: Repository, tmp_path: Path):
    exp(robot.path, "facts", "set", "rendering=dom")
    other = robot.clone(tmp_path / "other")

    assert ("applicable", "unknown") == (value(asked(robot)), value(asked(other)))


def test_a_page_that_is_drawn_both_ways_applies(robot: Repository):
    assert "applicable" == value(asked(robot, "--env", "rendering=canvas, dom"))
