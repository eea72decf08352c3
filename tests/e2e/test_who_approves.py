"""Nothing comes into force, or is refused, by another way than a person's."""

from __future__ import annotations

import json

import pytest

from e2e.story import CLOSE_RULE, PANEL_FILE, PANEL_PATH, VALVE, one_lesson, proposed
from support.process import exp
from support.repository import Repository

CALL = ("propose", "-", "--json")


def text(**lesson: object) -> bytes:
    return json.dumps(one_lesson(CLOSE_RULE, VALVE, **lesson)).encode()  # type: ignore[arg-type]


@pytest.mark.parametrize("base", ["HEAD~1", "HEAD"])
def test_a_proposal_never_lands_on_the_default_branch_whatever_base_is_named(rocket: Repository, base: str):
    rocket.commit("Fly higher", {"README.md": "# Rocket\n\nIt flies higher.\n"})
    rocket.git("checkout", "--quiet", "--detach")
    before = rocket.rev("main")

    done = exp(rocket.path, *CALL, "--base", base, "--branch", "main", stdin=text())

    assert (2, before) == (done.code, rocket.rev("main"))


def test_what_stands_in_the_base_is_not_proposed_again_wherever_head_is(rocket: Repository):
    exp(rocket.path, *CALL, stdin=text())
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take it", "exp/proposals")
    rocket.git("checkout", "--quiet", "--detach", "HEAD~1")

    again = exp(rocket.path, *CALL, stdin=text()).json

    assert ["skip"] == [one["action"] for one in again["decisions"]]
    assert "stands in the store already" == again["decisions"][0]["reason"]


def test_another_base_has_a_store_of_its_own(rocket: Repository):
    rocket.git("branch", "release")
    exp(rocket.path, *CALL, stdin=text())
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take it", "exp/proposals")

    call = (*CALL, "--base", "release", "--branch", "exp/release")
    assert 1 == exp(rocket.path, *call, stdin=text()).json["funnel"]["create"]


def test_what_a_person_deleted_on_any_proposal_branch_is_refused(rocket: Repository):
    call = (*CALL, "--branch", "team/x")
    exp(rocket.path, *call, stdin=text())
    [path] = proposed(rocket, "team/x")
    rocket.git("checkout", "--quiet", "team/x")
    rocket.git("rm", "--quiet", path)
    rocket.commit("We do not want this one")
    rocket.git("checkout", "--quiet", "main")

    again = exp(rocket.path, *call, stdin=text()).json

    assert ["was refused by a person"] == [one["reason"] for one in again["decisions"]]


def test_what_a_closed_pull_request_held_stays_refused(rocket: Repository):
    exp(rocket.path, *CALL, stdin=text())
    other = json.dumps(one_lesson(number=9)).encode()
    exp(rocket.path, *CALL, "--afresh", stdin=other)
    rocket.git("branch", "-D", "exp/proposals")

    again = exp(rocket.path, *CALL, stdin=text()).json

    assert ["was refused by a person"] == [one["reason"] for one in again["decisions"]]


def test_signs_that_nobody_sees_reach_no_agent(rocket: Repository):
    hidden = PANEL_FILE.replace("Draw the whole", "Draw\U000e0041\u200b\u2066 the whole")
    rocket.commit("Add an experience", {PANEL_PATH: hidden})
    call = ("recall", "--file", "cabin/panel.js", "--env", "rendering=canvas")

    piped, as_json = exp(rocket.path, *call), exp(rocket.path, *call, "--json")

    for seen in (piped.stdout, as_json.stdout, piped.stderr):
        assert not set("\U000e0041\u200b\u2066") & set(seen)


def test_a_limit_that_was_given_holds_with_all_and_is_told(merged: Repository):
    done = exp(merged.path, "recall", "--all", "--limit", "1", "--env", "hydro=1", "--json").json

    assert 1 == len(done["applicable"])
    assert done["limits"]


def test_the_budget_is_kept_on_a_pipe_but_for_the_best_one(merged: Repository):
    done = exp(merged.path, "recall", "--budget", "400")

    assert len(done.stdout) / 4 <= 400


def test_no_name_of_a_file_brings_an_address_into_the_kept_run(rocket: Repository, tmp_path):
    folder = tmp_path / "jane.doe@corp-mail.io"
    folder.mkdir()
    (folder / "notes.txt").write_text("nothing\n")
    (folder / "8.json").write_bytes(text())

    exp(rocket.path, "propose", str(folder))

    assert "corp-mail.io" not in rocket.git("grep", "-h", "", "refs/exp/runs")
