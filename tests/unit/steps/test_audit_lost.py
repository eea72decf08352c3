"""What a tree had itself: only that can be stale. A name of a library that is used no more is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from gitexp.ports import Symbols
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.outline import Outline, Symbol
from gitexp.records.removal import Removal
from gitexp.records.sighting import Sight, Sighted
from gitexp.records.tree import Tree
from gitexp.steps.audit_lost import MAX_COMMITS, now_called, only_own, was_own
from support.fakes import FakeSymbols

COMMIT = "c" * 40
FLAG = Mention("--keep", "flag")
GRIND = Mention("grind", "symbol")


class Quiet:
    """A history that knows nothing."""

    def paths(self, paths: Collection[str]) -> Mapping[str, Removal | None]:
        return {}

    def texts(self, texts: Collection[str]) -> Mapping[str, Removal | None]:
        return {}


class Declaring(FakeSymbols):
    """One file that declares one function over four lines."""

    def __init__(self, name: str, path: str = "mill.py") -> None:
        super().__init__({})
        self.name, self.path = name, path

    def tree(self) -> Tree:
        return Tree((self.path,))

    def sighted(self, texts: Collection[str]) -> Sighted:
        if self.name not in texts:
            return Sighted()
        here = frozenset({self.path})
        return Sighted({self.name: (Sight(self.path, 1, self.name),)}, {self.name: here}, {self.name: here})

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        symbol = Symbol(self.name, "function", 1, 4)
        return {path: Outline((symbol,), "python", True) if path == self.path else "none" for path in paths}

    def text(self, path: str) -> str | None:
        return (
            f"def {self.name}(corn):\n    crushed = corn.crush(3)\n    dust = crushed.dust()\n    return dust"
        )


def gone(mention: Mention, reason: str = "was removed") -> dict[Mention, Finding]:
    return {mention: Finding(mention.name, "unverifiable", reason=reason, kind=mention.kind, gone=COMMIT)}


def judged(mention: Mention, before: Symbols, now: Symbols | None = None) -> Finding:
    """Return what is left of a finding once the tree before the commit was looked at."""
    return only_own(gone(mention), lambda commit: before, now or FakeSymbols({}), Quiet())[mention]


def test_what_the_tree_declared_itself_was_taken_out_of_it():
    assert COMMIT == judged(GRIND, Declaring("grind")).gone


def test_what_it_only_used_is_not_stale():
    assert "" == judged(GRIND, FakeSymbols({"grind": "mill.py:3"})).gone
    assert "" == judged(GRIND, FakeSymbols({})).gone


def test_what_stands_under_another_name_is_told_with_it():
    finding = judged(GRIND, Declaring("grind"), Declaring("mill_it"))

    assert ("mill_it", ("mill_it",), COMMIT) == (finding.became, finding.nearest, finding.gone)
    assert "was removed; its lines stand in `mill_it` now" == finding.reason


@pytest.mark.parametrize(
    ("place", "own"),
    [("src/run.py:9", True), ("lib/run.rb:9", True), ("README.md:9", False), ("ci/build.sh:9", False)],
)
def test_a_flag_is_the_trees_own_where_code_reads_it(place, own):
    assert (COMMIT if own else "") == judged(FLAG, FakeSymbols({"--keep": place})).gone


def test_of_what_was_only_used_no_removal_is_told():
    found = gone(GRIND, "nowhere in this tree: of a library?; was removed in c0ffee1234 (2024-01-03)")

    judged = only_own(found, lambda commit: FakeSymbols({}), FakeSymbols({}), Quiet())

    assert "nowhere in this tree: of a library?" == judged[GRIND].reason


def test_paths_need_no_look():
    path = Mention("src/a.py", "path")

    assert COMMIT == judged(path, FakeSymbols({})).gone


def test_what_was_not_removed_stays_as_it_is():
    findings = {GRIND: Finding("grind", "found", ("a.py:1",))}

    assert findings == only_own(findings, lambda commit: FakeSymbols({}), FakeSymbols({}), Quiet())


def test_of_too_many_commits_the_rest_is_not_said_to_be_stale():
    findings: dict[Mention, Finding] = {}
    for number in range(MAX_COMMITS + 3):
        mention = Mention("grind", "symbol", version=str(number))
        findings[mention] = Finding("grind", "unverifiable", gone=f"{number:040d}")

    found = only_own(findings, lambda commit: Declaring("grind"), FakeSymbols({}), Quiet())

    assert MAX_COMMITS == sum(bool(one.gone) for one in found.values())


@pytest.mark.parametrize(
    ("mention", "finding", "own"),
    [
        (GRIND, Finding("grind", "found", ("a.py:1",), declared=True), True),
        (GRIND, Finding("grind", "found", ("a.py:1",)), False),
        (GRIND, Finding("grind", "missing", declared=True), False),
        (Mention("a.py", "path"), Finding("a.py", "found", ("a.py",)), True),
        (Mention("*.md", "glob"), Finding("*.md", "found", ("README.md",)), True),
        (FLAG, Finding("--keep", "found", ("README.md:1", "run.go:3")), True),
        (FLAG, Finding("--keep", "found", ("README.md:1",)), False),
    ],
)
def test_it_was_the_trees_own(mention, finding, own):
    assert own is was_own(mention, finding)


def test_the_new_name_goes_before_what_is_near():
    finding = now_called(Finding("a", "missing", nearest=("b", "c", "d"), reason="no"), "c")

    assert (("c", "b", "d"), "c", "no; its lines stand in `c` now") == (
        finding.nearest,
        finding.became,
        finding.reason,
    )
