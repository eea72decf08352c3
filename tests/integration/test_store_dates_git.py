"""Since when a file of the store stands as it does: when people took it in, told only where git knows that."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.git_commits import EMAIL
from gitexp.adapters.store_dates_git import landed
from support.repository import Repository, isolate

ONE, TWO = "experiences/a/one.yaml", "experiences/b/zwei-\u00e4.yaml"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """`one` came on the first day; `two` was written on the second, and merged on the third."""
    repo = Repository.create(tmp_path / "repo")
    repo.commit("Write one", {ONE: "id: one\n"})
    repo.git("checkout", "-q", "-b", "proposal")
    repo.commit("Write two", {TWO: "id: two\n"})
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "Take it", "proposal")
    repo.commits += 1
    return repo


def dates(repo: Repository, *paths: str) -> dict[str, str]:
    layout = discover(str(repo.path))
    files = {path: repo.rev(f"HEAD:{path}") for path in paths}
    return landed(layout.git(), layout, repo.rev("main"), files)


def test_a_file_stands_there_since_the_merge_that_brought_it(repo: Repository):
    assert {ONE: "2024-01-01T12:00:00Z", TWO: "2024-01-03T12:00:00Z"} == dates(repo, ONE, TWO)


def test_another_text_begins_anew(repo: Repository):
    repo.commit("Mend one", {ONE: "id: one\nwhat: else\n"})

    assert {ONE: "2024-01-04T12:00:00Z", TWO: "2024-01-03T12:00:00Z"} == dates(repo, ONE, TWO)


def test_of_what_the_default_branch_holds_otherwise_nothing_is_told(repo: Repository):
    repo.git("checkout", "-q", "-b", "work")
    repo.commit("Change one, add three", {ONE: "id: one\nwhat: mine\n", "experiences/a/three.yaml": "x\n"})

    assert {} == dates(repo, ONE, "experiences/a/three.yaml")


def test_exps_own_commit_tells_no_date_of_people(repo: Repository):
    repo.commit("exp: 1 experience", {ONE: "id: one\nwhat: proposed\n"}, author=("git-exp", EMAIL))

    assert {TWO: "2024-01-03T12:00:00Z"} == dates(repo, ONE, TWO)


def test_the_border_of_a_shallow_clone_tells_nothing(repo: Repository, tmp_path: Path):
    shallow = repo.clone(tmp_path / "shallow", "--depth", "1")

    assert {} == dates(shallow, ONE, TWO)
