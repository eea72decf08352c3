"""Ranges of cargo, Go, gems, Composer, pub, pods, vcpkg, CMake, Hex, NuGet … by each one's own documentation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.records.applicability import Truth

VERSIONS = LibraryVersions()
Row = tuple[str, str, Truth]

RISING = {
    "cargo": ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0"],
    "go": ["v0.0.0-20240131101500-0123456789ab", "v1.2.3", "v1.2.4-0.20240131101500-0123456789ab", "v1.2.4-rc.1", "v1.2.4"],
    "gem": ["0.9", "1.0.a.2", "1.0.b1", "1.0.b10", "1.0.rc1", "1.0", "1.0.0.1", "1.2", "1.10"],
    "cocoapods": ["1.0.0-alpha", "1.0.0-beta.2", "1.0.0-beta.10", "1.0.0", "1.0.1"],
    "composer": ["1.0.0-dev", "1.0.0-alpha1", "1.0.0-beta", "1.0.0-beta2", "1.0.0-RC1", "1.0.0", "1.0.0-p1",
        "1.0.0.1", "1.0.x-dev", "1.1"],
    "pub": ["1.0.0-dev.1", "1.0.0", "1.0.0+1", "1.0.0+2", "1.0.0+10", "1.0.1"],
    "hex": ["1.0.0-rc.0", "1.0.0-rc.1", "1.0.0"],
    "nuget": ["1.0.1-alpha.2", "1.0.1-alpha.10", "1.0.1-BETA", "1.0.1-rc", "1.0.1", "1.0.1.1"],
    "vcpkg": ["1.2.3", "1.2.3#1", "1.2.3#12", "1.2.4", "1.10"],
}  # fmt: skip

SAME = {
    "cargo": ["1.2.3", "1.2.3+build.7"],
    "go": ["v1.2.3", "1.2.3", "v1.2.3+incompatible"],
    "gem": ["1", "1.0", "1.0.0", "1.0.0-java", "1.0-x86_64-linux", "1.0.0-arm64-darwin"],
    "composer": ["1.0", "v1.0.0", "1.0.0.0", "1.0.0-stable", "1.0+meta"],
    "nuget": ["1.0", "1.00", "1.0.0.0", "1.0.0+sha"],
    "nuget ": ["1.0.0-Beta", "1.0.0-beta"],
    "vcpkg": ["1.2.3", "1.2.3#0"],
}

SATISFIES: dict[str | None, list[Row]] = {
    "cargo": [
        ("1.2.3", "1.2.3", True), ("1.9.0", "1.2.3", True), ("2.0.0", "1.2.3", False), ("1.2.2", "1.2.3", False),
        ("0.2.9", "0.2.3", True), ("0.3.0", "0.2.3", False), ("0.0.3", "0.0.3", True), ("0.0.4", "0.0.3", False),
        ("0.0.9", "0.0", True), ("0.1.0", "0.0", False), ("0.9.0", "0", True), ("1.0.0", "0", False),
        ("1.2.9", "~1.2.3", True), ("1.3.0", "~1.2.3", False), ("1.2.0", "~1.2", True), ("1.9.0", "~1", True),
        ("5.0.0", "*", True), ("1.9.0", "1.*", True), ("1.3.0", "1.2.*", False),
        ("1.2.5", "=1.2", True), ("1.3.0", ">1.2", True), ("1.2.9", ">1.2", False), ("1.2.9", "<=1.2", True),
        ("1.4.0", ">=1.2, <1.5", True), ("1.5.0", ">=1.2, <1.5", False), ("1.2.3", "= 1.2.3", True),
        ("1.0.0-rc.2", "1.0.0-rc.1", True), ("1.0.0-alpha", "1.0.0-rc.1", False), ("2.0.0-rc.1", "1", False),
        ("1.0.0-rc.1", ">=1", None), ("1.2.3", "^1.2 || ^3", True), ("1.2.3", "workspace", None),
    ],
    "go": [
        ("v1.5.0", ">=v1.2", True), ("v1.5.0", ">=1.2, <2", True), ("v2.0.1", ">=1.2, <2", False),
        ("v2.0.0+incompatible", ">=2", True), ("v1.2.4-0.20240131101500-0123456789ab", ">1.2.3", True),
        ("v1.2.4-0.20240131101500-0123456789ab", ">=1.2.4", False), ("v0.0.0-20240131101500-0123456789ab", ">=0.1.0", False),
        ("v1.2.3", "v1.2.3", True), ("v1.2.2", "v1.2.3", False), ("v1.3.0", "v1.2.3", None), ("v2.0.0", "v1.2.3", False),
        ("v1.0.5", "[v1.0.0, v1.0.9]", True), ("v1.1.0", "[v1.0.0, v1.0.9]", False),
        ("1.21", ">=1.20", True), ("1.21", ">=1.21.3", None), ("1.21", "<1.20", False),
    ],
    "gem": [
        ("1.9", "~> 1.2", True), ("2.0", "~> 1.2", False), ("1.2.9", "~> 1.2.3", True), ("1.3", "~> 1.2.3", False),
        ("3.9", "~> 3", True), ("4.0", "~> 3", False), ("2.0.0.rc1", "~> 1.2", False), ("2.0.0.rc1", "< 2", True),
        ("1.2.1", ">= 1.2, != 1.2.1", False), ("1.2.2", ">= 1.2, != 1.2.1", True), ("1.2.0", "= 1.2", True),
        ("1.2.5", "1.2", False), ("7.1.3.4", "~> 7.1.0", True), ("1.0.rc1", ">= 1.0.a", True), ("1.0.rc1", ">= 1.0", False),
        ("1.5", "(>= 1.0, < 2)", True), ("1.13.6-x86_64-linux", ">= 1.13.6", True), ("1.13.6-java", "= 1.13.6", True),
    ],
    "cocoapods": [
        ("0.1.9", "~> 0.1.2", True), ("0.2.0", "~> 0.1.2", False), ("0.9.0", "~> 0.1", True), ("1.0", "~> 0.1", False),
        ("0.1", "0.1", True), ("0.1.1", "0.1", False), ("0.3", "> 0.1", True), ("5.0.0-beta.2", "~> 4.2", False),
    ],
    "composer": [
        ("1.9.0", "~1.2", True), ("2.0.0", "~1.2", False), ("1.2.9", "~1.2.3", True), ("1.3.0", "~1.2.3", False),
        ("1.9.0", "^1.2.3", True), ("0.3.5", "^0.3", True), ("0.4.0", "^0.3", False), ("0.0.4", "^0.0.3", False),
        ("1.0.7", "1.0.*", True), ("1.1.0", "1.0.*", False), ("8.2.1", "^7.4|^8.0", True), ("8.2.1", "^7.4 || ^8.0", True),
        ("2.0.9", "1.0 - 2.0", True), ("2.1.0", "1.0 - 2.0", False), ("2.1.1", "1.0.0 - 2.1.0", False),
        ("1.0.2", "1.0.2", True), ("1.0.3", "1.0.2", False), ("1.2.0", "1.2", True), ("1.2.1", "1.2", False),
        ("1.2.0-beta1", ">=1.2", True), ("1.2.0-beta1", ">1.1", True), ("2.0.0-RC1", "<2.0", False),
        ("2.0.0-RC1", "^1.0", False),
        ("2.0.0-alpha1", ">=2.0@beta", False), ("2.0.0-RC1", ">=2.0@beta", True), ("1.5.0", "^1.0@dev", True),
        ("1.2.3", "dev-main || ^1.2", True), ("1.2.3", "dev-main", False), ("dev-main", "^1.2", None),
        ("dev-main", "dev-main", True),
        ("1.2.3", "*@dev", True), ("1.0.x-dev", "^1.0", True), ("1.0.x-dev", "1.0.x-dev as 1.0.0", True),
        ("1.2.3.4", ">1.2.3", True),
        ("1.5", ">=1.0,<1.1 || >=1.2", True), ("20.5.0.1", "^20.5", True), ("1.0.0", "<>1.0", False),
    ],
    "pub": [
        ("1.9.0", "^1.2.3", True), ("2.0.0", "^1.2.3", False), ("2.0.0-dev.1", "^1.2.3", False), ("0.1.9", "^0.1.2", True),
        ("0.2.0", "^0.1.2", False), ("0.0.9", "^0.0.3", True), ("0.1.0", "^0.0.3", False), ("1.2.3", "any", True),
        ("1.5.0", ">=1.2.3 <2.0.0", True), ("2.0.0-dev.1", ">=1.2.3 <2.0.0", False),
        ("2.0.0-dev.2", ">=2.0.0-dev.1 <2.0.0", True),
        ("1.2.3", "1.2.3", True), ("1.2.4", "1.2.3", False), ("1.2.3+1", ">1.2.3", True), ("3.4.0", "'^3.0.0'", None),
    ],
    "hex": [
        ("2.9.0", "~> 2.1", True), ("3.0.0", "~> 2.1", False), ("2.1.9", "~> 2.1.2", True), ("2.2.0", "~> 2.1.2", False),
        ("3.0.0-rc.0", "~> 2.1", False), ("1.5.0", ">= 1.0.0 and < 2.0.0", True), ("2.5.0", "~> 1.0 or ~> 2.1", True),
        ("1.0.0", "== 1.0.0", True), ("1.0.1", "!= 1.0.0", True), ("1.2.9", "<= 1.2", None),
    ],
    "nuget": [
        ("1.5.0", "[1.0,2.0)", True), ("2.0.0", "[1.0,2.0)", False), ("2.0.0", "(1.0,2.0]", True), ("1.0.0", "[1.0]", True),
        ("1.0.1", "[1.0]", False), ("0.9", "(,1.0)", True), ("1.9.2", "1.*", True), ("2.0.0", "1.*", False),
        ("1.0.0", "*", True),
        ("0.9.0", "1.0", False), ("1.0.0", "1.0", True), ("1.4.0", "1.0", None), ("2.0.0-beta", "[1.0,2.0)", None),
        ("2.0.0-beta", "[1.0,2.0-0)", False), ("1.5.0-beta", "[1.0,2.0)", True), ("6.0.0.1", ">6.0.0", True),
    ],
    "vcpkg": [
        ("1.2.3#1", ">=1.2.3", True), ("1.2.3", ">=1.2.3#1", False), ("1.2.4", ">=1.2.3#7", True),
        ("1.2.11", ">=1.2.9", True),
        ("2024-01-31", ">=2023-08-02", True), ("2023-08-02.1", ">2023-08-02", True), ("2023-08-01#4", ">=2023-08-02", False),
        # Versions of two schemes are not compared.
        ("2024-01-31", ">=1.2", None), ("1.2", "<=2024-01-31", None), ("1.0", "=1.0.0", None), ("1.0", ">=0.9", True),
        ("jumbo-r7", "jumbo-r7", True), ("jumbo-r7", ">=1", None),
    ],
    "cmake": [
        ("3.15", "3.10...3.20", True), ("3.20", "3.10...3.20", True), ("3.20", "3.10...<3.20", False),
        ("3.9", "3.10...3.20", False),
        ("1.69", "1.70", False), ("1.70", "1.70", True), ("1.70.0", "1.70 EXACT", True), ("1.71", "1.70 EXACT", False),
        # How far up a package serves, it says itself.
        ("1.71", "1.70", None), ("3.28.1", ">=3.10", True), ("3.20.0-rc2", ">=3.20", None),
    ],
    "swiftpm": [
        ("1.9.0", '"1.2.3"..<"2.0.0"', True), ("2.0.0", "1.2.3..<2.0.0", False), ("1.2.6", '"1.2.3"..."1.2.6"', True),
        ("5.1.0", ">=5.0, <6", True), ("5.1.0", "^5.0", True),
    ],
    "conda": [("1.2.5", "=1.2", None), ("1.2.5", "1.2.*", True), ("1.2.5", ">=1.2,<1.3", True), ("1.3", "=1.2", False)],
    "conan": [("1.5", "[>=1.2 <2]", True), ("2.5.9", "[~2.5]", True), ("3.0", "[^2.5]", False)],
    None: [("1.2.0", ">=1.2, <2", True), ("1.2.3b", "<1.2.3", None), ("1.2.3b", "<1.2.4", True),
        ("1.2.3b", "=1.2.3b", True)],
}  # fmt: skip

WITHIN: dict[str | None, list[Row]] = {
    "cargo": [
        ("1.2", ">=1.2, <2", True), ("1.2", "<2", True), ("1.2", ">=2", False), ("1.2", ">=1.5", None),
        ("0.2.3", "0.2", True),
        ("~1.2", "1", True), ("*", ">=1", None), (">1.2.3, <1.2.5", "=1.2.4", True), ("1.0.0-rc.1", ">=1.0.0", None),
    ],
    "go": [("v1.5.0", ">=1.2", True), ("v1.5.0", ">=1.2, <2", True), ("v1.5.0", "<1.2", False), ("v1.5.0", "<1.6", None)],
    "gem": [
        ("~> 1.2", ">= 1.0, < 2", True), (">= 1.0, < 2", "~> 1.0", True), ("~> 3", "< 3", False), (">= 1", "< 2", None),
        ("~> 1.2, != 1.3", "!= 1.3.0", True), ("= 1.5", "~> 1.2", True), ("~> 1.0.0.rc1", ">= 1.0", None),
    ],
    "cocoapods": [("~> 5.0", ">= 5, < 6", True), ("~> 5.0", "~> 4.0", False)],
    "composer": [
        ("^1.2", ">=1.2 <2.0", True), ("~1.2.3", "^1.2", True), ("^7.4 || ^8.0", ">=7.4", True), ("^2.0", "^1.0", False),
        ("*", "^1.0", None), ("dev-main", "^1.0", None), ("1.0 - 1.4", "<1.5", True), (">=1.2@beta", ">=1.0", True),
    ],
    "pub": [("^1.2.3", ">=1.2.3 <2.0.0", True), ("any", ">=1.0.0", None), ("^0.0.3", "<0.1.0", True),
        ("^0.0.3", "<0.0.9", None)],
    "hex": [("~> 2.1", ">= 2.1.0 and < 3.0.0", True), ("~> 1.0 or ~> 2.0", ">= 1.0.0", True), ("~> 1.0", "~> 2.0", False)],
    "nuget": [("[1.0,2.0)", ">=1, <2", True), ("1.*", "^1", True), ("[1.0]", "[1.0,2.0)", True),
        ("1.5", ">=1", True), ("1.5", "<2", None)],
    "vcpkg": [(">=1.2.3#1", ">=1.2.3", True), (">=1.2.3", ">=1.2.3#1", None), (">=2024-01-31", ">=2023-01-01", True)],
    "cmake": [("1.70", ">=1.60", True), ("1.70", "<1.60", False), ("1.70", "<2", None), ("3.10...3.20", ">=3.5", True)],
    "swiftpm": [("1.2.3..<2.0.0", "^1.2.3", True)],
    None: [("~> 1.2", ">=1.2, <2", True), ("^1.2", "^1", True), ("^1.2", "^2", False)],
}  # fmt: skip


def rows(table: dict[str | None, list[Row]]) -> list[tuple[str | None, str, str, Truth]]:
    return [(ecosystem, *row) for ecosystem, group in table.items() for row in group]


@pytest.mark.parametrize(("ecosystem", "version", "wanted", "expected"), rows(SATISFIES))
def test_an_exact_version_lies_in_a_range(
    ecosystem: str | None, version: str, wanted: str, expected: Truth
) -> None:
    assert VERSIONS.satisfies(ecosystem, version, wanted) is expected


@pytest.mark.parametrize(("ecosystem", "declared", "wanted", "expected"), rows(WITHIN))
def test_a_declared_range_lies_in_a_range(
    ecosystem: str | None, declared: str, wanted: str, expected: Truth
) -> None:
    assert VERSIONS.within(ecosystem, declared, wanted) is expected


@pytest.mark.parametrize("ecosystem", RISING)
def test_versions_rise(ecosystem: str) -> None:
    versions = RISING[ecosystem]
    for at, lower in enumerate(versions):
        for higher in versions[at + 1 :]:
            assert VERSIONS.satisfies(ecosystem, higher, f">{lower}") is True, (lower, higher)
            assert VERSIONS.satisfies(ecosystem, lower, f">{higher}") is False, (lower, higher)


@pytest.mark.parametrize("ecosystem", SAME)
def test_versions_are_the_same(ecosystem: str) -> None:
    for one, other in pairwise(SAME[ecosystem]):
        assert VERSIONS.satisfies(ecosystem.strip(), one, f"={other}") is True, (one, other)
        assert VERSIONS.satisfies(ecosystem.strip(), other, f">{one}") is False, (one, other)
