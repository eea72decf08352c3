"""Versions and ranges of Maven and Gradle, by Maven's POM reference and Gradle's user guide."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.records.applicability import Truth

VERSIONS = LibraryVersions()

RISING = [
    ("maven", ["1-alpha", "1-alpha-2", "1-beta", "1-milestone", "1-rc", "1-SNAPSHOT", "1", "1-sp", "1-foo", "1-1", "1.1"]),
    ("maven", ["2.0.0.M1", "2.0.0.M10", "2.0.0.RC1", "2.0.0.RELEASE", "2.0.1.RELEASE"]),
    ("maven", ["1-foo2", "1-foo10", "1.0.1"]),
    ("maven", ["1.0.RC2", "1.0-RC3", "1.0.1"]),
    ("maven", ["31.1-android", "31.1-jre", "31.1.1", "32"]),
    ("maven", ["1.9", "1.10", "1.10.1", "20040616"]),
    ("gradle", ["1.0-dev", "1.0-ALPHA", "1.0-alpha", "1.0-zeta", "1.0-rc", "1.0-snapshot", "1.0-final"]),
    ("gradle", ["1.0-final", "1.0-ga", "1.0-release", "1.0-sp", "1.0", "1.0.0", "1.1.a", "1.1"]),
    ("gradle", ["31.1-jre", "31.1"]),
]  # fmt: skip

SAME = [
    ("maven", ["1", "1.0", "1.0.0", "1-0", "1.ga", "1-ga", "1.final", "1.0.0.RELEASE"]),
    ("maven", ["1-a1", "1-alpha-1", "1-ALPHA1", "1.0.0-alpha-1"]),
    ("maven", ["1-cr2", "1.0-RC2", "1.0.rc2"]),
    ("maven", ["1.2-SNAPSHOT", "1.2-20240131.101500-3"]),
    ("gradle", ["1.a.1", "1-a+1", "1.a-1", "1a1", "1_a_1"]),
    ("gradle", ["1.0-RC-1", "1.0.rc.1", "1.0rc1"]),
]

SATISFIES: list[tuple[str, str, str, Truth]] = [
    ("maven", "1.0", "[1.0,2.0)", True),
    ("maven", "1.9.9", "[1.0,2.0)", True),
    ("maven", "2.0", "[1.0,2.0)", False),
    ("maven", "2.0.0", "[1.0,2.0)", False),
    # The POM reference says so, contrary to what most people expect.
    ("maven", "2.0-rc1", "[1.0,2.0)", True),
    ("maven", "2.0-SNAPSHOT", "[1.0,2.0)", True),
    ("maven", "1.0-SNAPSHOT", "[1.0,2.0)", False),
    ("maven", "1.0", "(1.0,)", False),
    ("maven", "1.0.1", "(1.0,)", True),
    ("maven", "1.0", "(,1.0]", True),
    ("maven", "1.1", "(,1.0],[1.2,)", False),
    ("maven", "1.2", "(,1.0],[1.2,)", True),
    ("maven", "0.9", "(,1.0],[1.2,)", True),
    ("maven", "1.1", "(,1.1),(1.1,)", False),
    ("maven", "1.1.1", "(,1.1),(1.1,)", True),
    ("maven", "1.0", "[1.0]", True),
    ("maven", "1.0.1", "[1.0]", False),
    ("maven", "5.3.30", "[5.3.0, 6.0)", True),
    ("maven", "5.3.0.RELEASE", "(,5.3.0]", True),
    ("maven", "1.5", ">=1.2, <2", True),
    ("maven", "2.1", ">=1.2, <2", False),
    ("maven", "1.5", "!=1.5.0", False),
    ("maven", "1.5", "^1.2", True),
    ("maven", "2.0-rc1", "^1.2", False),
    ("maven", "4.13.2", "4.13.2", True),
    # A bare version is a wish to Maven; who writes one in a check may mean all that begin so.
    ("maven", "4.13.2", "4.13", None),
    ("maven", "4.12", "4.13", False),
    ("maven", "1.3.9", "1.3.+", True),
    ("maven", "1.4", "1.3.+", False),
    ("maven", "1.5-rc1", "1.+", True),
    ("maven", "1-rc1", "1.+", None),
    ("maven", "2.0-rc1", "1.+", False),
    ("maven", "3.0", "!=1.+", True),
    ("maven", "1.4", "!=1.+", False),
    ("maven", "2.0-rc1", "[1.0, 2.0[", False),
    ("maven", "1.0", "]1.0, 2.0[", False),
    ("maven", "1.7.9", "[1.7, 1.8[!!1.7.25", True),
    ("maven", "1.7.15", "1.7.15!!", True),
    ("maven", "1.7.16", "strictly 1.7.15", False),
    ("maven", "1.0", "+", True),
    ("maven", "1.0", "latest.release", None),
    ("maven", "Finchley.SR2", "[1.0,)", None),
    ("maven", "Finchley.SR2", "Finchley.SR2", True),
    ("maven", "1.0", "[2.0", None),
    ("maven", "1.0", "(1.0)", None),
    ("maven", "1.0", "[1.0,2.0,3.0]", None),
    ("gradle", "2.0-dev1", "[1.0, 2.0)", False),
    ("gradle", "2.0-SNAPSHOT", "[1.0, 2.0[", False),
    ("gradle", "1.9", "[1.0, 2.0)", True),
    ("gradle", "2.0", "[1.0, 2.0]", True),
    ("gradle", "1.0", "]1.0, 2.0]", False),
    ("gradle", "1.3.7", "1.3.+", True),
    ("gradle", "1.2", "1.5", False),
    # A version asked for may be raised.
    ("gradle", "1.7", "1.5", None),
    ("gradle", "1.5", "1.5", True),
    ("gradle", "1.7", "strictly 1.5", False),
    ("gradle", "1.7", ">=1.5, <2", True),
]  # fmt: skip

WITHIN: list[tuple[str, str, str, Truth]] = [
    ("maven", "[1.2,1.5]", "[1.0,2.0)", True),
    ("maven", "[1.2,1.5]", ">=1, <2", True),
    ("maven", "[2.0,)", "[1.0,2.0)", False),
    ("maven", "[1.0,)", "[1.0,2.0)", None),
    # Maven may take 2.0-rc1 for this one.
    ("maven", "[1.0,2.0)", "^1.0", None),
    ("maven", "[1.0,2.0[", "^1.0", True),
    ("maven", "1.4.2", ">=1.2", True),
    ("maven", "1.4.2", ">=1.5", False),
    ("maven", "(,1.0],[1.2,)", "!=1.1", True),
    ("maven", "1.+", "<2", True),
    ("maven", "[2,1]", ">=1", None),
    ("gradle", "[1.0, 2)", "1.+", True),
    # 2 is below 2.0 here.
    ("gradle", "[1.0, 2.0)", "1.+", None),
    ("gradle", "1.5", ">=1.2", True),
    ("gradle", "1.5", "<1.2", False),
    ("gradle", "1.5", "<2", None),
    ("gradle", "1.5!!", "<2", True),
]


@pytest.mark.parametrize(("ecosystem", "versions"), RISING)
def test_versions_rise(ecosystem: str, versions: list[str]) -> None:
    for at, lower in enumerate(versions):
        for higher in versions[at + 1 :]:
            assert VERSIONS.satisfies(ecosystem, higher, f">{lower}") is True, (lower, higher)
            assert VERSIONS.satisfies(ecosystem, lower, f">={higher}") is False, (lower, higher)


@pytest.mark.parametrize(("ecosystem", "versions"), SAME)
def test_versions_are_the_same(ecosystem: str, versions: list[str]) -> None:
    for one, other in pairwise(versions):
        assert VERSIONS.satisfies(ecosystem, one, f"[{other}]") is True, (one, other)


@pytest.mark.parametrize(("ecosystem", "version", "wanted", "expected"), SATISFIES)
def test_an_exact_version_lies_in_a_range(ecosystem: str, version: str, wanted: str, expected: Truth) -> None:
    assert VERSIONS.satisfies(ecosystem, version, wanted) is expected


@pytest.mark.parametrize(("ecosystem", "declared", "wanted", "expected"), WITHIN)
def test_a_declared_range_lies_in_a_range(
    ecosystem: str, declared: str, wanted: str, expected: Truth
) -> None:
    assert VERSIONS.within(ecosystem, declared, wanted) is expected
