"""`exp audit --fix` and `--upkeep`: what is sure is proposed on a branch, nothing here changes; what is due is listed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from e2e.test_audit import build, experience, id_of, path_of
from support.process import exp
from support.repository import Repository

LONG_AGO = 'lifecycle: {expires: "2024-01-31"}\n'
DUE = 'lifecycle: {review_after: "2024-01-31"}\n'


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    repository = build(tmp_path_factory.mktemp("audit-fix") / "mill")
    repository.commit(
        "Write down what ends",
        experience("ends", "Sing.", more=LONG_AGO) | experience("due", "Dance.", more=DUE),
    )
    return repository


@pytest.fixture
def mill(laid: Repository, tmp_path: Path) -> Repository:
    shutil.copytree(laid.path, tmp_path / "mill", symlinks=True, ignore=shutil.ignore_patterns("exp"))
    repository = Repository(tmp_path / "mill")
    repository.commits = 50
    return repository


FIXED = ["ends", "flour", "gate"]


def test_what_is_sure_is_mended_on_a_branch(mill: Repository):
    done = exp(mill.path, "audit", "--fix", "--json")
    fixed = done.json["fixed"]

    assert 1 == done.code
    assert ("exp/upkeep", mill.rev("exp/upkeep")) == (fixed["branch"], fixed["commit"])
    assert sorted(map(path_of, FIXED)) == sorted(fixed["paths"])
    assert sorted(map(path_of, FIXED)) == mill.git("diff", "--name-only", "HEAD...exp/upkeep").splitlines()
    assert "scope: {paths: [src/mill/water/sluice.py]}" in mill.show(f"exp/upkeep:{path_of('gate')}")
    assert "status: expired" in mill.show(f"exp/upkeep:{path_of('ends')}")
    dead = mill.show(f"exp/upkeep:{path_of('flour')}")
    assert "status: archived" in dead
    assert f"`grind_flour` was removed in {mill.rev('HEAD~1')[:10]}" in dead


def test_head_index_and_work_tree_are_as_they_were(mill: Repository):
    mill.write("staged.txt", "staged\n")
    mill.git("add", "staged.txt")
    mill.write(path_of("oil"), "not: committed\n")
    before = (mill.rev(), mill.git("status", "--porcelain=v2", "--branch"), mill.git("ls-files", "--stage"))

    exp(mill.path, "audit", "--fix")

    assert before == (
        mill.rev(),
        mill.git("status", "--porcelain=v2", "--branch"),
        mill.git("ls-files", "--stage"),
    )
    assert "staged.txt" not in mill.git("ls-tree", "-r", "--name-only", "exp/upkeep")


def test_twice_it_is_the_same_commit(mill: Repository):
    exp(mill.path, "audit", "--fix")
    first = mill.rev("exp/upkeep")

    again = exp(mill.path, "audit", "--fix", "--json")

    assert (first, first) == (mill.rev("exp/upkeep"), again.json["fixed"]["commit"])


def test_once_merged_nothing_is_left_that_is_sure(mill: Repository):
    exp(mill.path, "audit", "--fix")
    mill.git("merge", "--quiet", "--no-ff", "-m", "Take it", "exp/upkeep")

    done = exp(mill.path, "audit", "--fix")

    assert "Nothing that can be mended surely: no proposal." == done.stdout.splitlines()[-1]
    assert path_of("gate") not in done.stdout and path_of("flour") not in done.stdout
    assert path_of("still") in done.stdout


def test_a_branch_that_is_checked_out_is_not_moved(mill: Repository):
    mill.git("checkout", "--quiet", "-b", "exp/upkeep")
    before = mill.rev("exp/upkeep")

    done = exp(mill.path, "audit", "--fix")

    assert 3 == done.code
    assert "exp/upkeep" in done.complaint
    assert before == mill.rev("exp/upkeep")
    assert 1 == exp(mill.path, "audit", "--fix", "--branch", "other/branch").code
    assert mill.rev("other/branch")


def test_a_name_that_is_no_branch_is_refused(mill: Repository):
    done = exp(mill.path, "audit", "--fix", "--branch", "a..b")

    assert (2, "") == (done.code, done.stdout)
    assert "a..b" in done.complaint


def test_it_works_in_a_bare_repository_and_detached(mill: Repository, tmp_path: Path):
    bare = mill.clone(tmp_path / "bare.git", "--bare")
    mill.git("checkout", "--quiet", "--detach")

    for repository in (bare, mill):
        assert 1 == exp(repository.path, "audit", "--fix").code
    assert bare.rev("exp/upkeep") == mill.rev("exp/upkeep")


def test_upkeep_lists_what_is_dead_expired_and_due_in_this_order(laid: Repository):
    done = exp(laid.path, "audit", "--upkeep", "--json")

    assert [
        ("dead", "warning", id_of("flour")),
        ("expired", "warning", id_of("ends")),
        ("review_due", "notice", id_of("due")),
    ] == [(one["code"], one["severity"], one["id"]) for one in done.json["faults"]]
    assert 1 == done.code


def test_upkeep_ends_with_0_for_a_notice_alone_and_with_1_when_strict(laid: Repository, tmp_path: Path):
    calm = Repository.create(tmp_path / "calm")
    calm.commit("Begin", experience("due", "Dance.", more=DUE))

    assert 0 == exp(calm.path, "audit", "--upkeep").code
    assert 1 == exp(calm.path, "audit", "--upkeep", "--strict").code
    assert "1 is dead, expired or due for a second look: exp audit --upkeep" in exp(calm.path, "audit").stdout


def test_where_nothing_is_due_it_says_so(tmp_path: Path):
    calm = Repository.create(tmp_path / "calm")
    calm.commit("Begin", experience("sing", "Sing."))

    assert "Nothing is due." == exp(calm.path, "audit", "--upkeep").stdout.splitlines()[-1]
