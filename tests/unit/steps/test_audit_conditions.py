"""Audit of conditions: a dependency by which an experience can apply nowhere is told, what can't be told is not."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gitexp.records.experience import Experience
from gitexp.records.facts import Dependency, Facts, Manifest
from gitexp.records.precondition import Condition, DependencyCheck, LanguageCheck, Preconditions
from gitexp.records.skipped import Skipped
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_conditions import condition_faults, weighed
from support.experiences import an_experience
from support.fakes import FakeFacts, FakeVersions

HTTPX = Condition("httpx is used", DependencyCheck("httpx", "pypi"))
PLACE = ("preconditions", "must", 0)


class Counted(FakeFacts):
    """Facts that count how often they were gathered."""

    gathered = 0

    def gather(
        self,
        files: Sequence[str],
        given: Sequence[str],
        *,
        names: Collection[str] | None = None,
        tree: bool = True,
    ) -> tuple[Facts, Sequence[Skipped]]:
        self.gathered += 1
        return super().gather(files, given, names=names)


def a_file(preconditions: Preconditions[str] | None = None) -> StoreFile:
    held: Experience[str] = an_experience(preconditions=preconditions or Preconditions((HTTPX,)))
    return StoreFile("experiences/cache/x.yaml", "b" * 40, "experience", "", held, lines={PLACE: 7})


def facts(*names: str) -> Counted:
    """Return the facts of a tree whose one manifest names these packages."""
    rows = tuple(Dependency("pypi", name, "pyproject.toml", version="1.0") for name in names)
    return Counted(Facts(dependencies=rows, manifests=(Manifest("pypi", "pyproject.toml"),)))


def test_one_that_is_there_holds_and_one_that_a_manifest_lacks_does_not():
    there = weighed([a_file()], facts("httpx"), FakeVersions())
    gone = weighed([a_file()], facts("requests"), FakeVersions())

    assert [True] == [one.holds for one in there]
    assert [False] == [one.holds for one in gone]
    assert [] == condition_faults(there)
    [fault] = condition_faults(gone)
    assert ("dependency", "warning", 7, "pypi:httpx") == (fault.code, fault.severity, fault.line, fault.name)
    assert fault.message.startswith("can apply nowhere here: ")


def test_one_that_must_not_be_there_is_told_where_it_is():
    file = a_file(Preconditions((), (HTTPX,)))

    assert [False] == [one.holds for one in weighed([file], facts("httpx"), FakeVersions())]
    assert [True] == [one.holds for one in weighed([file], facts("requests"), FakeVersions())]


def test_where_no_manifest_was_read_nothing_is_told():
    some = weighed([a_file()], FakeFacts(), FakeVersions())

    assert [None] == [one.holds for one in some]
    assert [] == condition_faults(some)


def test_other_conditions_are_not_weighed_and_facts_are_gathered_only_for_them():
    source = facts("httpx")
    typical = Preconditions((Condition("python", LanguageCheck("python")),), (), (HTTPX,))

    assert () == weighed([a_file(typical)], source, FakeVersions())
    assert 0 == source.gathered
    assert () == weighed([a_file()], None, FakeVersions())


def test_a_change_is_told_of_only_where_it_held_or_was_not_asked_before():
    gone = weighed([a_file()], facts("requests"), FakeVersions())
    held = weighed([a_file()], facts("httpx"), FakeVersions())

    assert 1 == len(condition_faults(gone, held))
    assert [] == condition_faults(gone, gone)
    assert 1 == len(condition_faults(gone, ()))
