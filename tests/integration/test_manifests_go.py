"""go.mod, as people and go write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.manifests_go import go_mod
from gitexp.adapters.manifests_reading import Unreadable
from gitexp.adapters.manifests_text import MAX_WRITTEN
from gitexp.records.facts import Dependency
from support.manifest_readings import ecosystems, ranges, reading, several, versions

WHOLE = """\
// The pages.
module example.com/acme/pages // import "example.com/acme/pages"

go 1.22

toolchain go1.23.4

require example.com/one v1.2.3

require (
\texample.com/two/v2 v2.0.1 // indirect
\t"example.com/quoted" v0.0.0-20240102030405-0123456789ab
\texample.com/old v3.1.0+incompatible
)

retract (
\tv0.9.0 // broken
\t[v0.1.0, v0.2.0]
)

tool example.com/one/cmd/gen
"""


def test_a_go_mod_names_its_module_go_and_all_that_it_requires() -> None:
    found = reading("cmd/go.mod", WHOLE)

    assert versions(found) == {
        "example.com/acme/pages": None,
        "go": None,
        "toolchain": None,
        "example.com/one": "v1.2.3",
        "example.com/two/v2": "v2.0.1",
        "example.com/quoted": "v0.0.0-20240102030405-0123456789ab",
        "example.com/old": "v3.1.0+incompatible",
    }
    assert found.dependencies[3] == Dependency("go", "example.com/one", "cmd/go.mod", version="v1.2.3")
    assert ecosystems(found) == {"go"}
    assert (found.counts, found.unread) == ("whole", ())


def test_the_go_line_is_the_least_that_is_needed() -> None:
    found = ranges(reading("go.mod", WHOLE))

    assert (found["go"], found["toolchain"]) == (">=1.22", ">=1.23.4")


def test_where_no_go_line_stands_go_is_here_all_the_same() -> None:
    assert several(reading("go.mod", "module m\n"), "go") == [(None, None)]


def test_windows_line_ends_change_nothing() -> None:
    assert reading("go.mod", WHOLE.replace("\n", "\r\n")) == reading("go.mod", WHOLE)


@pytest.mark.parametrize(
    ("replacement", "expected"),
    [
        ("example.com/one => example.com/one v1.3.0", {"example.com/one": "v1.3.0"}),
        ("example.com/one v1.2.3 => example.com/one v1.3.0", {"example.com/one": "v1.3.0"}),
        ("example.com/one v1.2.2 => example.com/one v1.3.0", {"example.com/one": "v1.2.3"}),
        (
            "example.com/one => example.com/fork v1.2.4",
            {"example.com/one": None, "example.com/fork": "v1.2.4"},
        ),
        ("example.com/one => ../one", {"example.com/one": None}),
        ("example.com/other => ../other", {"example.com/one": "v1.2.3"}),
    ],
)
def test_what_is_replaced_has_the_version_of_what_stands_in_for_it(
    replacement: str, expected: dict[str, str | None]
) -> None:
    text = f"module m\ngo 1.22\nrequire example.com/one v1.2.3\nreplace (\n\t{replacement}\n)\n"

    assert versions(reading("go.mod", text)) == {"m": None, "go": None} | expected


def test_an_excluded_version_is_not_the_one_that_is_built() -> None:
    text = "module m\nrequire example.com/one v1.2.3\nexclude example.com/one v1.2.3\n"

    assert versions(reading("go.mod", text))["example.com/one"] is None


def test_a_branch_is_no_version() -> None:
    assert versions(reading("go.mod", "module m\nrequire example.com/one main\n"))["example.com/one"] is None


def test_an_empty_go_mod_shuts_its_folder_off_and_lists_nothing() -> None:
    found = reading("testdata/go.mod", "// not part of the module above\n")

    assert (found.dependencies, found.counts, found.unread) == ((), "part", ())


def test_a_line_of_no_known_kind_is_told_and_the_rest_is_read() -> None:
    found = reading("go.mod", "module m\nwishes example.com/one\nrequire example.com/two v1.0.0\n")

    assert versions(found)["example.com/two"] == "v1.0.0"
    assert (found.counts, found.unread) == ("part", ("line 2 is none of go.mod's",))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("package main\n\nfunc main() {}\n", "it is no go.mod"),
        ("module", "it is no go.mod"),
        (
            "module m\n<<<<<<< ours\ngo 1.21\n=======\ngo 1.22\n>>>>>>> theirs\n",
            "line 2 is left from a git merge",
        ),
        ("module m\n" + " " * MAX_WRITTEN, "it is larger than 2 MB"),
    ],
)
def test_what_is_no_go_mod_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reading("go.mod", text)


WORDS = [
    "module",
    "require",
    "replace",
    "exclude",
    "go",
    "=>",
    "(",
    ")",
    '"',
    "`",
    "v1.0.0",
    "a/b",
    "//",
    "\n",
]


@given(st.lists(st.sampled_from(WORDS)))
def test_no_order_of_words_breaks_it(words: list[str]) -> None:
    try:
        found = go_mod("go.mod", " ".join(words))
    except Unreadable:
        return
    assert all(one.name for one in found.dependencies)
