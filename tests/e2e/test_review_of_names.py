"""Review holds every named thing against the code: what is not there at all is dropped, and a slip is corrected in sight."""

from __future__ import annotations

import pytest

from e2e.story import PUMP, VALVE, one_lesson
from support.github import save
from support.process import exp
from support.repository import Repository

FALSE = (
    "`Valve.opens_twice` must be called after every launch, because the tank drains and the engine starves."
)
HALF = (
    "`Valve.opens` must be called after `Valve.close` in `engine/valve.py`, "
    "because the tank drains and the engine starves."
)
LIBRARY = "`hydro.Tank.drain` must not be called twice, because the second call bursts the tank and the crew is lost."


def lesson(rocket: Repository, words: str, path: str = VALVE) -> None:
    save(rocket.path.parent / "talk" / "8.json", one_lesson(words, path))


def test_a_statement_about_what_is_not_there_is_dropped_with_the_nearest_real_name(rocket: Repository):
    lesson(rocket, FALSE)

    done = exp(rocket.path, "propose", "../talk/8.json")
    found = exp(rocket.path, "propose", "../talk/8.json", "--dry-run", "--json").json

    [verdict] = found["verdicts"]
    [missing] = [one for one in verdict["findings"] if one["kind"] == "symbol"]
    assert (False, "factual_error") == (verdict["keep"], verdict["reason"])
    assert ("Valve.opens_twice", "missing", "Valve.open") == (
        missing["name"],
        missing["answer"],
        missing["nearest"],
    )
    assert (1, 0, 0) == tuple(found["funnel"][name] for name in ("candidates", "kept", "create"))
    assert (
        "`Valve.opens_twice` does not exist: `Valve` has no `opens_twice`; nearest: `Valve.open`"
        in done.stdout
    )
    assert "Nothing worth keeping was found" in done.stdout
    assert "" == rocket.git("branch", "--list", "exp/proposals")


def test_a_slip_beside_what_is_there_is_kept_and_corrected_in_the_proposal(rocket: Repository):
    lesson(rocket, HALF)

    done = exp(rocket.path, "propose", "../talk/8.json")

    assert "names 2/3 found, 1 corrected: `Valve.opens` → `Valve.open`" in done.stdout
    assert "**Not in the code:** `Valve.opens`, as it was said; filed under `Valve.open`." in done.stdout
    [path] = rocket.git("diff", "--name-only", "HEAD...exp/proposals").split()
    assert (
        "Valve.opens"
        not in rocket.show(f"exp/proposals:{path}").partition("scope:")[2].partition("evidence:")[0]
    )
    assert "exp/proposals" in rocket.git("branch", "--list", "exp/proposals")


@pytest.mark.parametrize("words", [LIBRARY, FALSE.replace("Valve.", "Hatch.")])
def test_what_the_tree_can_not_tell_is_kept(rocket: Repository, words: str):
    lesson(rocket, words, PUMP)

    found = exp(rocket.path, "propose", "../talk/8.json", "--json").json

    assert [True] == [verdict["keep"] for verdict in found["verdicts"]]
    assert 1 == found["funnel"]["create"]


@pytest.mark.parametrize(
    "words",
    [
        "Please never introduce `Valve.opens_twice`, because the tank drains and the engine starves.",
        "Don't add a `Valve.reopen` here, because the tank drains and the engine starves.",
    ],
)
def test_what_forbids_a_thing_is_true_because_it_is_not_there(rocket: Repository, words: str):
    lesson(rocket, words)

    found = exp(rocket.path, "propose", "../talk/8.json", "--dry-run", "--json").json

    assert [True] == [verdict["keep"] for verdict in found["verdicts"]]


def test_a_discussion_of_another_repository_is_held_against_no_tree(rocket: Repository):
    lesson(rocket, FALSE)
    rocket.git("config", "exp.repo", "acme/other")

    found = exp(rocket.path, "propose", "../talk/8.json", "--json").json

    [verdict] = found["verdicts"]
    assert verdict["keep"]
    assert {"unverifiable"} == {one["answer"] for one in verdict["findings"]}


def test_what_was_taken_back_may_name_what_is_gone(rocket: Repository):
    rocket.commit("Warm the valve\n\nIt shall be warm.", {VALVE: "class Valve:\n    def warm(self): ...\n"})
    rocket.git("revert", "--no-edit", "HEAD")
    message = (
        'Revert "Warm the valve"\n\nThis reverts commit ' + rocket.rev("HEAD~1") + ".\n\n"
        "`Valve.warm` must not be brought back, because the heat melts the seal and the tank leaks.\n"
    )
    rocket.git("commit", "--amend", "--quiet", "-m", message)

    found = exp(rocket.path, "propose", "history:", "--json").json

    assert found["verdicts"] and all(verdict["keep"] for verdict in found["verdicts"])
