"""Audit of a change: what it takes out is told with its place and new name; what a fault may hide is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest

from gitexp.records.fault import Fault
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.outline import Outline
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_broken import broken_faults, hidden, new_faults
from gitexp.steps.audit_names import Looked
from gitexp.steps.mentions import Named
from support.experiences import an_experience
from support.fakes import FakeSymbols

FLUSH = Mention("Cache.flush", "symbol")
WAS = Finding("Cache.flush", "found", ("src/cache.py:7",), declared=True)
NOW = Finding("Cache.flush", "missing", nearest=("Cache.flash",))
FILE = StoreFile(
    "experiences/cache/x.yaml",
    "b" * 40,
    "experience",
    "id: x\nwhat: Call `Cache.flush`.\n",
    an_experience(),
    lines={("id",): 1, ("what",): 2},
)


class One(FakeSymbols):
    """A tree with one file: its text, and what is known of its parts."""

    def __init__(self, text: str | None, outline: Outline | str) -> None:
        super().__init__({})
        self.held, self.outline = text, outline

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        return dict.fromkeys(paths, self.outline)

    def text(self, path: str) -> str | None:
        return self.held


WHOLE = Outline((), "python", True)
FAULTY = Outline((), "python", False, faults=((3, 4),))


def broken(mention: Mention, now: Finding, was: Finding, became: str = "") -> Fault:
    """Return the one fault about a mention of `what`."""
    looked = Looked(Named(mention, "what"), now)
    [fault] = broken_faults(FILE, [looked], {mention: was}, {mention: became} if became else {})
    return fault


def test_what_was_removed_is_told_with_its_place_and_what_is_near():
    fault = broken(FLUSH, NOW, WAS)

    assert (
        "the change removes `Cache.flush` (src/cache.py:7), which this experience names; now there: `Cache.flash`"
        == fault.message
    )
    assert ("symbol", "warning", 2, "src/cache.py:7", ("Cache.flash",), "") == (
        fault.code,
        fault.severity,
        fault.line,
        fault.place,
        fault.nearest,
        fault.moved_to,
    )


def test_a_rename_is_told_with_the_new_name_alone():
    fault = broken(FLUSH, NOW, WAS, "Cache.empty")

    assert fault.message.startswith("the change renames `Cache.flush` to `Cache.empty` (src/cache.py:7)")
    assert ("Cache.empty", ()) == (fault.moved_to, fault.nearest)
    assert fault.mend.startswith("write `Cache.empty`, or ")


def test_a_file_that_moved_is_told_with_its_new_path():
    path = Mention("src/a.py", "path")
    now = Finding("src/a.py", "unverifiable", kind="path", gone="c" * 40, became="lib/a.py")

    fault = broken(path, now, Finding("src/a.py", "found", ("src/a.py",), kind="path"))

    assert "the change moves `src/a.py` to `lib/a.py`, which this experience names" == fault.message
    assert ("path", "lib/a.py") == (fault.code, fault.moved_to)


def test_what_the_change_left_alone_is_no_fault():
    assert [] == broken_faults(FILE, [Looked(Named(FLUSH, "what"), NOW)], {}, {})


@pytest.mark.parametrize(
    ("tree", "may_be_there"),
    [
        (One("def flush(): pass", FAULTY), True),
        (One("def flush(): pass", "too large"), True),
        (One("def flash(): pass", FAULTY), False),
        (One("def flush(): pass", WHOLE), False),
        (One(None, "no such file"), False),
    ],
)
def test_only_a_file_that_was_not_read_whole_may_hide_it(tree, may_be_there):
    assert may_be_there is hidden(FLUSH, WAS, tree)


def test_only_symbols_can_be_hidden():
    assert not hidden(Mention("--flush", "flag"), WAS, One("--flush", FAULTY))


STOOD = Fault("schema", "error", "a-0000000001", "experiences/x/a.yaml", 3, "`lens` is missing")


def test_a_fault_is_the_same_on_another_line_and_in_a_file_with_another_name():
    assert [] == new_faults([replace(STOOD, line=9)], [STOOD])
    assert [] == new_faults([replace(STOOD, file="experiences/y/a.yaml")], [STOOD])
    marked = replace(STOOD, message="holds the markers of an unsettled merge (lines 1, 3 and 5)")
    assert [] == new_faults([replace(marked, message=marked.message.replace("1, 3", "2, 4"))], [marked])


def test_another_message_code_or_experience_is_new():
    for new in (
        replace(STOOD, message="`kind` is missing"),
        replace(STOOD, code="evidence"),
        replace(STOOD, id="b-0000000002"),
    ):
        assert [new] == new_faults([STOOD, new], [STOOD])


def test_without_an_id_the_file_tells_them_apart():
    nameless = replace(STOOD, id="")

    assert [nameless] == new_faults([nameless], [replace(nameless, file="experiences/x/b.yaml")])
