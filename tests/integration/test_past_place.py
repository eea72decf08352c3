"""What lies at a path of a revision, and which names are near to one that never was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.git import Git, discover
from gitexp.adapters.past_place import lies, nearest
from gitexp.records.past import Lies
from support.repository import Repository, isolate


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "there")


def git_of(repository: Repository) -> Git:
    return discover(str(repository.path)).git()


def test_each_kind_of_thing_is_told_with_id_and_size(there: Repository):
    (there.path / "link").symlink_to("src/a.py")
    there.commit("Lay them", {"src/a.py": "12345", "*": "x", ":(top)b": "yy", "src/new\nline": "zzz"})
    there.git("update-index", "--add", "--cacheinfo", f"160000,{there.rev()},lib")
    there.git("commit", "--quiet", "-m", "Take a submodule")
    rev, git = there.rev(), git_of(there)

    def id_of(path: str) -> str:
        return there.git("rev-parse", f"HEAD:{path}")

    assert Lies("blob", id_of("src/a.py"), 5) == lies(git, rev, "src/a.py")
    assert Lies("tree", id_of("src"), 0) == lies(git, rev, "src")
    assert Lies("symlink", id_of("link"), 8) == lies(git, rev, "link")
    assert Lies("commit", there.rev("HEAD~1"), 0) == lies(git, rev, "lib")
    for name, size in (("*", 1), (":(top)b", 2), ("src/new\nline", 3)):
        found = lies(git, rev, name)
        assert found is not None and ("blob", size) == (found.kind, found.size)


@pytest.mark.parametrize("path", ["nothing", "src/a.py/x", "SRC/a.py", "src/", "lib/x", "s*", ":/src"])
def test_where_nothing_lies_it_says_so(there: Repository, path: str):
    there.commit("Lay them", {"src/a.py": "12345"})

    assert lies(git_of(there), there.rev(), path) is None


def test_the_revision_counts_and_neither_index_nor_work_tree(there: Repository):
    old = there.commit("Lay it", {"a.py": "1"})
    new = there.commit("Drop it", {"a.py": None, "b.py": "1"})
    there.write("c.py", "1")
    there.git("add", "c.py")
    git = git_of(there)

    assert [True, False] == [lies(git, rev, "a.py") is not None for rev in (old, new)]
    assert lies(git, new, "c.py") is None


def test_a_file_whose_blob_is_lacking_lies_there_all_the_same(there: Repository, tmp_path: Path):
    rev = there.commit("Lay it", {"a.py": "12345"})
    there.git("config", "uploadpack.allowFilter", "true")
    blobless = there.clone(tmp_path / "blobless", "--filter=blob:none", "--no-checkout")

    assert Lies("blob", there.git("rev-parse", "HEAD:a.py"), 0) == lies(git_of(blobless), rev, "a.py")


def test_names_that_are_no_text_are_found(there: Repository):
    name = os.fsdecode(b"\xff.py")
    (there.path / name).write_bytes(b"12")
    rev = there.commit("Lay it")

    found = lies(git_of(there), rev, name)

    assert found is not None and 2 == found.size


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("retry.py", ["src/net/retry.py"]),
        ("src/retry.py", ["src/net/retry.py"]),
        ("src/net/rettry.py", ["src/net/retry.py"]),
        ("src/net/Retry.py", ["src/net/retry.py"]),
        ("src/net/letry.py", ["src/net/retry.py"]),
        ("pump.c", ["old/pump.c"]),
        ("a.py", ["b/a.py", "a/a/a.py"]),
        ("zzzzzzzzzz", []),
        ("", []),
    ],
)
def test_the_nearest_names_of_tree_and_history_are_offered(there: Repository, asked: str, found: list[str]):
    there.commit("Lay them", {"src/net/retry.py": "1", "old/pump.c": "2", "README.md": "3"})
    there.commit("Drop one", {"old/pump.c": None, "b/a.py": "4", "a/a/a.py": "5"})

    assert found == nearest(git_of(there), there.rev(), asked, 3)


def test_no_more_names_than_asked_for_are_offered(there: Repository):
    there.commit("Lay many", {f"{number}/same.py": str(number) for number in range(9)})

    assert 3 == len(nearest(git_of(there), there.rev(), "same.py", 3))
