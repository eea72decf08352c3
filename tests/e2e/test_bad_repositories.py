"""Repositories of every kind: empty, bare, linked, detached, shallow, sha256, and calls from a sub-directory."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from e2e.story import CODE, VALVE, VALVE_RULE, one_lesson, proposed, two_lessons
from support.github import save
from support.process import Finished, exp
from support.repository import Repository

BRANCH = "exp/proposals"
READING = (
    (),
    ("list",),
    ("facts",),
    ("recall",),
    ("recall", "--file", VALVE, "--json"),
    ("propose", "../talk", "--dry-run"),
)


def served(done: Finished) -> list[str]:
    """Return the words of what recall gave."""
    assert done.code == 0, done.both
    return [one["what"] for one in done.json["applicable"]]


@pytest.mark.parametrize("call", READING)
def test_without_a_commit_everything_that_reads_answers(tmp_path: Path, call: tuple[str, ...]):
    save(tmp_path / "talk" / "7.json", two_lessons())
    empty = Repository.create(tmp_path / "rocket")

    assert 0 == exp(empty.path, *call).plain.code


def test_without_a_commit_propose_says_what_to_do_and_leaves_nothing(tmp_path: Path):
    save(tmp_path / "talk" / "7.json", two_lessons())
    empty = Repository.create(tmp_path / "rocket")

    done = exp(empty.path, "propose", "../talk/7.json")

    assert (3, "") == (done.code, done.stdout)
    assert "commit" in done.complaint
    assert "" == empty.git("for-each-ref", "refs/heads")


def test_without_a_commit_history_gives_nothing(tmp_path: Path):
    empty = Repository.create(tmp_path / "rocket")

    assert 0 == exp(empty.path, "propose", "history:").plain.code


def test_a_bare_repository_takes_a_proposal_and_answers_recall(merged: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson())
    bare = merged.clone(tmp_path / "bare.git", "--bare")

    done = exp(bare.path, "propose", "../talk/8.json", "--repo", "acme/rocket")
    found = exp(bare.path, "recall", "--file", VALVE, "--json")

    assert 0 == done.code, done.both
    assert 1 == len(proposed(bare))
    assert [VALVE_RULE] == served(found)
    assert 3 == len(exp(bare.path, "list").stdout.splitlines())
    assert "approved by Mara Maintainer" in exp(bare.path, "show", "valve").stdout
    assert 0 == exp(bare.path, "facts").plain.code
    assert not (bare.path / "experiences").exists()


@pytest.mark.parametrize("call", [("init",), ("new", "--when", "x", "--what", "y")])
def test_what_needs_a_work_tree_says_so_in_a_bare_repository(
    merged: Repository, tmp_path: Path, call: tuple[str, ...]
):
    bare = merged.clone(tmp_path / "bare.git", "--bare")

    done = exp(bare.path, *call)

    assert (3, "") == (done.code, done.stdout)
    assert "work tree" in done.complaint


def test_a_linked_worktree_is_a_place_like_any_other(merged: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson())
    merged.git("worktree", "add", "--quiet", "-b", "feature", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")

    done = exp(linked.path, "propose", "../talk/8.json")
    exp(linked.path, "facts", "set", "hydro=1")

    assert 0 == done.code, done.both
    assert 1 == len(proposed(merged))
    assert [VALVE_RULE] == served(exp(linked.path, "recall", "--file", VALVE, "--json"))
    assert "1" == exp(merged.path, "facts", "--json").json["facts"]["hydro"]["value"], (
        "one clone, one set of facts"
    )
    assert "" == linked.git("status", "--porcelain")


def test_in_a_sub_directory_paths_are_relative_to_it(merged: Repository):
    below = merged.path / "engine"
    (merged.path / "cabin" / "deep").mkdir()

    assert [VALVE_RULE] == served(exp(below, "recall", "--file", "valve.py", "--json"))
    assert [VALVE_RULE] == served(exp(below, "recall", "--file", "./../engine/valve.py", "--json"))
    assert [VALVE_RULE] == served(exp(below, "recall", "--file", str(merged.path / VALVE), "--json"))
    assert [VALVE_RULE] == served(exp(below, "recall", "--file", VALVE, "--json")), "as git prints it"
    assert [VALVE_RULE] == served(
        exp(merged.path / "cabin/deep", "recall", "--file", "../../engine/valve.py", "--json")
    )
    (below / "engine").mkdir()
    assert [] == served(exp(below, "recall", "--file", VALVE, "--json")), "now it may be another place"
    outside = exp(below, "recall", "--file", "../../talk/7.json")
    assert 2 == outside.code and "outside this repository" in outside.complaint


def test_in_a_sub_directory_the_store_and_new_files_lie_at_the_top(merged: Repository):
    below = merged.path / "engine"

    made = exp(below, "new", "--when", "Painting the hull", "--what", "Paint it white.", "--path", "hull/**")

    assert 0 == made.code, made.both
    assert (merged.path / made.stdout.strip()).is_file()
    assert not (below / "experiences").exists()
    assert 3 == len(exp(below, "list").stdout.splitlines())
    told = exp(below, "propose", "../../talk/7.json", "--json")
    assert [2, 0] == [told.json["funnel"]["skip"], told.code]


def test_through_a_linked_folder_the_paths_are_the_repositorys(merged: Repository, tmp_path: Path):
    (tmp_path / "short").symlink_to(merged.path)

    done = exp(
        tmp_path / "short" / "engine",
        "recall",
        "--file",
        "valve.py",
        "--json",
        env={"PWD": str(tmp_path / "short/engine")},
    )

    assert [VALVE_RULE] == served(done)


def test_with_a_detached_head_the_default_branch_still_counts(merged: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson())
    merged.git("switch", "--quiet", "--detach", "main")

    done = exp(merged.path, "propose", "../talk/8.json")

    assert 0 == done.code, done.both
    assert merged.rev("main") == merged.rev(f"{BRANCH}^")
    assert [VALVE_RULE] == served(exp(merged.path, "recall", "--file", VALVE, "--json"))
    assert 0 == exp(merged.path).plain.code
    assert "HEAD" == merged.git("rev-parse", "--abbrev-ref", "HEAD")


def test_a_shallow_clone_claims_no_approval_that_it_can_not_see(merged: Repository, tmp_path: Path):
    shallow = merged.clone(tmp_path / "shallow", "--depth=1")

    [one] = exp(shallow.path, "recall", "--file", VALVE, "--json").json["applicable"]

    assert VALVE_RULE == one["what"]
    assert one["approved"] is None
    assert 0 == exp(shallow.path).plain.code
    assert 0 == exp(shallow.path, "propose", "history:").plain.code


def test_a_blobless_clone_fetches_nothing_and_says_what_it_lacks(merged: Repository, tmp_path: Path):
    merged.git("config", "uploadpack.allowFilter", "true")
    blobless = merged.clone(tmp_path / "blobless", "--filter=blob:none", "--no-checkout")
    count = "count-objects"
    before = blobless.git(count, "-v")

    done = exp(blobless.path, "recall", "--file", VALVE, "--json")

    assert 0 == done.code, done.both
    assert ([], 3) == (done.json["applicable"], len(done.json["skipped"]))
    assert "git fetch" in done.json["skipped"][0]["what"]
    assert before == blobless.git(count, "-v")


def test_sha256_from_propose_through_merge_to_recall(tmp_path: Path):
    save(tmp_path / "talk" / "7.json", two_lessons())
    there = Repository.create(tmp_path / "rocket", object_format="sha256")
    there.commit("Build the rocket", CODE)

    done = exp(there.path, "propose", "../talk/7.json", "--repo", "acme/rocket")
    again = exp(there.path, "propose", "../talk/7.json", "--repo", "acme/rocket", "--json")
    there.git("merge", "--quiet", "--no-ff", "-m", "Take it", BRANCH)

    assert 0 == done.code, done.both
    assert 2 == again.json["funnel"]["skip"]
    assert [VALVE_RULE] == served(exp(there.path, "recall", "--file", VALVE, "--json"))
    assert 64 == len(there.rev(BRANCH))
    assert "" == there.git("fsck", "--strict", "--no-dangling")
    assert 0 == exp(there.path).plain.code
    assert 0 == exp(there.path, "show", "valve").plain.code
    assert [] == exp(there.path, "recall", "--file", VALVE, "--worktree", "--json").json["skipped"]


def test_a_checkout_with_crlf_changes_nothing(merged: Repository, tmp_path: Path):
    clone = merged.clone(tmp_path / "windows", "--config", "core.autocrlf=true")

    found = exp(clone.path, "recall", "--file", VALVE, "--worktree", "--json")

    assert b"\r\n" in (clone.path / "README.md").read_bytes()
    assert [(VALVE_RULE, False)] == [(one["what"], one["unapproved"]) for one in found.json["applicable"]]


def test_the_users_git_configuration_can_not_change_an_answer(merged: Repository, tmp_path: Path):
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[color]\n ui = always\n[core]\n quotePath = true\n pager = cat >&2\n abbrev = 4\n[log]\n date = relative\n"
        " showSignature = true\n decorate = full\n[diff]\n noprefix = true\n renames = copies\n external = false\n"
        "[grep]\n patternType = perl\n lineNumber = true\n fullName = false\n[i18n]\n logOutputEncoding = latin1\n"
        "[commit]\n gpgSign = true\n[core]\n hooksPath = /nowhere\n[format]\n pretty = oneline\n[status]\n short = true\n"
    )
    calls = (("recall", "--file", VALVE), ("list",), ("show", "valve"), ("propose", "../talk/7.json"))

    for call in calls:
        plain, odd = (
            exp(merged.path, *call),
            exp(merged.path, *call, env={"GIT_CONFIG_GLOBAL": str(settings)}),
        )
        assert (plain.code, plain.stdout, plain.stderr) == (odd.code, odd.stdout, odd.stderr), call


def test_nothing_of_the_repository_runs(rocket: Repository, tmp_path: Path):
    ran = tmp_path / "ran"
    hook = f"#!/bin/sh\necho ran >> {ran}\n"
    for name in (
        "reference-transaction",
        "post-commit",
        "pre-commit",
        "post-update",
        "update",
        "fsmonitor",
        "textconv",
    ):
        path = rocket.write(f".git/hooks/{name}", hook)
        path.chmod(0o755)
    rocket.write(".gitattributes", "* diff=evil filter=evil\n")
    for name in ("diff.evil.textconv", "diff.external", "filter.evil.clean", "core.fsmonitor"):
        rocket.git("config", name, str(rocket.path / ".git/hooks/textconv"))

    for call in (
        ("propose", "../talk/7.json"),
        ("recall", "--file", VALVE),
        ("list",),
        ("propose", "history:"),
        (),
    ):
        assert 0 == exp(rocket.path, *call).plain.code

    assert not ran.exists()


def test_a_repository_that_only_git_dir_names(merged: Repository, tmp_path: Path):
    where = {"GIT_DIR": str(merged.path / ".git"), "GIT_WORK_TREE": str(merged.path)}

    done = exp(tmp_path, "recall", "--symbol", "Valve.open", "--json", env=where)

    assert [VALVE_RULE] == served(done)


def test_a_folder_that_can_not_be_written_is_one_line(rocket: Repository):
    if os.geteuid() == 0:
        (rocket.path / ".git/refs/heads/exp").write_text("in the way\n")
    else:
        (rocket.path / ".git/refs/heads").chmod(0o555)

    done = exp(rocket.path, "propose", "../talk/7.json")

    assert (3, "") == (done.code, done.stdout), done.both
    assert done.complaint


def test_a_branch_that_stands_in_the_way_is_named(rocket: Repository):
    rocket.git("branch", "exp")

    done = exp(rocket.path, "propose", "../talk/7.json")

    assert (3, "") == (done.code, done.stdout)
    assert "exp" in done.complaint
    assert "" == rocket.git("for-each-ref", "refs/heads/exp/")


def test_a_corrupt_object_is_one_line_and_no_traceback(merged: Repository):
    blob = merged.git("rev-parse", "HEAD:experiences")
    path = merged.path / ".git/objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    path.write_bytes(b"garbage")
    shutil.rmtree(
        merged.path / ".git/exp", ignore_errors=True
    )  # what was read before it broke would still be right

    recalled = exp(merged.path, "recall", "--file", VALVE)
    proposed_ = exp(merged.path, "propose", "-", stdin=json.dumps(one_lesson()).encode())

    assert recalled.plain.code in (0, 3) and "" == recalled.stdout
    assert recalled.stderr, "nothing is claimed about what could not be read"
    assert 3 == proposed_.plain.code
