"""A contradiction from the review to the proposal: both sides, since when, and what the code at HEAD follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.story import VALVE, one_lesson
from support.github import save
from support.process import exp
from support.repository import Repository

WHEN = f"When changing `Valve.LIMIT` in {VALVE}"
OLD = "Keep `Valve.LIMIT` at 30 bar, because the old tank cracks."
NEW = "Keep `Valve.LIMIT` at 10 bar, because the old tank cracks."


@pytest.fixture
def disputed(rocket: Repository, tmp_path: Path) -> Repository:
    """A repository with one experience in force, whose code does what a new review says."""
    rocket.commit(
        files={
            VALVE: "class Valve:\n    # 30 once\n    LIMIT = 10\n\n    def open(self):\n        return 1\n"
        }
    )
    made = exp(rocket.path, "new", "--when", WHEN, "--what", OLD, "--path", VALVE, "--symbol", "Valve.LIMIT")
    assert 0 == made.code, made.both
    rocket.commit("Keep it")
    save(tmp_path / "talk" / "8.json", one_lesson(NEW))
    return rocket


def test_the_question_tells_which_one_the_code_follows(disputed: Repository):
    found = exp(disputed.path, "propose", "../talk/8.json", "--json").json

    [decision] = found["decisions"]
    asked = decision["question"]
    assert ("contradict", "new", "in_force") == (decision["action"], asked["follows"], asked["stands"])
    assert [("new", VALVE, 3, "LIMIT = 10")] == [tuple(place.values()) for place in asked["places"]]
    assert disputed.rev("main") == asked["commit"]
    assert f"| code at HEAD | not found there | `{VALVE}:3` `LIMIT = 10` |" in found["body"]


def test_a_second_run_asks_the_same_question(disputed: Repository):
    first = exp(disputed.path, "propose", "../talk/8.json", "--json").json
    second = exp(disputed.path, "propose", "../talk/8.json", "--json").json

    assert first["decisions"] == second["decisions"]
    assert first["id"] == second["id"]
