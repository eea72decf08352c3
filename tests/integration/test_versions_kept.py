"""Comparisons of versions that are kept: the same answers, and no library for what was asked before."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable

import pytest

from gitexp.adapters.versions_kept import KeptVersions
from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.ports import Versions
from gitexp.records.applicability import Truth

QUESTIONS: list[tuple[str | None, str, str, Truth]] = [
    ("npm", "18.2.0", "^18", True),
    ("npm", "18.2.0", "^17", False),
    ("npm", "18.2.0", "latest", None),
    ("gem", "18.2.0", "~> 18.0", True),
    (None, "1.2.3-rc.1", ">=1.2.3", None),
]


class Notes:
    """Keeps in memory what it is given."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def put(self, key: str, value: str) -> None:
        self.values[key] = value


def once() -> Callable[[], Versions]:
    made: list[Versions] = []

    def make() -> Versions:
        assert not made
        made.append(LibraryVersions())
        return made[0]

    return make


def never() -> Versions:
    raise AssertionError("this was asked before")


@pytest.mark.parametrize(("ecosystem", "version", "wanted", "expected"), QUESTIONS)
def test_what_was_compared_once_is_not_compared_again(
    ecosystem: str | None, version: str, wanted: str, expected: Truth
) -> None:
    notes = Notes()
    first, second = KeptVersions(once(), notes), KeptVersions(never, notes)

    assert first.satisfies(ecosystem, version, wanted) is expected
    assert second.satisfies(ecosystem, version, wanted) is expected


def test_questions_that_differ_in_anything_are_kept_apart() -> None:
    notes = Notes()
    versions = KeptVersions(once(), notes)

    assert versions.satisfies("npm", "1.2.3", "^1") is True
    assert versions.satisfies("npm", "1.2.3", "^1 ") is True
    assert versions.satisfies("cargo", "1.2.3", "^1") is True
    assert versions.satisfies(None, "1.2.3", "^1") is True
    assert versions.satisfies("None", "1.2.3", "^1") is True
    assert versions.within("npm", "1.2.3", "^1") is True
    assert versions.satisfies("npm", "^1", "1.2.3") is None
    assert len(notes.values) == 7
    assert set(notes.values.values()) == {"1", "?"}


def test_a_value_that_nobody_wrote_is_asked_again() -> None:
    notes = Notes()
    KeptVersions(once(), notes).satisfies("npm", "18.2.0", "^17")
    notes.values = dict.fromkeys(notes.values, "perhaps")

    assert KeptVersions(once(), notes).satisfies("npm", "18.2.0", "^17") is False
    assert set(notes.values.values()) == {"0"}


def test_texts_that_are_no_text_can_be_kept_in_a_database() -> None:
    base = sqlite3.connect(":memory:")
    base.execute("create table kept (key text primary key, value text)")

    class Rows:
        def get(self, key: str) -> str | None:
            row = base.execute("select value from kept where key = ?", (key,)).fetchone()
            return row[0] if row else None

        def put(self, key: str, value: str) -> None:
            base.execute("insert or replace into kept values (?, ?)", (key, value))

    for text in ("\udc80", "1.2\x003", "版本", "'; drop table kept; --"):
        assert KeptVersions(once(), Rows()).satisfies("npm", text, ">=1") is None
        assert KeptVersions(never, Rows()).satisfies("npm", text, ">=1") is None
    base.close()


def test_a_text_longer_than_a_person_writes_is_neither_compared_nor_kept() -> None:
    notes = Notes()

    assert KeptVersions(never, notes).satisfies("npm", "1.2.3", "^1 || " * 500) is None
    assert KeptVersions(never, notes).within("npm", "1" * 501, "^1") is None
    assert notes.values == {}


def test_an_answer_that_is_kept_needs_no_library() -> None:
    script = """
import sys
from gitexp.adapters.versions_kept import KeptVersions
class Yes:
    def get(self, key): return "1"
    def put(self, key, value): raise AssertionError
assert KeptVersions(None, Yes()).satisfies("npm", "1.2.3", "^1") is True
loaded = {"semver", "univers", "packaging", "semantic_version", "gitexp.adapters.versions_libraries"} & set(sys.modules)
assert not loaded, loaded
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
