"""C++'s manifests, as people write them for CMake and vcpkg."""

from __future__ import annotations

import json

import pytest

from gitexp.adapters.manifests_reading import Unreadable
from gitexp.adapters.manifests_text import MAX_WRITTEN
from support.manifest_readings import ecosystems, ranges, reading, several, versions

CMAKE = """
cmake_minimum_required(VERSION 3.20...3.28 FATAL_ERROR)
project(Pages VERSION 2.1.0 LANGUAGES CXX)
set(FMT_VERSION 10.2.1)
set(SPAN_TAG "v1.2.0" CACHE STRING "which")
set(TWICE 1.0)
set(TWICE 2.0)
# find_package(Commented 1.0)
#[[ find_package(Blocked) ]]
message("find_package(Spoken 1.0)")
FIND_PACKAGE(Boost 1.70 REQUIRED COMPONENTS filesystem
             system)   # both
find_package(OpenSSL)
find_package(Eigen3 3.3...<4 CONFIG)
find_package(Exact 1.2.3 EXACT)
find_package(Twice ${TWICE})
find_package(${NOBODY})
if(WITH_KITE)
  find_package(Kite)
  FetchContent_Declare(kite GIT_TAG v0.4.0)
endif()
FetchContent_Declare(
  googletest
  GIT_REPOSITORY https://example.org/googletest.git
  GIT_TAG        release-1.12.1)
FetchContent_Declare(fmt GIT_TAG ${FMT_VERSION})
FetchContent_Declare(span GIT_TAG ${SPAN_TAG})
FetchContent_Declare(json URL https://example.org/json/releases/download/v3.11.2/json.tar.xz)
FetchContent_Declare(zip URL "https://example.org/zip/archive/refs/tags/v1.3.1.tar.gz")
FetchContent_Declare(commit GIT_TAG 58d77fa8070e8cec2dc1ed015d66b454c8d78850)
FetchContent_Declare(found GIT_TAG v1.0.0 FIND_PACKAGE_ARGS 1.0)
ExternalProject_Add(lua URL https://example.org/lua-5.4.6.tar.gz)
CPMAddPackage("gh:acme/wire@1.8.0")
CPMAddPackage("gh:acme/lantern#v0.3.0")
CPMAddPackage(NAME cxxopts GITHUB_REPOSITORY acme/cxxopts VERSION 3.0.0 OPTIONS "A YES")
pkg_check_modules(GTK REQUIRED IMPORTED_TARGET gtk+-3.0>=3.24 glib-2.0)
"""


def test_a_cmakelists_names_what_it_finds_and_fetches() -> None:
    found = reading("CMakeLists.txt", CMAKE)

    assert ranges(found) == {
        "cmake": ">=3.20",
        "Pages": None,
        "Boost": ">=1.70",
        "OpenSSL": None,
        "Eigen3": ">=3.3, <4",
        "Exact": "==1.2.3",
        "Twice": None,
        "Kite": None,
        "gtk+-3.0": ">=3.24",
        "glib-2.0": None,
        "googletest": None,
        "fmt": None,
        "span": None,
        "json": None,
        "zip": None,
        "commit": None,
        "found": None,
        "lua": None,
        "wire": None,
        "lantern": None,
        "cxxopts": None,
    }
    assert {name: version for name, version in versions(found).items() if version} == {
        "Pages": "2.1.0",
        "googletest": "1.12.1",
        "fmt": "10.2.1",
        "span": "1.2.0",
        "json": "3.11.2",
        "zip": "1.3.1",
        "wire": "1.8.0",
        "lantern": "0.3.0",
        "cxxopts": "3.0.0",
    }
    assert ecosystems(found) == {"cmake"}


