"""The facts of a revision are those of its manifests: neither of the work tree nor of what people declared here."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.facts_revision import RevisionFacts
from gitexp.adapters.git import discover
from support.repository import Repository, isolate

NEW = '[project]\nname = "mill"\nversion = "1"\ndependencies = ["httpx>=0.24"]\n'

PACKAGE = '{"name": "web", "dependencies": {"react": "^18.0.0"}}'


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


def facts_at(repo: Repository, rev: str = "HEAD") -> RevisionFacts:
    return RevisionFacts(discover(str(repo.path)).git(), repo.rev(rev))


def dependencies(repo: Repository, rev: str = "HEAD") -> set[tuple[str, str, str | None]]:
    """Return what the manifests ask for; that each of them names its own project is left out."""
    facts, _ = facts_at(repo, rev).gather((), ())
    rows = {(one.ecosystem, one.name, one.declared or one.version) for one in facts.dependencies}
    return rows - {("pypi", "mill", "1"), ("npm", "web", None)}


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "mill")
    repository.commit("Begin", {"requirements.txt": "requests==2.31.0\n", "web/package.json": PACKAGE})
    repository.commit("Change", {"requirements.txt": None, "pyproject.toml": NEW})
    return repository


def test_each_revision_has_its_own(repo: Repository):
    assert {("pypi", "requests", "2.31.0"), ("npm", "react", "^18.0.0")} == dependencies(repo, "HEAD~1")
    assert {("pypi", "httpx", ">=0.24"), ("npm", "react", "^18.0.0")} == dependencies(repo)


def test_the_work_tree_and_what_is_declared_here_are_not_asked(repo: Repository):
    repo.write("pyproject.toml", NEW.replace("httpx", "flask"))
    repo.write("requirements.txt", "django==5\n")
    repo.git("config", "exp.fact.httpx", "no")

    assert {("pypi", "httpx", ">=0.24"), ("npm", "react", "^18.0.0")} == dependencies(repo)


def test_places_are_those_of_the_repository(repo: Repository):
    facts, skipped = facts_at(repo).gather((), ())

    assert [] == list(skipped)
    read = {(one.ecosystem, one.path) for one in facts.manifests}
    assert {("pypi", "pyproject.toml"), ("npm", "web/package.json")} == read
    assert {"pyproject.toml", "web/package.json"} == {one.origin for one in facts.dependencies}
    assert {"pyproject.toml", "web/package.json"} == set(facts.tracked)


def test_without_dependencies_only_the_tree_is_told(repo: Repository):
    facts, _ = facts_at(repo).gather((), (), names=())

    assert ((), {"pyproject.toml", "web/package.json"}) == (facts.dependencies, set(facts.tracked))


def test_of_what_was_not_laid_nothing_is_told(repo: Repository):
    repo.commit(
        "Run it", {".travis.yml": "", "a.py": "import os\n", "pyproject.toml": NEW.replace("httpx", "flask")}
    )

    facts, _ = facts_at(repo).gather(["a.py"], ())

    assert ["framework"] == list(facts.environment) == list(facts.tellable)
    assert ("flask", "pyproject.toml") == facts.environment["framework"]
    assert {} == facts.imports


def test_it_is_gathered_once(repo: Repository):
    source = facts_at(repo)

    assert source.gather((), ()) is source.gather((), ())


def test_it_works_without_a_work_tree_and_leaves_nothing_behind(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bare = repo.clone(tmp_path / "bare.git", "--bare")
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(empty))

    assert ("pypi", "httpx", ">=0.24") in dependencies(bare)
    assert [] == list(empty.iterdir())
    assert "" == repo.git("status", "--porcelain", "--ignored")


def test_a_manifest_that_can_not_be_read_is_named(repo: Repository):
    repo.commit("Break it", {"pyproject.toml": "[project\n"})

    facts, skipped = facts_at(repo).gather((), ())

    assert {"react", "web"} == {one.name for one in facts.dependencies}
    assert ["pyproject.toml"] == [one.where for one in skipped]


def test_a_manifest_behind_a_link_or_with_an_odd_name_leads_nowhere(repo: Repository, tmp_path: Path):
    outside = tmp_path / "outside.txt"
    outside.write_text("secretlib==1.0\n")
    (repo.path / "requirements.txt").symlink_to(outside)
    repo.commit("Link it", {"odd\nname/requirements.txt": "lib-a==1\n", "ünï/requirements.txt": "lib-b==1\n"})

    names = {name for _, name, _ in dependencies(repo)}

    assert "secretlib" not in names
    assert {"httpx", "react", "lib-b"} <= names


def test_a_tree_whose_names_lead_out_of_a_folder_writes_nothing_outside(repo: Repository, tmp_path: Path):
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"evil==1\n")
    inner = repo.git("mktree", stdin=f"100644 blob {blob}\trequirements.txt\n".encode())
    # `git mktree` takes any name that holds no slash.
    outer = repo.git(
        "mktree", stdin=f"040000 tree {inner}\t..\n100644 blob {blob}\trequirements.txt\n".encode()
    )
    commit = repo.git("commit-tree", outer, "-m", "hostile")

    assert {("pypi", "evil", "1")} == dependencies(repo, commit)
    assert [] == list(tmp_path.rglob("evil*"))


def test_a_tree_without_manifests_has_no_facts(tmp_path: Path):
    plain = Repository.create(tmp_path / "plain")
    plain.commit("Begin", {"a.py": ""})

    facts, skipped = facts_at(plain).gather((), ())

    assert ((), (), []) == (facts.dependencies, facts.manifests, list(skipped))


def tree(repo: Repository, *lines: str) -> str:
    """Return a tree of git; `git mktree` takes any name that holds no slash."""
    return repo.git("mktree", stdin="".join(f"{line}\n" for line in lines).encode())


def test_a_name_that_fits_on_no_disk_is_said_and_the_rest_is_read(repo: Repository):
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"lib-a==1\n")
    inner = tree(repo, f"100644 blob {blob}\trequirements.txt")
    deep = inner
    for _ in range(150):
        deep = tree(repo, f"040000 tree {deep}\td")
    long = "n" * 300
    # A file and a folder of one name: the folder's manifest has no place beside the file.
    top = tree(
        repo,
        f"100644 blob {blob}\trequirements.txt",
        f"100644 blob {blob}\tdev-requirements.txt",
        f"040000 tree {inner}\tdev-requirements.txt",
        f"040000 tree {inner}\t{long}",
        f"040000 tree {deep}\tdeep",
    )
    commit = repo.git("commit-tree", top, "-m", "hostile")

    facts, skipped = facts_at(repo, commit).gather((), ())

    assert {"lib-a"} == {one.name for one in facts.dependencies}
    told = {one.where: one.what for one in skipped}
    assert told.pop(f"{long}/requirements.txt").startswith("its name fits on no disk here: ")
    assert told.pop("dev-requirements.txt/requirements.txt").startswith("its name fits on no disk here: ")
    assert told.pop("deep/" + "d/" * 150 + "requirements.txt") == "lies more than 100 folders deep: not read"
    assert {} == told


def test_a_manifest_that_a_partial_clone_lacks_is_said_to_be_lacking(repo: Repository, tmp_path: Path):
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    repo.path.rename(tmp_path / "gone")

    facts, skipped = facts_at(clone).gather((), ())

    assert () == facts.dependencies
    assert {"pyproject.toml", "web/package.json"} == {one.where for one in skipped}
    assert all(one.what.startswith("not in this clone") for one in skipped)


def test_for_a_file_the_nearest_manifests_count_whatever_lies_elsewhere(repo: Repository):
    repo.commit("Grow", {f"p{number:03}/requirements.txt": "lib-a==1\n" for number in range(300)})

    facts, _ = facts_at(repo).gather(["web/src/a.ts"], ())

    assert ["web/package.json", "pyproject.toml"] == [one.path for one in facts.manifests]


def test_for_a_file_a_manifest_that_can_not_be_read_denies_nothing(repo: Repository):
    (repo.path / "web/package-lock.json").symlink_to("package.json")
    repo.commit("Link it", {"tool/package.json": PACKAGE, "tool/bun.lock": "", "pad/package.json": PACKAGE})

    told = {folder: facts_at(repo).gather([f"{folder}/a.ts"], ()) for folder in ("web", "tool", "pad")}

    assert [frozenset({"npm"})] * 2 + [frozenset()] == [facts.partly for facts, _ in told.values()]
    assert [("web/package-lock.json", "it is a link: not followed")] == [
        (one.where, one.what) for one in told["web"][1]
    ]
    assert [[], []] == [list(skipped) for _, skipped in (told["tool"], told["pad"])]
