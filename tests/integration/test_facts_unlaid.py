"""What a sparse checkout leaves out is tracked and there all the same: the facts are those of the whole work tree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.facts_kept import KeptFacts
from gitexp.adapters.facts_kept_tables import TABLES
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.records.facts import Facts
from gitexp.records.skipped import Skipped
from support.repository import Repository, isolate

FILES: dict[str, str | bytes | None] = {
    "pyproject.toml": '[project]\nname = "mill"\nversion = "1"\ndependencies = ["httpx"]\n',
    "web/package.json": '{"dependencies": {"react": "^18"}}',
    "web/package-lock.json": (
        '{"packages": {"": {"dependencies": {"react": "^18"}}, "node_modules/react": {"version": "18.2.0"}}}'
    ),
    "web/src/a.ts": "import React from 'react';\n",
    "tool/requirements/dev.txt": "pytest==8.0\n",
    "tool/conanfile.txt": "",
    "docs/conf.py": "",
    "src/mill/a.py": "import settings\nimport flask\n",
    "lib/settings.py": "",
    ".github/workflows/ci.yml": "",
    ".circleci/config.yml": "",
}
ASKED: Sequence[tuple[str, ...]] = ((), ("web/src/a.ts",), ("tool/b.py",), ("src/mill/a.py", "tool/c.cpp"))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "mill")
    repository.commit("Begin", FILES)
    return repository


def facts(repo: Repository, *files: str, git_dir: str | None = None) -> tuple[Facts, list[Skipped]]:
    source = RepositoryFacts(repo.path, lambda: sorted(FILES), (), "linux", git_dir=git_dir)
    found, skipped = source.gather(files, ())
    return found, list(skipped)


def kept(repo: Repository, index: Path, *files: str) -> tuple[Facts, list[Skipped]]:
    opened = DerivedDatabase(str(index), "facts", TABLES)
    try:
        source = KeptFacts(
            repo.path, lambda: sorted(FILES), (), "linux", (), opened, lambda: time.time_ns() + 10**11
        )
        found, skipped = source.gather(files, ())
        return found, list(skipped)
    finally:
        opened.close()


def without_imports(told: tuple[Facts, list[Skipped]]) -> tuple[Facts, list[Skipped]]:
    return told[0]._replace(imports={}), told[1]


def test_the_facts_are_those_of_the_whole_work_tree(repo: Repository):
    whole = [facts(repo, *files) for files in ASKED]
    repo.git("sparse-checkout", "set", "src")
    sparse = [facts(repo, *files) for files in ASKED]

    assert not (repo.path / "web").exists()
    assert "circleci, github-actions" == sparse[0][0].environment["ci"].value
    # Of what is imported it can't be told whether it lies in a folder that was left out.
    assert "flask" in whole[3][0].imports and {} == sparse[3][0].imports
    assert "flask" == whole[3][0].environment["framework"].value
    assert [without_imports(one) for one in whole[:3]] == [without_imports(one) for one in sparse[:3]]
    assert (whole[3][0].dependencies, whole[3][0].partly) == (sparse[3][0].dependencies, sparse[3][0].partly)
    assert "flask" not in sparse[3][0].tellable["framework"]
    assert "django" in sparse[3][0].tellable["framework"]


def test_what_was_laid_out_again_is_read_where_it_lies(repo: Repository):
    repo.git("sparse-checkout", "set", "src")
    repo.write("web/package.json", '{"dependencies": {"vue": "^3"}}')

    # The lock file still comes out of git.
    found = {one.name: one.origin for one in facts(repo, "web/src/a.ts")[0].dependencies}
    assert ("web/package.json", "web/package-lock.json") == (found["vue"], found["react"])
    repo.git("sparse-checkout", "disable")
    assert {"flask"} == set(facts(repo, "src/mill/a.py")[0].imports)


def test_a_linked_work_tree_and_a_named_git_directory_are_looked_into(repo: Repository, tmp_path: Path):
    repo.git("worktree", "add", "--quiet", str(tmp_path / "other"))
    other = Repository(tmp_path / "other")
    other.git("sparse-checkout", "set", "src")
    (tmp_path / "mill" / ".git").rename(tmp_path / "git")
    (tmp_path / "other" / ".git").write_text(f"gitdir: {tmp_path}/git/worktrees/other\n")

    assert not (other.path / "web").exists()
    assert {"npm"} == {one.ecosystem for one in facts(other, "web/src/a.ts")[0].manifests} - {"pypi"}
    (tmp_path / "other" / ".git").unlink()
    assert () == facts(other, "web/src/a.ts")[0].dependencies[2:]
    named = facts(other, "web/src/a.ts", git_dir=str(tmp_path / "git" / "worktrees" / "other"))[0]
    assert "react" in {one.name for one in named.dependencies}


def test_what_this_clone_lacks_is_said_and_proves_no_absence(repo: Repository, tmp_path: Path):
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--sparse")
    repo.path.rename(tmp_path / "gone")

    found, skipped = facts(clone, "web/src/a.ts")

    assert {"web/package.json", "web/package-lock.json"} == {one.where for one in skipped}
    assert all(one.what.startswith("not in this clone") for one in skipped)
    assert {"npm"} == found.partly


def test_where_git_does_not_tell_what_was_left_out_nothing_is_denied(repo: Repository):
    repo.git("sparse-checkout", "set", "src")
    (repo.path / ".git" / "index").write_bytes(b"no index at all")

    found, skipped = facts(repo, "src/mill/a.py")

    assert [Skipped(".", "git does not tell what this sparse checkout leaves out")] == skipped
    assert {"pypi", "npm"} <= found.partly
    assert ({}, frozenset(), frozenset()) == (
        found.imports,
        found.tellable["ci"],
        found.tellable["framework"],
    )
    assert ["httpx"] == [one.name for one in found.dependencies if one.name != "mill"]


def test_what_is_kept_of_a_sparse_checkout_follows_it(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    index = tmp_path / "index.db"
    for change in (("set", "src"), ("set", "web"), ("add", "tool"), ("disable",)):
        repo.git("sparse-checkout", *change)
        for files in ASKED:
            assert facts(repo, *files) == kept(repo, index, *files) == kept(repo, index, *files)
    repo.git("sparse-checkout", "set", "src")
    expected = [kept(repo, index, *files) for files in ASKED]
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))

    # Where nothing changed git is not asked.
    assert expected == [kept(repo, index, *files) for files in ASKED]
