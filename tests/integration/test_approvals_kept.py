"""Who approved a file is kept, and told of another commit of the branch only where its new commits leave the file alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from gitexp.adapters.approvals_kept import KeptApprovals
from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.git import discover
from gitexp.adapters.index_tables import FORM, TABLES
from gitexp.adapters.kept_answers import KeptAnswers
from gitexp.adapters.store_git_history import approvals
from gitexp.records.recollection import Approval
from support.repository import Repository

ALICE, BOB, CAROL = (
    ("Alice", "alice@example.org"),
    ("Bob", "bob@example.org"),
    ("Carol", "carol@example.org"),
)
ONE, TWO = "experiences/a/one.yaml", "experiences/a/two\nlines.yaml"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "shop")
    repository.commit("Begin", {"a.py": ""})
    repository.commit("Learn one", {ONE: "one\n"}, author=ALICE)
    repository.commit("Learn two", {TWO: "two\n"}, author=BOB)
    return repository


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptAnswers]:
    database = DerivedDatabase(str(tmp_path / "index.db"), FORM, TABLES)
    yield KeptAnswers(database)
    database.close()


class Asked:
    """What is kept of a branch, and the paths that the history had to be walked for."""

    def __init__(self, repo: Repository, kept: KeptAnswers, branch: str = "main") -> None:
        self.walked: list[str] = []
        layout = discover(str(repo.path))

        def ask(paths: Sequence[str]) -> Mapping[str, Approval]:
            self.walked += paths
            return approvals(layout.git(), layout, repo.rev(branch), paths)

        def blobs(paths: Sequence[str]) -> dict[str, str]:
            return {path: repo.rev(f"{branch}:{path}") for path in paths}

        self._found = KeptApprovals(layout.git(), kept, blobs, lambda: repo.rev(branch), ask)

    def by(self, *paths: str) -> list[str]:
        found = self._found.of(paths)
        return [found[path].by for path in paths if path in found]


def test_at_the_same_commit_and_after_commits_elsewhere_nothing_is_walked(
    repo: Repository, kept: KeptAnswers
):
    asked = Asked(repo, kept)
    assert ["Alice", "Bob"] == asked.by(ONE, TWO)
    repo.commit("Elsewhere", {"a.py": "x = 1\n"}, author=CAROL)
    repo.commit("Again", {"a.py": "x = 2\n"}, author=CAROL)

    assert ["Alice", "Bob"] == asked.by(ONE, TWO)
    assert ["Alice", "Bob"] == asked.by(ONE, TWO)
    assert [ONE, TWO] == asked.walked


def test_a_content_that_was_changed_and_brought_back_is_approved_by_who_brought_it_back(
    repo: Repository, kept: KeptAnswers
):
    asked = Asked(repo, kept)
    asked.by(ONE, TWO)
    repo.commit("Change both", {ONE: "other\n", TWO: "other\n"}, author=BOB)
    repo.commit("Take it back", {ONE: "one\n", TWO: "two\n"}, author=CAROL)
    repo.commit("Elsewhere", {"a.py": "x = 1\n"}, author=BOB)

    assert ["Carol", "Carol"] == asked.by(ONE, TWO)
    assert [ONE, TWO, ONE, TWO] == asked.walked


def test_what_a_merge_brings_back_is_approved_by_who_merged(repo: Repository, kept: KeptAnswers):
    asked = Asked(repo, kept)
    asked.by(ONE)
    repo.commit("Change", {ONE: "other\n"}, author=BOB)
    repo.git("switch", "--quiet", "--create", "back")
    repo.commit("Take it back", {ONE: "one\n"}, author=BOB)
    repo.git("switch", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge", "back", author=CAROL)

    assert ["Carol"] == asked.by(ONE)


def test_where_the_branch_was_put_elsewhere_all_is_walked_anew(repo: Repository, kept: KeptAnswers):
    asked = Asked(repo, kept)
    asked.by(ONE, TWO)
    repo.git("reset", "--quiet", "--hard", "HEAD~2")
    repo.commit("Learn again", {ONE: "one\n", TWO: "two\n"}, author=CAROL)

    assert ["Carol", "Carol"] == asked.by(ONE, TWO)
    repo.git("reset", "--quiet", "--hard", "HEAD@{2}")
    assert ["Alice", "Bob"] == asked.by(ONE, TWO)


def test_where_the_branch_went_on_from_another_that_took_it_in_all_is_walked_anew(
    repo: Repository, kept: KeptAnswers
):
    asked = Asked(repo, kept)
    repo.git("branch", "work", "HEAD~2")
    asked.by(ONE, TWO)
    repo.git("switch", "--quiet", "work")
    repo.commit("Work", {"b.py": ""}, author=BOB)
    repo.git("merge", "--quiet", "--no-ff", "-m", "Take main in", "main", author=CAROL)
    repo.git("branch", "--quiet", "--force", "main", "work")

    assert ["Carol", "Carol"] == asked.by(ONE, TWO), "it is their merge that the branch has now"


def test_what_makes_no_sense_or_is_no_commit_counts_as_not_kept(repo: Repository, kept: KeptAnswers):
    asked = Asked(repo, kept)
    asked.by(ONE)
    blob = repo.rev(f"main:{ONE}")

    for harm in ("[", "[1, 2]", f'["Eve", "", "", "{"f" * 40}"]', '["Eve", "", "", "--all"]'):
        kept.put(f"approval 3 {blob} {ONE}", harm)
        assert ["Alice"] == asked.by(ONE)
