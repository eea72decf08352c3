"""Fixtures of the e2e tests: repositories are laid once in each worker, and copied where a test changes them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PANEL_PATH, build, two_lessons
from support.github import save
from support.process import exp
from support.repository import Repository

MARA = ("Mara Maintainer", "mara@example.org")


@pytest.fixture(scope="session")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the repository `rocket` and the discussion `talk/7.json` beside it."""
    folder = tmp_path_factory.mktemp("laid")
    build(Repository.create(folder / "rocket"))
    save(folder / "talk" / "7.json", two_lessons())
    return folder


@pytest.fixture(scope="session")
def _merged(_laid: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, after a maintainer merged what exp proposed, and declared a third experience by hand."""
    folder = tmp_path_factory.mktemp("merged") / "there"
    rocket = copied(_laid, folder)
    done = exp(rocket.path, "propose", "../talk/7.json")
    assert done.code == 0, done.both
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take what exp proposes", "exp/proposals", author=MARA)
    rocket.commit("Write down the panel's trap", {PANEL_PATH: PANEL_FILE}, author=MARA)
    return folder


@pytest.fixture
def rocket(_laid: Path, tmp_path: Path) -> Repository:
    """A repository without a store, of the test's own; `../talk/7.json` teaches two things."""
    return copied(_laid, tmp_path)


@pytest.fixture
def merged(_merged: Path, tmp_path: Path) -> Repository:
    """A repository with three approved experiences, of the test's own."""
    return copied(_merged, tmp_path)


@pytest.fixture(scope="session")
def shared(_merged: Path) -> Repository:
    """The repository with three approved experiences, for tests that only read."""
    return reopened(_merged)


def copied(source: Path, target: Path) -> Repository:
    """Copy a laid folder and return its repository."""
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    # What others asked of the repository that all share is no past of this one, nor is the index that it left there.
    shutil.rmtree(target / "rocket" / ".git" / "exp", ignore_errors=True)
    return reopened(target)


def reopened(folder: Path) -> Repository:
    """Return the repository of a laid folder; its next commit is later than all it holds."""
    repository = Repository(folder / "rocket")
    repository.commits = 100
    return repository
