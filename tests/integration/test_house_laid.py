"""What laid workflows say is read whatever people made of them, and options come back as they were."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.house import lay, plan
from gitexp.adapters.house_github import Asked, GithubHouse, chosen, workflows
from gitexp.adapters.house_laid import Stated, stated, theirs
from gitexp.records.bot import Level
from support.workflows import PIN

PROPOSE = ".github/workflows/exp-propose.yml"


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=300) | st.text("jobs:steps[]{}-# \n&*!|\"'%", max_size=80).map(str.encode))
def test_a_file_of_any_bytes_says_something_or_nothing(text: bytes) -> None:
    assert isinstance(stated(text), Stated)
    assert PROPOSE == theirs(PROPOSE, text, None).name


@pytest.mark.parametrize(
    "text",
    [b"", b"jobs: [a]", b"jobs: {a: {steps: {}}}", b"jobs: {a: {steps: [{with: 1}]}}", b"a: [", b"[" * 5000],
)
def test_what_is_no_workflow_of_exps_says_nothing(text: bytes) -> None:
    told = stated(text)

    assert ((), set()) == (told.writes, {value for values in told.options.values() for value in values})


@pytest.mark.parametrize("level", get_args(Level))
def test_a_workflow_says_how_it_was_laid(level: Level) -> None:
    house = GithubHouse(PIN, level, "model", "a-model", environment="llm", app=True, max_cost="2.50")

    told = stated(dict(workflows(house))[PROPOSE].text)

    app = () if level == "report" else ("app",)
    assert {
        "level": (level,), "engine": ("model",), "model": ("a-model",), "action": (PIN,), "environment": ("llm",),
        "max-tokens": ("500000",), "max-cost": ("2.50",), "app": app,
    } == told.options  # fmt: skip
    assert () == told.writes


def test_rights_that_people_added_are_told() -> None:
    laid = dict(workflows(GithubHouse(PIN)))[PROPOSE].text
    more = laid.replace(b"contents: read # write at", b"contents: write # at")

    told = theirs(PROPOSE, more, laid)

    assert (("level",), ("level report", "may write contents")) == (told.off, told.still)


@pytest.mark.parametrize("comment", [True, False])
@pytest.mark.parametrize("app", [True, False])
def test_every_option_comes_back(tmp_path: Path, comment: bool, app: bool) -> None:
    asked = Asked(PIN, "branch", "model", "a-model", comment, ("@ada",), "llm", app, "70000", "2.50")
    house = chosen(tmp_path, asked, {}, "main")
    lay(plan(tmp_path, house))

    assert house == chosen(tmp_path, Asked(), {}, "main")
    assert () == plan(tmp_path, house).layings
    text = (tmp_path / PROPOSE).read_bytes()
    (tmp_path / PROPOSE).write_bytes(text.replace(b"timeout-minutes: ", b"timeout-minutes: 1"))
    assert house == chosen(tmp_path, Asked(), {}, "main")