def test_a_range_up_to_a_version_has_both_ends() -> None:
    assert ranges(reading("CMakeLists.txt", "find_package(A 1.2...1.8)")) == {"A": ">=1.2, <=1.8"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("project(pages)\nfind_package(ZLIB)", "part"), ("find_package(ZLIB)", "nothing"), ("", "nothing")],
)
def test_a_cmakelists_never_tells_all_and_without_a_project_the_one_above_counts_too(
    text: str, expected: str
) -> None:
    assert reading("src/CMakeLists.txt", text).counts == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('message("open\nproject(a)', "line 1: a quote is left open"),
        ("project(a)\nset(x [==[ y ]] )", r"line 2: `\[==\[` is left open"),
        ("#" * (MAX_WRITTEN + 1), "larger than"),
    ],
)
def test_code_that_leaves_something_open_is_told(text: str, expected: str) -> None:
    with pytest.raises(Unreadable, match=expected):
        reading("CMakeLists.txt", text)


@pytest.mark.parametrize(
    "text", ["(" * 9000, ")" * 9000, "find_package(", "find_package()", "set()", "\\", "\0", "project"]
)
def test_odd_code_names_nothing(text: str) -> None:
    assert ranges(reading("CMakeLists.txt", text)) == {}


def test_variables_that_double_themselves_end() -> None:
    doubling = "".join(f"set(A{at + 1} ${{A{at}}}${{A{at}}})\n" for at in range(200))

    assert ranges(reading("CMakeLists.txt", f"set(A0 x)\n{doubling}find_package(${{A200}})")) == {}


VCPKG = {
    "name": "pages",
    "version-semver": "1.2.0",
    "port-version": 3,
    "builtin-baseline": "00",
    "dependencies": [
        "fmt",
        {"name": "boost-asio", "version>=": "1.79.0#2", "features": ["ssl"]},
        {"name": "zlib", "version>=": "1.2.0", "platform": "!windows"},
        {"name": "vcpkg-cmake", "host": True},
    ],
    "features": {
        "tests": {"description": "tests", "dependencies": ["gtest", {"name": "fmt"}]},
        "odd": ["none"],
    },
    "overrides": [{"name": "zlib", "version": "1.3.1#1"}, {"name": "nobody", "version-date": "2024-01-02"}],
}


def test_a_vcpkg_json_names_its_dependencies_those_of_its_features_and_what_overrides_fix() -> None:
    found = reading("vcpkg.json", json.dumps(VCPKG))

    assert ranges(found) == {
        "pages": None,
        "fmt": None,
        "boost-asio": ">=1.79.0",
        "zlib": None,
        "vcpkg-cmake": None,
        "gtest": None,
    }
    assert (versions(found)["pages"], several(found, "zlib")) == ("1.2.0", [("1.3.1", None)])
    assert (ecosystems(found), found.counts) == ({"vcpkg"}, "whole")


def test_features_may_be_a_list_as_they_were_of_old() -> None:
    text = json.dumps({"features": [{"name": "tests", "dependencies": ["gtest"]}]})

    assert ranges(reading("vcpkg.json", text)) == {"gtest": None}


@pytest.mark.parametrize(
    ("content", "expected"),
    [({"name": "a"}, "nothing"), ({"dependencies": []}, "whole"), ({"dependencies": {"a": 1}}, "whole")],
)
def test_a_vcpkg_json_without_dependencies_lists_nothing(content: dict[str, object], expected: str) -> None:
    assert reading("vcpkg.json", json.dumps(content)).counts == expected


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"a": 1, <<<<<<< HEAD\n}', "\0"])
def test_what_is_no_json_object_is_told(text: str) -> None:
    with pytest.raises(Unreadable):
        reading("vcpkg.json", text)


@pytest.mark.parametrize("value", [None, 7, "fmt", {"fmt": {}}, [None, 7, [], {"name": 3}, {"name": ""}]])
def test_a_list_of_the_wrong_shape_names_nothing(value: object) -> None:
    assert ranges(reading("vcpkg.json", json.dumps({"dependencies": value, "overrides": value}))) == {}
