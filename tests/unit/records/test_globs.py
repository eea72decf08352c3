"""Globs against git itself, against another implementation of its rules, and a table by hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pathspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gitexp.records.globs import matches, selects

TABLE = [
    ("*.py", "a.py", True),
    ("*.py", "src/deep/a.py", True),
    ("*.py", "a.pyc", False),
    ("src", "src/a.py", True),
    ("src", "lib/src/a.py", True),
    ("src", "lib/src", True),
    ("src/", "src/a.py", True),
    ("src/", "lib/src/a.py", True),
    ("src/", "lib/src", False),
    ("/src", "src/a.py", True),
    ("/src", "lib/src/a.py", False),
    ("src/net", "src/net/a.py", True),
    ("src/net", "lib/src/net/a.py", False),
    ("src/*.py", "src/a.py", True),
    ("src/*.py", "src/net/a.py", False),
    ("src/**", "src/net/a.py", True),
    ("src/**", "src", False),
    ("src/**/a.py", "src/a.py", True),
    ("src/**/a.py", "src/x/y/a.py", True),
    ("src/**/a.py", "src/x/y/b.py", False),
    ("src/**/", "src/a.py", False),
    ("src/**/", "src/net/a.py", True),
    ("**/a.py", "a.py", True),
    ("**/net/**", "src/net/x/a.py", True),
    ("**", "any/thing", True),
    ("/**", "any/thing", True),
    ("/", "a", False),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    ("a*c", "a/c", False),
    ("a[bc]d", "acd", True),
    ("a[!bc]d", "acd", False),
    ("a[^bc]d", "axd", True),
    ("a[!b]d", "a/d", False),
    ("a[a-f0-9]", "a7", True),
    ("a[a-f0-9]", "ag", False),
    ("a[]x]", "a]", True),
    ("a[[:digit:]]", "a7", True),
    ("a[[:digit:]]", "ab", False),
    ("a[bc", "ab", False),
    (r"a\*", "a*", True),
    (r"a\*", "ab", False),
    (r"\#a", "#a", True),
    ("#a", "#a", False),
    (r"\!a", "!a", True),
    ("a ", "a", True),
    ("a\\ ", "a ", True),
    ("a\\", "a", False),
    ("", "a", False),
    ("a//b", "a/b", False),
    ("ä*.py", "ähnlich.py", True),
]


@pytest.mark.parametrize(("glob", "path", "expected"), TABLE)
def test_a_glob_matches_as_in_a_gitignore(glob: str, path: str, expected: bool) -> None:
    assert matches(glob, path) == expected


def test_git_answers_the_table_the_same_way(tmp_path: Path) -> None:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q", tmp_path], check=True, env=env)
    exclude = tmp_path / ".git" / "info" / "exclude"
    exclude.parent.mkdir(exist_ok=True)
    expected = [(glob, path, answer) for glob, path, answer in TABLE if glob]
    found = []
    for glob, path, _ in expected:
        exclude.write_text(f"{glob}\n", encoding="utf-8")
        asked = subprocess.run(
            ["git", "-C", tmp_path, "check-ignore", "--no-index", "-q", "--", path], check=False, env=env
        )
        found.append((glob, path, asked.returncode == 0))

    assert found == expected


@pytest.mark.parametrize("glob", ["!a", "!a/**", "#a", "", "a[b", "/"])
def test_a_glob_that_selects_nothing_says_so(glob: str) -> None:
    assert not selects(glob)
    assert not matches(glob, glob)


def test_a_glob_of_a_folder_selects_something() -> None:
    assert selects("src/")


def test_a_hostile_glob_is_answered_at_once() -> None:
    assert not matches("*a" * 40 + "*b", "a" * 400)
    assert not matches("**/a/" * 20 + "b", "a/" * 100 + "a")


# pathspec lets `[!x]` cross a slash, reads `***` by other rules than git, and takes `a/**/` for any file below:
# those are held against git above.
PIECES = st.sampled_from(["a", "b", "c", "*", "?", "[ab]", "[a-c]", "/", "/**/", ".", "a.b", r"\a", "-"])
PATHS = st.lists(
    st.text("abc.-", min_size=1, max_size=3).filter(lambda name: name not in (".", "..")),
    min_size=1,
    max_size=4,
)


@settings(deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=6).map("".join), PATHS.map("/".join))
def test_another_implementation_of_gitignore_agrees(glob: str, path: str) -> None:
    assume("***" not in glob and glob.count("**") == glob.count("/**/") and not glob.endswith("**/"))
    expected = pathspec.GitIgnoreSpec.from_lines([glob]).match_file(path)

    assert matches(glob, path) == expected


@settings(deadline=None)
@given(st.text("ab*?[]!^-\\/ #:.", max_size=12), st.text("ab/.[]*", min_size=1, max_size=12))
def test_any_text_is_answered(glob: str, path: str) -> None:
    assert matches(glob, path) in (True, False)
