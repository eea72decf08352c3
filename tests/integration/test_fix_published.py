"""A proposal of fixes in a real repository: its branch holds it, and work tree, index and HEAD are as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.edit_yaml import edited
from gitexp.adapters.experience_yaml import read
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.publisher_git import GitPublisher
from gitexp.records.experience import Standing
from gitexp.records.proposal import Proposal, Published
from gitexp.records.text import Redacted
from gitexp.steps.fix import Fix, fitted, fix_proposal, fixes
from support.repository import Repository, isolate

PATH = "experiences/net/retry-0a1b2c3d4e.yaml"
FILE = """\
# Mara watches this one.
id: retry-0a1b2c3d4e
title: Retry GET only
when: Adding retries
what: Retry only what is idempotent.
preconditions: none
scope: {paths: ["src/net/**"]}   # the client
evidence: [{turn: "note:2024-01-02", quote: Only GET.}]
lens: logic
kind: constraint
status: active
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit("Lay it", {PATH: FILE, "src/http/client.py": "retries = 3\n"})
    repository.write(PATH, FILE + "# not committed\n")
    repository.write("staged.txt", "staged\n")
    repository.git("add", "staged.txt")
    return repository


def proposal() -> Proposal:
    def text_of(fix: Fix) -> Redacted:
        return edited(FILE, fix.path, fix.after).text

    one = Standing(read(FILE, PATH).experience, PATH, "b" * 40)
    found = fixes([one], [], {"src/net": "src/http"}, "2024-06-01")
    return fix_proposal(fitted(found, text_of), at="2024-05-02T10:00:00+00:00")


def publish(repo: Repository) -> Published:
    layout = discover(str(repo.path))
    git = layout.git()
    return GitPublisher(git, layout, base=base(git)).publish(proposal())


def test_the_branch_holds_the_change_and_nothing_else_moved(repo):
    before = repo.git("status", "--porcelain=v2", "--branch"), repo.rev()

    done = publish(repo)

    assert (True, "exp/upkeep", repo.rev()) == (done.moved, done.branch, done.base)
    assert FILE.replace("src/net/**", "src/http/**") == repo.git_bytes("show", f"exp/upkeep:{PATH}").decode()
    assert PATH == repo.git("diff", "--name-only", "HEAD", "exp/upkeep")
    assert "`src/net/**` is `src/http/**` now" in repo.git("show", "-s", "--format=%B", "exp/upkeep")
    assert before == (repo.git("status", "--porcelain=v2", "--branch"), repo.rev())


def test_the_same_again_moves_nothing(repo):
    first = publish(repo)

    again = publish(repo)

    assert (False, first.commit) == (again.moved, again.commit)
