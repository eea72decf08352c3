"""The paths that agents give, made the repository's own: what lies outside of it, or in another one, is left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.cli.hook_paths import MOST_NAMED, HookPaths
from support.repository import Repository

FILE = "src/net/retry.py"


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work tree with one that is linked to it inside, and a repository that is nested in it."""
    net = Repository.create(tmp_path_factory.mktemp("there") / "net")
    net.commit("Begin", {FILE: "x = 1\n", "README.md": "Read.\n", "a b/ü.py": "y = 1\n"})
    net.git("worktree", "add", "-q", "-b", "work", str(net.path / ".trees" / "side"))
    net.git("worktree", "add", "-q", "-b", "more", str(net.path.parent / "beside"))
    Repository.create(net.path / "vendor" / "other").commit("Begin", {FILE: "z = 1\n"})
    (net.path / "into").symlink_to("src")
    (net.path / "out").symlink_to(net.path.parent)
    (net.path / "link.py").symlink_to(FILE)
    (net.path / "src" / "twice.py").symlink_to("../link.py")
    (net.path / "to-come.py").symlink_to("src/net/new.py")
    (net.path / "to-git").symlink_to(".git/config")
    (net.path / "hosts").symlink_to("/etc/hosts")
    (net.path / "itself").symlink_to("itself")
    return net.path


def paths(net: Path, here: str = "", theirs: str = "") -> HookPaths:
    return HookPaths(str(net), str(net / ".git"), str(net / here), theirs)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (FILE, FILE),
        ("./src/../src/net//retry.py", FILE),
        ("src/not/there/yet.py", "src/not/there/yet.py"),
        ("a b/ü.py", "a b/ü.py"),
        ("into/net/retry.py", FILE),
        ("link.py", FILE),
        ("src/twice.py", FILE),
        ("to-come.py", "src/net/new.py"),
        ("to-git", "to-git"),
        ("hosts", "hosts"),
        ("itself", "itself"),
        (".github/x.yml", ".github/x.yml"),
        (".gitignore", ".gitignore"),
        (".trees/side/src/net/retry.py", FILE),
        ("../beside/src/net/retry.py", FILE),
        ("../net/README.md", "README.md"),
        ("src\\net\\retry.py", FILE),
        ("", ""),
        (".", ""),
        ("src", ""),
        ("/", ""),
        ("..", ""),
        ("../other.py", ""),
        ("/etc/hosts", ""),
        ("out/other.py", ""),
        (".git/config", ""),
        (".git", ""),
        (".trees/side/.git", ""),
        ("vendor/other/src/net/retry.py", ""),
        ("vendor/src/net/retry.py", "vendor/src/net/retry.py"),
        ("a\0b", ""),
        ("a" * 5_000, ""),
        ("C:\\src\\net\\retry.py", ""),
    ],
)
def test_a_path_is_the_repositorys_or_none(net: Path, given: str, expected: str):
    assert expected == paths(net).file(given)
    if given and not given.startswith(("/", "C:", "a\0")) and "\\" not in given:
        assert expected == paths(net).file(str(net / given))


def test_it_is_read_from_the_folder_where_the_agent_is(net: Path):
    assert FILE == paths(net, "src/net").file("retry.py")
    assert "README.md" == paths(net, "src/net").file("../../README.md")
    assert "src/net/README.md" == paths(net, "src/net").file("README.md")


@pytest.mark.parametrize(
    ("given", "theirs", "expected"),
    [
        ("C:\\work\\net\\src\\net\\retry.py", "C:\\work\\net", FILE),
        ("C:\\work\\net\\src\\net\\retry.py", "C:\\work\\net\\", FILE),
        ("c:\\Work\\NET\\src\\net\\retry.py", "C:\\work\\net", FILE),
        ("C:/work/net/src/net/retry.py", "C:\\work\\net", FILE),
        ("C:\\work\\net/src/net/retry.py", "C:/work/net", FILE),
        ("D:\\work\\net\\src\\net\\retry.py", "C:\\work\\net", ""),
        ("C:\\work\\network\\src\\net\\retry.py", "C:\\work\\net", ""),
        ("C:\\work\\net\\..\\..\\etc\\hosts", "C:\\work\\net", ""),
        ("C:\\work\\net", "C:\\work\\net", ""),
        ("C:\\work\\net\\src\\net\\retry.py", "/work/net", ""),
        ("C:\\work\\net\\src\\net\\retry.py", "", ""),
    ],
)
def test_a_path_of_windows_is_read_from_the_folder_that_the_agent_names(
    net: Path, given: str, theirs: str, expected: str
):
    assert expected == paths(net, theirs=theirs).file(given)


def test_a_home_folder_is_somebodys_home_and_no_name(net: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(net.parent))
    assert FILE == paths(net).file(f"~/net/{FILE}")

    monkeypatch.setenv("HOME", "/home/of/nobody")
    assert "" == paths(net).file(f"~/net/{FILE}")
    assert "~draft.py" == paths(net).file("~draft.py")


def test_a_file_is_read_where_it_lies(net: Path, tmp_path: Path):
    work = net / ".trees" / "side"
    (work / FILE).write_text("here = 2\n")
    found = paths(net)

    assert "x = 1\n" == found.text(found.file(FILE))
    assert "here = 2\n" == found.text(found.file(str(work / FILE)))
    assert (str(work), str(net)) == (found.home(FILE), found.home("README.md"))
    assert "" == found.text("not/there.py")


@pytest.mark.parametrize("kind", ["folder", "pipe", "itself"])
def test_what_is_no_plain_file_has_no_text(tmp_path: Path, kind: str):
    net = Repository.create(tmp_path / "net").path
    place = net / "a.py"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to("a.py")

    assert "" == paths(net).text("a.py")


def test_without_a_work_tree_nothing_lies_in_it(net: Path):
    bare = HookPaths("", str(net / ".git"), str(net / ".git"), "")

    assert "" == bare.file("config")
    assert "" == bare.file("/etc/hosts")


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (f"Retry POST in {FILE}.", [FILE]),
        (f"See `{FILE}`, (README.md) and @{FILE}!", [FILE, "README.md", FILE]),
        (f"{FILE}:12 fails, {FILE}:12:3-9 too", [FILE, FILE]),
        (f"{FILE}:send fails", []),
        ("see src, not/there.py and /etc/hosts", []),
        ("nothing. at all...", []),
        ("", []),
    ],
)
def test_the_files_that_a_prompt_names_are_those_that_are_there(net: Path, prompt: str, expected: list[str]):
    assert expected == list(paths(net).named_in(prompt))


def test_of_many_files_in_a_prompt_some_are_looked_at(net: Path):
    assert MOST_NAMED == len(list(paths(net).named_in(f"{FILE} " * 100)))


PARTS = st.sampled_from(
    [
        "..",
        ".",
        "src",
        "net",
        "retry.py",
        ".git",
        "out",
        "into",
        "vendor",
        "other",
        ".trees",
        "work",
        "\\",
        "C:",
        "~",
        "",
    ]
)


@given(st.lists(PARTS, max_size=8).map("/".join), st.booleans())
def test_whatever_is_given_what_comes_lies_within(net: Path, given: str, whole: bool):
    found = paths(net)
    file = found.file(str(net / given) if whole else given)

    if file:
        parts = file.split("/")
        assert not file.startswith("/") and ".." not in parts and "" not in parts and ".git" != parts[0]
        there = Path(found.home(file), file)
        assert there.parent.resolve().is_relative_to(Path(found.home(file)).resolve())
        assert not there.is_dir()
