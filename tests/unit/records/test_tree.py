"""The paths of a tree: what a name, a folder or a glob means, and what leads elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.tree import Tree

TREE = Tree(
    ("README.md", "src/net/retry.py", "src/net/wait.py", "tests/net/retry.py", "link"),
    submodules=("vendor/lib",),
    symlinks=("link",),
)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("README.md", True),
        ("src/net", True),
        ("src", True),
        ("vendor/lib", True),
        ("vendor", True),
        ("net", False),
        ("retry.py", False),
        ("", False),
        (7, False),
    ],
)
def test_files_folders_and_submodules_are_in_it(path: object, there: bool):
    assert there is (path in TREE)


def test_a_name_means_each_path_that_ends_with_it_the_exact_one_first():
    tree = Tree(("a/b.py", "b.py", "c/a/b.py", "ab.py"))

    assert ("b.py", "a/b.py", "c/a/b.py") == tree.named("b.py", 9)
    assert ("a/b.py", "c/a/b.py") == tree.named("a/b.py", 9)
    assert ("b.py", "a/b.py") == tree.named("b.py", 2)
    assert () == tree.named("d.py", 9)


@pytest.mark.parametrize("name", ["./src/net", "src/net/", "/src/net", "net"])
def test_a_folder_is_named_with_or_without_signs_around_it(name):
    assert "src/net" in TREE.named(name, 9)


def test_a_glob_means_files_in_their_order():
    assert ("src/net/retry.py", "src/net/wait.py", "tests/net/retry.py") == TREE.matching("*.py", 9)
    assert ("src/net/retry.py",) == TREE.matching("src/**/r*.py", 9)
    assert ("src/net/retry.py", "src/net/wait.py") == TREE.matching("*.py", 2)
    assert () == TREE.matching("lib/**", 9)


@pytest.mark.parametrize(
    ("path", "elsewhere"),
    [
        ("vendor/lib", True),
        ("vendor/lib/x/y.c", True),
        ("link", True),
        ("link/there", True),
        ("vendor", False),
        ("src/net/retry.py", False),
        ("linked", False),
    ],
)
def test_what_lies_in_a_submodule_or_behind_a_link_is_elsewhere(path, elsewhere):
    assert elsewhere is TREE.elsewhere(path)


@given(st.lists(st.from_regex(r"[ab]{1,2}(/[ab]{1,2}){0,3}", fullmatch=True), unique=True, max_size=8))
def test_every_file_is_found_by_each_of_its_ends(paths):
    tree = Tree(paths)
    for path in paths:
        parts = path.split("/")
        assert path in tree
        assert path == tree.named(path, 1)[0]
        assert all(path in tree.named("/".join(parts[at:]), 99) for at in range(len(parts)))
        assert all("/".join(parts[:at]) in tree.folders for at in range(1, len(parts)))
