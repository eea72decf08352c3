"""What holds for the versions of every ecosystem, whatever they are; and texts that nobody should write."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.versions_libraries import LibraryVersions

VERSIONS = LibraryVersions()

THREE = ["npm", "cargo", "go", "hex", "pub", "swiftpm"]
ENDINGS = {
    "npm": ["-a", "-rc.1"], "cargo": ["-a", "-rc.1"], "go": ["-rc.1", "-0.20240131101500-0123456789ab"], "hex": ["-rc.0"],
    "pub": ["-dev.1", "+1"], "swiftpm": ["-b"], "maven": ["-alpha-1", "-SNAPSHOT", "-jre", "-1", ".Final"],
    "gradle": ["-dev", "-rc1", "-jre"], "gem": [".a", ".rc1"], "cocoapods": ["-beta.1"], "nuget": ["-a", "-rc.1"],
    "composer": ["-dev", "-beta2", "-p1"], "vcpkg": ["#1", "#2"], "cmake": [""], "conda": ["rc1"], "other": ["rc1", "-b"],
}  # fmt: skip
ECOSYSTEMS = st.sampled_from(sorted(ENDINGS))
ORDERED = st.sampled_from(sorted(set(ENDINGS) - {"vcpkg", "cmake", "conda", "other"}))
BRACKETS = ("maven", "gradle", "nuget")
PRERELEASES_IN_RANGES = ("go", "maven", "gradle", "composer")
OPERATORS = ["", ">=", "<=", ">", "<", "=", "!=", "^", "~", "~>"]

NUMBER = st.sampled_from("0123")


def numbers(least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(NUMBER, min_size=least, max_size=most).map(".".join)


def releases(ecosystem: str) -> st.SearchStrategy[str]:
    return numbers(3, 3) if ecosystem in THREE else numbers(1, 4)


def versions(ecosystem: str) -> st.SearchStrategy[str]:
    return st.builds("{}{}".format, releases(ecosystem), st.sampled_from(["", "", *ENDINGS[ecosystem]]))


def ranges(ecosystem: str) -> st.SearchStrategy[str]:
    written = st.one_of(versions(ecosystem), numbers(1, 3))
    plain = st.builds("{}{}".format, st.sampled_from(OPERATORS), written)
    wild = numbers(1, 2).map("{}.*".format)
    common = st.lists(st.one_of(plain, wild), min_size=1, max_size=2).map(", ".join)
    if ecosystem not in BRACKETS:
        return st.lists(common, min_size=1, max_size=2).map(" || ".join)
    end = st.one_of(st.just(""), written)
    interval = st.builds("{}{},{}{}".format, st.sampled_from("[("), end, end, st.sampled_from("])"))
    return st.one_of(common, st.lists(interval, min_size=1, max_size=2).map(",".join))


@settings(deadline=None, max_examples=120)
@given(st.data(), ECOSYSTEMS)
def test_within_is_never_contradicted_by_a_version_of_the_range(data: st.DataObject, ecosystem: str) -> None:
    declared, wanted = data.draw(ranges(ecosystem)), data.draw(ranges(ecosystem))
    drawn = versions(ecosystem) if ecosystem in PRERELEASES_IN_RANGES else releases(ecosystem)
    taken = data.draw(st.lists(drawn, min_size=4, max_size=12))
    answer = VERSIONS.within(ecosystem, declared, wanted)

    if answer is not None:
        ours = [one for one in taken if VERSIONS.satisfies(ecosystem, one, declared) is True]
        assert {VERSIONS.satisfies(ecosystem, one, wanted) for one in ours} <= {answer}


@settings(deadline=None)
@given(st.data(), ECOSYSTEMS)
def test_a_range_that_holds_a_release_lies_within_itself(data: st.DataObject, ecosystem: str) -> None:
    declared, version = data.draw(ranges(ecosystem)), data.draw(releases(ecosystem))

    if VERSIONS.satisfies(ecosystem, version, declared) is True:
        # Where a bare version has two meanings, the range may be less than all of the other one.
        assert VERSIONS.within(ecosystem, declared, declared) is not False


@settings(deadline=None)
@given(st.data(), ECOSYSTEMS)
def test_a_version_alone_is_a_range_of_one(data: st.DataObject, ecosystem: str) -> None:
    version, wanted = data.draw(versions(ecosystem)), data.draw(ranges(ecosystem))

    expected = VERSIONS.satisfies(ecosystem, version, wanted)
    assert VERSIONS.within(ecosystem, f"={version}", wanted) in (expected, None)


@settings(deadline=None)
@given(st.data(), ORDERED)
def test_versions_stand_in_one_line(data: st.DataObject, ecosystem: str) -> None:
    one, other, third = (data.draw(versions(ecosystem)) for _ in range(3))

    def above(left: str, right: str) -> bool:
        return VERSIONS.satisfies(ecosystem, left, f">{right}") is True

    same = VERSIONS.satisfies(ecosystem, one, f"={other}") is True
    assert [above(one, other), above(other, one), same].count(True) == 1
    if above(one, other) and above(other, third):
        assert above(one, third)


@settings(deadline=None)
@given(st.data(), st.sampled_from(BRACKETS))
def test_brackets_mean_what_the_common_form_means(data: st.DataObject, ecosystem: str) -> None:
    version, low, high = (data.draw(versions(ecosystem)) for _ in range(3))

    for brackets, common in (
        ("[]", ">={}, <={}"),
        ("[)", ">={}, <{}"),
        ("(]", ">{}, <={}"),
        ("()", ">{}, <{}"),
    ):
        interval = f"{brackets[0]}{low}, {high}{brackets[1]}"
        expected = VERSIONS.satisfies(ecosystem, version, common.format(low, high))
        assert VERSIONS.satisfies(ecosystem, version, interval) is expected


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(["pypi", *ENDINGS, None]),
    st.text("0123.*x^~<>=!|, -rcv[]()#@+", max_size=16),
    st.text(max_size=8),
)
def test_any_text_is_answered(ecosystem: str | None, wanted: str, version: str) -> None:
    assert VERSIONS.satisfies(ecosystem, version, wanted) in (True, False, None)
    assert VERSIONS.satisfies(ecosystem, "1.2.3", wanted) in (True, False, None)
    assert VERSIONS.within(ecosystem, wanted, ">=1.2") in (True, False, None)
    assert VERSIONS.within(ecosystem, version, wanted) in (True, False, None)


HOSTILE = [
    "||".join(map(str, range(130))),
    ", ".join(f"!=1.{number}" for number in range(60)),
    ",".join(f"[{number}]" for number in range(90)),
    "9" * 500,
    "1.0-" + "9" * 490,
    ".".join("1" * 250),
    "1" + "a1" * 249,
    "1" + "-0" * 249,
    "1.2.3-" + ".".join(f"a{number}" for number in range(99)),
    "1" + " " * 498 + "x",
    "1" + ".x" * 249,
    "[1," * 120,
    "1 - " * 120,
    "1..." * 120,
    ">=" * 250,
    "dev-" * 120,
    "\u0663.\u0662",
    "1.\u00b2",
    "\ud800",
    "1.2.3\n",
]
"""Texts that a careless reader would take long for, or would fall over."""


@pytest.mark.parametrize("ecosystem", ["pypi", *ENDINGS, None])
def test_hostile_texts_are_answered(ecosystem: str | None) -> None:
    for hostile in HOSTILE:
        for other in (">=1.2, <2", HOSTILE[0]):
            assert VERSIONS.satisfies(ecosystem, hostile, other) in (True, False, None)
            assert VERSIONS.satisfies(ecosystem, "1.2.3", hostile) in (True, False, None)
            assert VERSIONS.within(ecosystem, hostile, other) in (True, False, None)


@pytest.mark.parametrize("ecosystem", ["pypi", *ENDINGS, None])
def test_a_range_longer_than_a_person_writes_is_not_compared(ecosystem: str | None) -> None:
    huge = "||".join(f"^1.{number}" for number in range(1000))

    assert VERSIONS.satisfies(ecosystem, "1.2.3", huge) is None
    assert VERSIONS.within(ecosystem, huge, ">=1") is None
    assert VERSIONS.satisfies(ecosystem, "9" * 5000, ">=1") is None


@pytest.mark.parametrize("ecosystem", ["npm", "maven", "gem", "composer", "vcpkg", None])
def test_digits_of_other_scripts_are_no_numbers(ecosystem: str | None) -> None:
    assert VERSIONS.satisfies(ecosystem, "\u0661.2.3", ">=1.2") is None
    assert VERSIONS.satisfies(ecosystem, "1.2.3", ">=\u0661.2") is None
