"""Versions by each ecosystem's own rules, and ranges held against samples."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.version import Version

from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.records.applicability import Truth

VERSIONS = LibraryVersions()

SATISFIES: list[tuple[str | None, str, str, Truth]] = [
    ("pypi", "0.27.2", ">=0.24", True),
    ("pypi", "0.20.1", ">=0.24", False),
    ("pypi", "0.27.2", ">=0.24,<1", True),
    ("pypi", "0.27.2", ">=0.24 <0.27", False),
    ("pypi", "1.4.9", "~=1.4.2", True),
    ("pypi", "1.5.0", "~=1.4.2", False),
    ("pypi", "1.4.2", "==1.4.*", True),
    ("pypi", "2.0rc1", ">=1.9", True),
    ("pypi", "2.0rc1", ">=2.0", False),
    ("pypi", "2.0rc1", "<2.0", False),
    ("pypi", "1!1.0", ">=2.0", True),
    ("pypi", "1.9.0", "<1.10", True),
    ("pypi", "1.2.3", "^1.2", True),
    ("pypi", "2.0.0", "^1.2", False),
    ("pypi", "3.12", ">=3.11 || <2", True),
    ("pypi", "1.2", "1.2", True),
    ("pypi", "1.2.5", "1.2", None),
    ("pypi", "1.3", "1.2", False),
    ("pypi", "1.2.5", "*", True),
    ("pypi", "latest", ">=1", None),
    ("pypi", "1.2", "newest", None),
    ("npm", "18.2.0", "^18.0.0", True),
    ("npm", "19.0.0", "^18.0.0", False),
    ("npm", "0.3.0", "^0.2.3", False),
    ("npm", "0.2.9", "^0.2.3", True),
    ("npm", "1.2.9", "~1.2.3", True),
    ("npm", "1.3.0", "~1.2.3", False),
    ("npm", "17.0.1", "^16 || ^17", True),
    ("npm", "2.3.9", "1.2.3 - 2.3", True),
    ("npm", "2.4.0", "1.2.3 - 2.3", False),
    ("npm", "1.2.9", "1.2.x", True),
    ("npm", "1.3.0", ">1.2", True),
    ("npm", "1.2.9", ">1.2", False),
    ("npm", "1.2.9", "<=1.2", True),
    ("npm", "18.2.0", ">= 18, < 19", True),
    ("npm", "18.2.0", "*", True),
    ("npm", "18.2.0", "", True),
    ("npm", "19.0.0-rc.1", ">=18", True),
    ("npm", "19.0.0-rc.1", ">=19", None),
    ("npm", "19.0.0-rc.1", "^17", False),
    ("npm", "19.0.0-rc.2", ">=19.0.0-rc.1", True),
    ("npm", "0.2.2", "<=0.2.2-rc.1", False),
    ("npm", "2.3.0", "0.0.0 <=2.3.1-rc.1", False),
    ("npm", "18", ">=18", True),
    ("npm", "18", ">=18.2", None),
    ("npm", "18.2.0", "!=18.2.0", False),
    ("npm", "18.2.0", "latest", None),
    (None, "1.10.0", ">=1.9", True),
    (None, "1.2.0", "==1.2", True),
    (None, "1.2.3", ">=1.2, <1.3", True),
    (None, "1.2.3", ">=1.2 <1.2.3", False),
    (None, "v1.2.3", "!=1.2.3", False),
    (None, "1.2.3", "!=1.2.*", False),
    (None, "1.2.3", "1.x", True),
    (None, "1.9", "^1.2", True),
    (None, "1.9", "~1.2", False),
    (None, "1.2.9", "~1.2", True),
    (None, "3.0", "^1 || ^3", True),
    (None, "1.2.3-rc.1", ">=1.2.3", None),
    (None, "1.2.3-rc.1", ">=1.2.2", True),
    (None, "1.2.3+build", "==1.2.3", True),
    (None, "1.2", "soon", None),
    (None, "fresh", ">=1", None),
    ("gem", "1.9", "~> 1.2", True),
    ("gem", "1.3.0", "~> 1.2.0", False),
    ("composer", "1.9", "~1.2", True),
    ("cargo", "1.9.0", "1.2", True),
    ("cargo", "2.0.0", "1.2", False),
    ("go", "v1.2.3", ">=v1.2", True),
]

WITHIN: list[tuple[str | None, str, str, Truth]] = [
    ("pypi", ">=0.25,<1", ">=0.24", True),
    ("pypi", "<0.24", ">=0.24", False),
    ("pypi", ">=0.20", ">=0.24", None),
    ("pypi", "==0.27.2", ">=0.24", True),
    ("pypi", "==0.27.*", ">=0.27", True),
    ("pypi", "~=1.4", ">=1.4,<2", True),
    ("pypi", ">=1.2,<2", "^1.2", True),
    ("pypi", "^1.2", ">=1.2,<2", True),
    ("pypi", ">=1,<2", "==1.*", True),
    ("pypi", ">=1,<2", "!=1.5", None),
    ("pypi", ">=1,!=1.5,<2", "!=1.5", True),
    ("pypi", ">=2,<1", ">=0", None),
    ("pypi", ">=1 || <0.5", ">=0.7", None),
    ("pypi", ">=3.12", ">=3.11", True),
    ("pypi", ">=1.0", ">=1.0rc1", True),
    ("pypi", ">=1.0rc1", ">=1.0", None),
    ("pypi", "whatever", ">=1", None),
    ("npm", "^18.2.0", ">=18", True),
    ("npm", "^18.2.0", "<18", False),
    ("npm", ">=16", ">=18", None),
    ("npm", "18.2.0", "^18", True),
    ("npm", "^17 || ^18", ">=17 <19", True),
    ("npm", "*", ">=1", None),
    ("npm", "1.x", "^1.0.0", True),
    ("npm", "latest", ">=1", None),
    (None, ">=1.3,<1.9", "^1.2", True),
    (None, "^2", "^1.2", False),
    (None, ">=1", "^1.2", None),
    (None, "~> 1.2.3", "~1.2", True),
]  # fmt: skip


@pytest.mark.parametrize(("ecosystem", "version", "wanted", "expected"), SATISFIES)
def test_an_exact_version_is_compared_by_its_ecosystem(
    ecosystem: str | None, version: str, wanted: str, expected: Truth
) -> None:
    assert VERSIONS.satisfies(ecosystem, version, wanted) is expected


@pytest.mark.parametrize(("ecosystem", "declared", "wanted", "expected"), WITHIN)
def test_a_declared_range_lies_within_apart_or_only_overlaps(
    ecosystem: str | None, declared: str, wanted: str, expected: Truth
) -> None:
    assert VERSIONS.within(ecosystem, declared, wanted) is expected


@pytest.mark.parametrize("ecosystem", ["pypi", "npm", None])
def test_a_range_longer_than_a_person_writes_is_not_compared(ecosystem: str | None) -> None:
    huge = ",".join(f"!=1.{number}" for number in range(1000))

    assert VERSIONS.satisfies(ecosystem, "1.2.3", huge) is None
    assert VERSIONS.within(ecosystem, huge, ">=1") is None
    assert VERSIONS.satisfies(ecosystem, "9" * 5000, ">=1") is None


@settings(deadline=None)
@given(
    st.sampled_from(["pypi", "npm", "gem", None]),
    st.text("0123.*x^~<>=!|, -rcv", max_size=14),
    st.text(max_size=8),
)
def test_any_text_is_answered(ecosystem: str | None, wanted: str, version: str) -> None:
    assert VERSIONS.satisfies(ecosystem, version, wanted) in (True, False, None)
    assert VERSIONS.satisfies(ecosystem, "1.2.3", wanted) in (True, False, None)
    assert VERSIONS.within(ecosystem, wanted, ">=1.2") in (True, False, None)
    assert VERSIONS.within(ecosystem, ">=1.2", wanted) in (True, False, None)


# Ranges and samples for each ecosystem. Few numbers, so that bounds meet often.

NUMBER = st.sampled_from(["0", "1", "2", "3"])


def dotted(least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(NUMBER, min_size=least, max_size=most).map(".".join)


def joined(parts: st.SearchStrategy[str], between: str) -> st.SearchStrategy[str]:
    return st.lists(parts, min_size=1, max_size=3).map(between.join)


ENDINGS = ["", "", "", "a1", "rc1", "rc2", ".post1", ".dev1", "rc1.post1", ".post1.dev2"]
PYPI_CLAUSES = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(["==", "!=", ">=", "<=", ">", "<"]), dotted(1, 3), st.sampled_from(ENDINGS)),
    st.builds("{}{}.*".format, st.sampled_from(["==", "!="]), dotted(1, 2)),
    st.builds("~={}".format, dotted(2, 3)),
)  # fmt: skip
PYPI_VERSIONS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "", "1!"]),
    dotted(1, 4),
    st.sampled_from([*ENDINGS, "+abc", "a1+abc"]),
)
NPM_CLAUSES = st.builds("{}{}".format, st.sampled_from(["", ">=", "<=", ">", "<", "^", "~"]), dotted(1, 3))
PLAIN_CLAUSES = st.builds(
    "{}{}".format, st.sampled_from(["==", "!=", ">=", "<=", ">", "<", "^", "~", "~>"]), dotted(1, 3)
)

KINDS = st.sampled_from(["pypi", "npm", None])
RANGES = {
    "pypi": joined(PYPI_CLAUSES, ","),
    "npm": joined(joined(NPM_CLAUSES, " "), " || "),
    None: joined(PLAIN_CLAUSES, ", "),
}
SAMPLES = {"pypi": PYPI_VERSIONS, "npm": dotted(3, 3), None: dotted(1, 4)}


def installable(ecosystem: str | None, version: str, declared: str) -> bool:
    """Return whether an installer would take the version for the range: a prerelease only where it names one."""
    if ecosystem == "pypi" and Version(version).is_prerelease and not re.search(r"a1|rc|dev", declared):
        return False
    return VERSIONS.satisfies(ecosystem, version, declared) is True


@settings(deadline=None)
@given(st.data(), KINDS)
def test_within_is_never_contradicted_by_a_version(data: st.DataObject, ecosystem: str | None) -> None:
    declared, wanted = data.draw(RANGES[ecosystem]), data.draw(RANGES[ecosystem])
    versions = data.draw(st.lists(SAMPLES[ecosystem], min_size=5, max_size=30))
    taken = [version for version in versions if installable(ecosystem, version, declared)]
    answer = VERSIONS.within(ecosystem, declared, wanted)

    if answer is not None:
        assert {VERSIONS.satisfies(ecosystem, version, wanted) for version in taken} <= {answer}


@settings(deadline=None)
@given(st.data(), KINDS)
def test_a_range_that_holds_any_version_lies_within_itself(
    data: st.DataObject, ecosystem: str | None
) -> None:
    declared, version = data.draw(RANGES[ecosystem]), data.draw(SAMPLES[ecosystem])

    if installable(ecosystem, version, declared):
        assert VERSIONS.within(ecosystem, declared, declared) is True


@settings(deadline=None)
@given(st.data(), KINDS)
def test_a_version_alone_is_a_range_of_one(data: st.DataObject, ecosystem: str | None) -> None:
    wanted = data.draw(RANGES[ecosystem])
    version = data.draw(dotted(3, 3))

    expected = VERSIONS.satisfies(ecosystem, version, wanted)
    assert VERSIONS.within(ecosystem, f"=={version}", wanted) in (expected, None)
