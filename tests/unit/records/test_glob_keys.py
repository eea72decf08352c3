"""By its key an index finds every glob that matches a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.glob_keys import folder_of, key_of, keys_for
from gitexp.records.globs import matches

KEYS = {
    "src/net/retry.py": "/src/net/retry.py",
    "/src/net": "/src/net",
    "/src": "/src",
    "src/net/": "/src/net",
    "/src/": "/src",
    "src/": "=src",
    "retry.py": "=retry.py",
    "retry.py   ": "=retry.py",
    "*.py": "*.py",
    "**/*.py": "*.py",
    "**/**/*.py": "*.py",
    "*.tar.gz": "*.gz",
    "*.d/": "*.d",
    "src/**": "src/",
    "src/net/*.py": "src/net/*.py",
    "src/net/test_*.spec.ts": "src/net/*.ts",
    "/src/net/re*": "src/net/",
    "src/n?t/retry.py": "=retry.py",
    "src/**/retry.py": "=retry.py",
    "src/**/net/*.py": "=net",
    "**/net/**": "=net",
    "**": "",
    "*": "",
    "/*": "",
    "**/retry.py": "=retry.py",
    "re*.py": "*.py",
    "*.p[yi]": "",
    "a\\*b/c": "",
    "!src/x": "",
    "#src/x": "",
    "": "=",
}
"""What each glob is kept under, by the rules that `key_of` states."""

HAND_MADE = [
    ("src", "src/a.py"),
    ("src/", "lib/src/a.py"),
    ("/src/", "src/a/b.py"),
    ("src/net/", "src/net/a/b.py"),
    ("*.d", "etc/conf.d/x"),
    ("*.d/", "etc/conf.d/x"),
    ("**/*.d", "etc/conf.d/x"),
    ("*.", "a./b"),
    ("*..", "x/a.."),
    ("*.py ", "a.py"),
    ("a.py  ", "x/a.py"),
    ("src/**/", "src/a/b"),
    ("**/src/**", "x/src/a"),
    ("src/**/**/a.py", "src/a.py"),
    ("/**/a.py", "x/a.py"),
    ("s[r]c/a", "src/a"),
    ("src/[!x]*", "src/a"),
    ("src/a\\ ", "src/a "),
    ("\\#a", "#a"),
    ("***", "x/y"),
    ("a***b", "x/ab"),
    ("src/***/a", "src/x/y/a"),
    (".*", ".github/x"),
    (".git*/", ".github/x"),
    ("*.-_.x", "a.-_.x"),
    ("ünï/**", "ünï/漢字.ts"),
    ("*.漢", "a.漢"),
    ("a/b*", "a/b/c/d"),
    ("v*lve.py", "engine/v\udcfflve.py"),
    ("engine/", "engine/v\udcfflve.py"),
]


@pytest.mark.parametrize(("glob", "key"), KEYS.items(), ids=str)
def test_a_glob_is_kept_under_the_surest_thing_that_it_says(glob: str, key: str):
    assert key == key_of(glob)


@pytest.mark.parametrize(("glob", "path"), HAND_MADE, ids=ascii)
def test_what_a_glob_matches_leads_to_it(glob: str, path: str):
    assert matches(glob, path)
    assert key_of(glob) in keys_for(path)


def test_a_file_has_a_key_for_every_way_to_name_it():
    assert sorted(
        [
            *("", "src/", "src/net/"),
            *("/src", "/src/net", "/src/net/a.tar.gz"),
            *("=src", "=net", "=a.tar.gz"),
            *("*.gz", "src/*.gz", "src/net/*.gz"),
        ]
    ) == sorted(keys_for("src/net/a.tar.gz"))


NAMES = ["a", "b", "src", "a.py", "conf.d", ".x", "a.", "..", "漢.字", "a b", "[", "-", "v\udcff"]
SIGNS = [
    "*",
    "**",
    "***",
    "?",
    "[ab]",
    "[!a]",
    "[a-c]*",
    "\\a",
    "\\*",
    "*.py",
    "*.d",
    "*.",
    "a*",
    "*a*",
    "[",
    "!",
    "#",
]
segments = st.sampled_from([*NAMES, *SIGNS])
globs_made = st.builds(
    lambda first, parts, last: first + "/".join(parts) + last,
    st.sampled_from(["", "", "/", "**/", "!", "#"]),
    st.lists(segments, min_size=1, max_size=4),
    st.sampled_from(["", "", "/", "/**", " ", "\\ ", "  "]),
)
paths_made = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)


@given(globs_made, st.lists(paths_made, min_size=1, max_size=6))
def test_no_match_is_missed(glob: str, paths: list[str]):
    for path in paths:
        if matches(glob, path):
            assert key_of(glob) in keys_for(path)


@given(st.text(alphabet="ab/*.?[]!\\ -", max_size=12), st.text(alphabet="ab/. -", min_size=1, max_size=12))
def test_no_match_of_any_text_is_missed(glob: str, path: str):
    if matches(glob, path):
        assert key_of(glob) in keys_for(path)


@given(paths_made)
def test_a_path_taken_as_a_glob_matches_itself_and_is_found(path: str):
    glob = path.replace("[", "\\[")
    if matches(glob, path):
        assert key_of(glob) in keys_for(path)


@pytest.mark.parametrize(
    ("glob", "folder"),
    {
        "src/net/retry.py": "src/net",
        "/src/net/*.py": "src/net",
        "src/**": "src",
        "src/": "src",
        "src": "",
        "*.py": "",
        "**/net/*": "",
        "src/n?t/a": "src",
    }.items(),
    ids=str,
)
def test_a_glob_speaks_of_the_folder_that_it_names(glob: str, folder: str):
    assert folder == folder_of(glob)
