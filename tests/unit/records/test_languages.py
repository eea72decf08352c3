"""Names of languages, packages and platforms."""

from __future__ import annotations

import pytest

from gitexp.records.languages import canonical, ecosystems_of, language_of, languages_of
from gitexp.records.packages import normal, prefixed, same
from gitexp.records.platforms import canonical as platform_of
from gitexp.records.platforms import is_a, known


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/a.py", "python"),
        ("src/a.pyi", "python"),
        ("web/a.tsx", "typescript"),
        ("web/a.jsx", "javascript"),
        ("web/a.d.ts", "typescript"),
        ("a/B.KT", "kotlin"),
        ("main.go", "go"),
        ("lib.rs", "rust"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.hpp", "cpp"),
        ("A.cs", "csharp"),
        ("Gemfile", "ruby"),
        ("Pages.podspec", "ruby"),
        ("Dockerfile.dev", "dockerfile"),
        ("Makefile", "make"),
        ("build.gradle.kts", "kotlin"),
        ("notes.md", "markdown"),
        ("LICENSE", None),
        ("a.unheard", None),
        (".py", None),
        ("", None),
    ],
)
def test_a_language_is_told_by_the_name(path: str, expected: str | None) -> None:
    assert language_of(path) == expected


def test_a_header_may_be_of_several_languages() -> None:
    assert languages_of("src/a.h") == {"c", "cpp", "objc"}


@pytest.mark.parametrize(
    ("name", "expected"), [("C++", "cpp"), ("c#", "csharp"), ("TS", "typescript"), ("zig", "zig")]
)
def test_a_language_has_one_name(name: str, expected: str) -> None:
    assert canonical(name) == expected


def test_the_ecosystems_of_a_language_are_those_whose_manifests_name_what_it_uses() -> None:
    assert "pypi" in ecosystems_of({"python"})
    assert ecosystems_of({"typescript"}) == {"npm"}
    assert {"cmake", "vcpkg"} <= ecosystems_of({"cpp"})
    assert ecosystems_of({"dart", "ruby"}) == {"pub", "gem"}
    assert ecosystems_of({"markdown"}) == frozenset()


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("pypi:httpx", ("pypi", "httpx")),
        ("httpx", (None, "httpx")),
        ("maven:org.acme:pages", ("maven", "org.acme:pages")),
        ("org.acme:pages", (None, "org.acme:pages")),
        ("npm:@acme/pages", ("npm", "@acme/pages")),
        ("npm:", (None, "npm:")),
        ("cmake:Boost", ("cmake", "Boost")),
    ],
)
def test_a_known_ecosystem_may_stand_before_a_name(key: str, expected: tuple[str | None, str]) -> None:
    assert prefixed(key) == expected


def test_pypi_reads_dashes_dots_and_underscores_as_one_and_npm_does_not() -> None:
    assert normal("Typing_.Extensions") == "typing-extensions"
    assert same("pypi", "typing_extensions", "Typing.Extensions")
    assert not same("npm", "lodash.merge", "lodash-merge")


@pytest.mark.parametrize(
    ("here", "wanted", "expected"),
    [
        ("linux", "Linux", True),
        ("darwin", "macos", True),
        ("win32", "windows", True),
        ("darwin", "posix", True),
        ("win32", "posix", False),
        ("linux", "windows", False),
    ],
)
def test_a_platform_has_several_names_and_a_family(here: str, wanted: str, expected: bool) -> None:
    assert is_a(here, wanted) == expected


def test_a_platform_that_nobody_knows_stays_as_written_and_is_not_known() -> None:
    assert platform_of("Plan9") == "plan9"
    assert not known("plan9")
    assert known("unix")
