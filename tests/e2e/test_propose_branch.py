"""The proposal branch over time: run again, cloned, edited by people, merged, refused, checked out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from e2e.conftest import MARA, copied
from e2e.story import CLOSE_RULE, ORIGIN, VALVE, VALVE_RULE, one_lesson, proposed, thread
from support.github import document, save
from support.process import exp
from support.repository import Repository

BRANCH = "exp/proposals"
REX = ("Rex Reviewer", "rex@example.org")
CALL = ("propose", "../talk/7.json")


@pytest.fixture(scope="session")
def _waiting(_laid: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a proposal that nobody has merged yet."""
    folder = tmp_path_factory.mktemp("waiting") / "there"
    done = exp(copied(_laid, folder).path, *CALL)
    assert done.code == 0, done.both
    return folder


@pytest.fixture
def waiting(_waiting: Path, tmp_path: Path) -> Repository:
    """A repository of the test's own whose proposal waits; `../talk/8.json` teaches one thing more."""
    save(tmp_path / "talk" / "8.json", one_lesson())
    return copied(_waiting, tmp_path)


def on_branch(repository: Repository, message: str, files: dict[str, str | None], person=REX) -> str:
    """Commit onto the proposal branch as a person does, and go back to main."""
    repository.git("switch", "--quiet", BRANCH)
    commit = repository.commit(message, files, author=person)
    repository.git("switch", "--quiet", "main")
    return commit


def test_a_second_run_proposes_nothing_and_the_commit_stays(waiting: Repository):
    tip = waiting.rev(BRANCH)

    told = exp(waiting.path, *CALL)
    found = exp(waiting.path, *CALL, "--json").json

    assert 0 == told.code
    assert tip == waiting.rev(BRANCH)
    assert (0, 2) == (found["funnel"]["create"], found["funnel"]["skip"])
    assert (BRANCH, tip, False) == (found["branch"], found["commit"], found["moved"])


def test_two_clones_make_the_same_commit_of_the_same_input(rocket: Repository, tmp_path: Path):
    clone = rocket.clone(tmp_path / "deep" / "elsewhere")
    clone.git("remote", "set-url", "origin", ORIGIN)

    exp(rocket.path, *CALL)
    done = exp(clone.path, "propose", str(tmp_path / "talk" / "7.json"), "--json", env={"TZ": "Asia/Tokyo"})

    assert 0 == done.code
    assert rocket.rev(BRANCH) == clone.rev(BRANCH) == done.json["commit"]


def test_a_clone_adds_to_what_waits_on_origin_and_loses_nothing_of_it(waiting: Repository, tmp_path: Path):
    there = waiting.clone(tmp_path / "there.git", "--bare")
    clone = there.clone(tmp_path / "deep" / "clone")
    call = ("propose", "../../talk/7.json", "../../talk/8.json", "--repo", "acme/rocket", "--push", "--yes")

    done = exp(clone.path, *call, "--json")

    assert 0 == done.code, done.both
    assert (1, 2) == (done.json["funnel"]["create"], done.json["funnel"]["skip"])
    assert 3 == len(proposed(there)), "what waited there waits still"


def test_the_order_and_place_of_the_input_change_nothing(waiting: Repository, tmp_path: Path):
    one, other = (copied(tmp_path, tmp_path.parent / f"{tmp_path.name}-{name}") for name in ("one", "other"))

    exp(one.path, "propose", "../talk/7.json", "../talk/8.json", "--branch", "both")
    exp(other.path, "propose", "../talk", "--branch", "both")

    assert one.rev("both") == other.rev("both")


def test_what_is_learnt_later_joins_the_branch(waiting: Repository):
    done = exp(waiting.path, "propose", "../talk/8.json", "--json")

    assert (0, True) == (done.code, done.json["moved"])
    assert 3 == len(proposed(waiting))


def test_a_persons_commit_on_the_branch_is_built_upon(waiting: Repository):
    [path, _] = proposed(waiting)
    edited = waiting.show(f"{BRANCH}:{path}").replace("lens: logic", "severity: warn\nlens: logic")
    theirs = on_branch(waiting, "Say how bad it is", {path: edited})

    done = exp(waiting.path, "propose", "../talk", "--json")

    assert (0, None) == (done.code, done.json["set_aside"])
    assert theirs == waiting.rev(f"{BRANCH}^")
    assert edited.rstrip("\n") == waiting.show(f"{BRANCH}:{path}")
    assert 3 == len(proposed(waiting))


