"""Which names are commits of a clone: whole ids and beginnings of them, whatever else lies under the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.commits_git import GitCommitNames
from gitexp.adapters.git import discover
from support.repository import Repository, isolate


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


def present(repo: Repository, *names: str) -> set[str]:
    return set(GitCommitNames(discover(str(repo.path)).git()).present(names))


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_whole_ids_and_beginnings_are_present(tmp_path: Path, object_format: str):
    repo = Repository.create(tmp_path / "project", object_format=object_format)
    first, second = repo.commit("One", a="1"), repo.commit("Two", a="2")

    assert {first, second[:12], first[:7].upper()} == present(repo, first, second[:12], first[:7].upper())
    assert set() == present(repo, "ab12" * 10, "0" * len(first))


def test_only_commits_count(tmp_path: Path):
    repo = Repository.create(tmp_path / "project")
    repo.commit("One", a="1")
    repo.git("tag", "-a", "-m", "A tag", "v1")

    assert set() == present(repo, repo.rev("HEAD:a"), repo.rev("HEAD^{tree}"))
    assert {repo.rev("v1")} == present(repo, repo.rev("v1")), "an annotated tag names a commit"


@pytest.mark.parametrize(
    "odd", ["", "HEAD", "main", "--help", "abc\nHEAD", "deadbeef\0", "abc", "zzzz", "a" * 65]
)
def test_what_is_no_id_is_none_and_harms_no_other(tmp_path: Path, odd: str):
    repo = Repository.create(tmp_path / "project")
    first = repo.commit("One", a="1")

    assert {first} == present(repo, odd, first, odd)


def test_nothing_asked_asks_nothing(tmp_path: Path):
    assert set() == present(Repository.create(tmp_path / "empty"))


def test_past_the_end_of_a_shallow_history_there_is_none(tmp_path: Path):
    repo = Repository.create(tmp_path / "project")
    first, second = repo.commit("One", a="1"), repo.commit("Two", a="2")
    shallow = repo.clone(tmp_path / "shallow", "--depth", "1")

    assert {second} == present(shallow, first, second)


def test_an_id_that_two_objects_begin_with_is_none(tmp_path: Path):
    repo = Repository.create(tmp_path / "project")
    tree = repo.git("mktree", stdin=b"")
    made: dict[str, str] = {}
    for number in range(2000):
        id = (
            repo.git_bytes("hash-object", "-t", "commit", "-w", "--stdin", stdin=_commit(tree, number))
            .decode()
            .strip()
        )
        if id[:4] in made:
            assert set() == present(repo, id[:4])
            assert {id, made[id[:4]]} == present(repo, id, made[id[:4]])
            return
        made[id[:4]] = id
    pytest.fail("no two ids begin alike")


def _commit(tree: str, number: int) -> bytes:
    who = "Ada Author <ada@example.org> 1700000000 +0000"
    return f"tree {tree}\nauthor {who}\ncommitter {who}\n\n{number}\n".encode()
