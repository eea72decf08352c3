"""A path is found, missing where tree and history are sure, or it can't be told, and why."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from gitexp.records.finding import Finding
from gitexp.records.removal import Removal
from gitexp.records.sighting import Sighted
from gitexp.records.tree import Tree
from gitexp.steps.code import Code
from gitexp.steps.look_up_paths import judged_path, look_up_path, plain_path, told
from support.fakes import FakeSymbols

FILES = ("README.md", "docs/guide.md", "src/net/retry.py", "src/net/wait.py", "src/odd\udcff.py")


class Lying(FakeSymbols):
    """A tree of paths, of which git ignores what lies in `build`."""

    def tree(self) -> Tree:
        return Tree(FILES, submodules=("vendor/lib",), symlinks=())

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        return frozenset(path for path in paths if path.startswith("src/build/"))


def code() -> Code:
    return Code(Lying({}), Sighted())


def found(name: str) -> Finding | None:
    return look_up_path(code(), name)


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("src/net/retry.py", ("src/net/retry.py",)),
        ("./src/net/retry.py", ("src/net/retry.py",)),
        ("net/retry.py", ("src/net/retry.py",)),
        ("retry.py", ("src/net/retry.py",)),
        ("src/net", ("src/net",)),
        ("src/net/", ("src/net",)),
        ("src/net/retry", ("src/net/retry.py",)),
        ("src/**/*.py", ("src/net/retry.py", "src/net/wait.py", "src/odd\ufffd.py")),
        ("*.md", ("README.md", "docs/guide.md")),
    ],
)
def test_what_the_tree_holds_is_found_however_it_is_written(name, where):
    finding = found(name)

    assert finding is not None
    assert ("found", where) == (finding.answer, finding.where)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/hosts", "lies outside of this tree"),
        ("~/x.py", "lies outside of this tree"),
        ("../x.py", "lies outside of this tree"),
        ("C:/x.py", "lies outside of this tree"),
        ("src/NAME.py", "stands for other names"),
        ("src/<area>/x.py", "stands for other names"),
        ("src/.../x.py", "stands for other names"),
        ("other.py", "no file or folder of this name is in the tree"),
        ("src/net/*.rb", "nothing in the tree matches it"),
        ("lib/net/retry.py", "`lib/` is no folder of this tree"),
        ("docs/guides", "may be two words as well as a path"),
        ("vendor/lib/x.c", "lies in a submodule, or behind a symlink"),
        ("src/build/x.py", "git is told to ignore it: it may be made by a build"),
    ],
)
def test_whose_absence_says_nothing_can_not_be_told(name, reason):
    finding = found(name)

    assert finding is not None
    assert ("unverifiable", reason) == (finding.answer, finding.reason)


@pytest.mark.parametrize("name", ["src/net/retri.py", "docs/gone.md", "src/gone/", "src/a/b/c"])
def test_of_the_rest_the_history_is_asked(name):
    assert found(name) is None


def test_what_neither_tree_nor_history_held_is_missing_with_what_is_near():
    finding = judged_path(code(), "src/net/retri.py", {"src/net/retri.py": None})

    assert ("missing", "path", ("src/net/retry.py",)) == (finding.answer, finding.kind, finding.nearest)
    assert (
        "`src/net/` is here, and neither the tree nor the history ever held this path in it" == finding.reason
    )


def test_where_the_history_ends_it_can_not_be_told():
    finding = judged_path(code(), "src/net/retri.py", {})

    assert ("unverifiable", "not in the tree, and the history could not be asked to its end") == (
        finding.answer,
        finding.reason,
    )


def test_what_was_moved_is_told_with_its_new_path_first():
    removal = Removal("c0ffee" * 7, "2024-05-02", "Move it", "src/net/wait.py")

    finding = judged_path(code(), "src/net/retri.py", {"src/net/retri.py": removal})

    assert ("unverifiable", removal.commit, "src/net/wait.py") == (
        finding.answer,
        finding.gone,
        finding.became,
    )
    assert "src/net/wait.py" == finding.nearest[0]
    assert "was removed in c0ffeec0ff (2024-05-02): moved to src/net/wait.py" == finding.reason


def test_what_was_taken_out_for_good_has_become_nothing():
    removal = Removal("c0ffee" * 7, "2024-05-02", "Delete it")

    assert "" == judged_path(code(), "src/x.py", {"src/x.py": removal}).became
    assert "was removed in c0ffeec0ff (2024-05-02)" == told(removal)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("./src/net/", "src/net"),
        ("src/**/x.py", "src"),
        ("src/net/*.py", "src/net"),
        ("*.py", ""),
        ("src/[ab]/x.py", "src"),
        ("a/b.py", "a/b.py"),
    ],
)
def test_of_a_glob_the_folders_before_its_first_sign_count(name, plain):
    assert plain == plain_path(name)


def test_a_path_that_is_like_none_has_nothing_near():
    assert () == judged_path(code(), "docs/zzz.md", {"docs/zzz.md": None}).nearest