def test_a_file_that_a_person_deleted_on_the_branch_is_not_proposed_again(waiting: Repository):
    refused = next(path for path in proposed(waiting) if "pump" in path)
    on_branch(waiting, "We do not want this one", {refused: None})
    tip = waiting.rev(BRANCH)

    again = exp(waiting.path, *CALL, "--json").json
    later = exp(waiting.path, "propose", "../talk", "--json").json

    assert tip == again["commit"]
    assert "was refused by a person" in {one["reason"] for one in again["decisions"]}
    assert 1 == later["funnel"]["create"]
    assert 2 == len(proposed(waiting)) and refused not in proposed(waiting)


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
def test_a_refusal_outlives_the_merge_of_the_rest(waiting: Repository, how: str):
    refused = next(path for path in proposed(waiting) if "pump" in path)
    on_branch(waiting, "We do not want this one", {refused: None})
    take(waiting, how)

    found = exp(waiting.path, *CALL, "--json").json

    assert ["skip", "skip"] == [one["action"] for one in found["decisions"]]
    assert "was refused by a person" in {one["reason"] for one in found["decisions"]}


def take(repository: Repository, how: str) -> None:
    """Take the proposal as a person does on a forge: by merge, squash or rebase."""
    if how == "merge":
        repository.git("merge", "--quiet", "--no-ff", "-m", "Take it", BRANCH, author=MARA)
    elif how == "squash":
        repository.git("merge", "--quiet", "--squash", BRANCH, author=MARA)
        repository.commit("Take it", author=MARA)
    else:
        repository.commit("Something else came first", {"other.txt": "1\n"}, author=MARA)
        repository.git("cherry-pick", f"main..{BRANCH}", author=MARA)


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
def test_once_merged_the_branch_starts_afresh_from_the_base(waiting: Repository, how: str):
    old = waiting.rev(BRANCH)
    take(waiting, how)

    told = exp(waiting.path, "propose", "../talk")

    assert 0 == told.code
    assert waiting.rev("main") == waiting.rev(f"{BRANCH}^")
    [path] = proposed(waiting)
    assert CLOSE_RULE in " ".join(waiting.show(f"{BRANCH}:{path}").split())
    assert old[:12] in told.stderr, "the old tip is named"


def test_a_closed_pull_request_starts_afresh_and_its_content_counts_as_refused(waiting: Repository):
    old = waiting.rev(BRANCH)

    found = exp(waiting.path, "propose", "../talk", "--afresh", "--json").json

    assert old == found["set_aside"]
    assert waiting.rev("main") == waiting.rev(f"{BRANCH}^")
    [path] = proposed(waiting)
    assert "close" in path


def test_when_the_base_moves_on_exps_own_commit_moves_along(waiting: Repository):
    base = waiting.commit("Work goes on", {"engine/igniter.py": "x = 1\n"})

    done = exp(waiting.path, "propose", "../talk/8.json")

    assert 0 == done.code
    assert base == waiting.rev(f"{BRANCH}^")
    assert 3 == len(proposed(waiting))


@pytest.mark.parametrize("where", ["here", "in a linked worktree"])
def test_a_branch_that_is_checked_out_is_not_moved(waiting: Repository, tmp_path: Path, where: str):
    if where == "here":
        waiting.git("switch", "--quiet", BRANCH)
    else:
        waiting.git("worktree", "add", "--quiet", str(tmp_path / "linked"), BRANCH)
    before = waiting.git("for-each-ref", "refs/heads")

    done = exp(waiting.path, "propose", "../talk/8.json")

    assert (3, "") == (done.code, done.stdout)
    assert BRANCH in done.complaint and "checked out" in done.complaint
    assert before == waiting.git("for-each-ref", "refs/heads")


def test_another_branch_may_carry_it_and_the_text_names_that_branch(rocket: Repository):
    done = exp(rocket.path, *CALL, "--branch", "team/learnt")

    assert 0 == done.code
    assert 2 == len(proposed(rocket, "team/learnt"))
    assert "" == rocket.git("branch", "--list", BRANCH)
    assert "exp/proposals" not in done.stdout


@pytest.mark.parametrize("name", ["main", "-x", "a..b", "HEAD", "@", "a b", ""])
def test_a_branch_that_can_not_carry_proposals_is_refused(rocket: Repository, name: str):
    before = rocket.git("for-each-ref", "refs/heads")

    done = exp(rocket.path, *CALL, f"--branch={name}")

    assert (2, "") == (done.code, done.stdout), done.both
    assert done.complaint
    assert before == rocket.git("for-each-ref", "refs/heads")


def test_it_can_stand_on_another_base(rocket: Repository):
    old = rocket.rev()
    rocket.commit("Work goes on", {"engine/igniter.py": "x = 1\n"})

    done = exp(rocket.path, *CALL, "--base", old)
    wrong = exp(rocket.path, *CALL, "--base", "nowhere")

    assert 0 == done.code
    assert old == rocket.rev(f"{BRANCH}^")
    assert 2 == wrong.code and "nowhere" in wrong.complaint


def test_two_discussions_that_teach_the_same_make_one_file_and_both_are_named(
    rocket: Repository, tmp_path: Path
):
    save(tmp_path / "talk" / "9.json", one_lesson(VALVE_RULE, number=9))

    found = exp(rocket.path, "propose", "../talk", "--json").json

    assert 2 == found["funnel"]["create"]
    assert [2] == [len(clique) for clique in found["cliques"] if len(clique) > 1]
    assert [["acme/rocket#9"]] == [one["sightings"] for one in found["decisions"] if one["sightings"]]


def test_the_opposite_of_what_stands_is_asked_not_decided(merged: Repository, tmp_path: Path):
    contrary = VALVE_RULE.replace("must not", "must")
    save(tmp_path / "talk" / "8.json", one_lesson(contrary))
    before = merged.git("log", "--format=%H", BRANCH)

    found = exp(merged.path, "propose", "../talk/8.json", "--json").json

    [decision] = found["decisions"]
    assert "contradict" == decision["action"]
    assert decision["target"].startswith("valve-")
    assert before == merged.git("log", "--format=%H", BRANCH), "no file changes, so no commit"
    assert [VALVE_RULE] == [
        one["what"] for one in exp(merged.path, "recall", "--file", VALVE, "--json").json["applicable"]
    ]


def test_the_question_is_shown_with_the_words_of_both_sides(merged: Repository, tmp_path: Path):
    contrary = VALVE_RULE.replace("must not", "must")
    save(tmp_path / "talk" / "8.json", one_lesson(contrary))

    told = " ".join(exp(merged.path, "propose", "../talk/8.json").stdout.split())

    assert VALVE_RULE in told and contrary in told
    assert "stays in force" in told


def test_what_waits_takes_up_the_room_and_the_rest_comes_after_the_merge(rocket: Repository):
    parts = ("tank", "hose", "seal", "fuse")
    said = [
        one
        for number, part in enumerate(parts)
        for one in thread(
            1000 + 2 * number,
            f"engine/{part}.py",
            f"`{part.title()}.open` must not be called while the {part} is cold, because the cold {part} cracks.",
        )
    ]
    call = ("propose", "-", "--limit", "2", "--json")
    text = json.dumps(document(review_comments=said)).encode()

    first = exp(rocket.path, *call, stdin=text).json
    second = exp(rocket.path, *call, stdin=text).json
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take it", BRANCH)
    third = exp(rocket.path, *call, stdin=text).json

    assert [2, 2] == [first["funnel"]["create"], len(first["near"])]
    assert (False, first["commit"]) == (second["moved"], second["commit"]), "the same input twice is once"
    assert 2 == third["funnel"]["create"]
    assert 2 == len(proposed(rocket))


def test_push_needs_an_origin_and_reaches_it(waiting: Repository, tmp_path: Path):
    there = Repository.create(tmp_path / "there.git", bare=True)
    waiting.git("remote", "set-url", "origin", there.path.as_uri())

    asked = exp(waiting.path, "propose", "../talk/8.json", "--push")
    before = there.git("for-each-ref")
    pushed = exp(waiting.path, "propose", "../talk/8.json", "--push", "--yes")

    assert (0, "") == (asked.code, before), "nobody said yes, nothing left this clone"
    assert 0 == pushed.code, pushed.both
    assert waiting.rev(BRANCH) == there.rev(BRANCH)
    assert "" == there.git("for-each-ref", "refs/exp")


def test_nothing_is_pushed_unless_asked(waiting: Repository, tmp_path: Path):
    there = Repository.create(tmp_path / "there.git", bare=True)
    waiting.git("remote", "set-url", "origin", there.path.as_uri())

    exp(waiting.path, "propose", "../talk/8.json", "--yes")

    assert "" == there.git("for-each-ref")


def test_a_place_in_the_store_that_is_a_link_is_not_written_through(rocket: Repository, tmp_path: Path):
    (rocket.path / "experiences").symlink_to(tmp_path)
    rocket.commit("Point the store elsewhere")
    before = sorted(path.name for path in tmp_path.iterdir())

    done = exp(rocket.path, *CALL)

    assert (3, "") == (done.code, done.stdout)
    assert "symlink" in done.complaint
    assert before == sorted(path.name for path in tmp_path.iterdir())
    assert "" == rocket.git("branch", "--list", BRANCH)
