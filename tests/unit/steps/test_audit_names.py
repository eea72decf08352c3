"""Audit of names: valid where all is there, stale where the tree has lost something, else it can't be told."""

from __future__ import annotations

from typing import Any

import pytest

from gitexp.records.experience import Scope
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.precondition import Condition, DependencyCheck, PathCheck, Preconditions
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_names import Looked, is_dead, line_of, mend, stale_faults, state_of, wanted
from gitexp.steps.mentions import Named
from support.experiences import an_experience

COMMIT = "c0ffee1234" * 4
TEXT = """\
id: cache-flush-before-fork-0a1b2c3d4e
what: >-
  Flush it
  with `Cache.flush`.
scope:
  symbols: [Cache.flush]
"""
LINES = {("id",): 1, ("what",): 2, ("scope",): 5, ("scope", "symbols"): 6, ("scope", "symbols", 0): 6}


def a_file(**changes: Any) -> StoreFile:
    held = an_experience(**changes)
    return StoreFile(f"experiences/cache/{held.id}.yaml", "b" * 40, "experience", TEXT, held, lines=LINES)


def looked(name: str, finding: Finding, field: str = "what") -> Looked:
    return Looked(Named(Mention(name, finding.kind), field), finding)


FOUND = looked("Cache.flush", Finding("Cache.flush", "found", ("a.py:1",)))
MISSING = looked(
    "Cache.flash", Finding("Cache.flash", "missing", nearest=("Cache.flush",), reason="no such member")
)
OPEN = looked("Lib.call", Finding("Lib.call", "unverifiable", reason="of a library?"))
REMOVED = looked(
    "Cache.flash", Finding("Cache.flash", "unverifiable", reason="was removed in c0ffee1234", gone=COMMIT)
)
MOVED = looked("a/b.py", Finding("a/b.py", "unverifiable", kind="path", gone=COMMIT, became="c/b.py"))


def names(file: StoreFile) -> list[str]:
    return [one.mention.name for one in wanted(file)]


def test_each_name_is_wanted_once_and_of_two_the_fuller_one():
    file = a_file(
        what="Call `flush()` of `Cache`, then `Cache.flush` again.", scope=Scope((), ("Cache.flush",))
    )

    assert 1 == sum(name.startswith("Cache.flush") for name in names(file))
    assert "flush()" not in names(file)


def test_what_it_warns_of_and_what_it_depends_on_are_not_wanted_as_names():
    file = a_file(
        anti_patterns=("Calling `Cache.drop`.",),
        failure_modes=("`Cache.lose` runs.",),
        preconditions=Preconditions(
            (
                Condition("httpx", DependencyCheck("httpx")),
                Condition("the cache", PathCheck("src/cache/*.py")),
            ),
            (Condition("`Cache.old` is used"),),
        ),
    )

    assert {"src/cache/", "src/cache/*.py", "src/cache/**", "Cache.flush"} == set(names(file))


def test_a_secret_is_no_name():
    secret = "ghp_" + "Zk3" * 12

    assert not any(secret in name for name in names(a_file(what=f"Use {secret} with `Cache.flush`.")))


def test_a_file_that_can_not_be_read_wants_nothing():
    assert () == wanted(StoreFile("experiences/a/b.yaml", "b" * 40, "experience"))


@pytest.mark.parametrize(
    ("some", "conditions", "state"),
    [
        ([], [], "unnamed"),
        ([FOUND], [], "valid"),
        ([FOUND, OPEN], [], "unverifiable"),
        ([FOUND, OPEN, MISSING], [], "stale"),
        ([REMOVED], [], "stale"),
        ([MOVED], [], "stale"),
        ([], [True], "valid"),
        ([FOUND], [True, None], "unverifiable"),
        ([FOUND], [None, False], "stale"),
    ],
)
def test_the_worst_decides_the_state(some, conditions, state):
    assert state == state_of(some, conditions)


@pytest.mark.parametrize(
    ("some", "dead"),
    [
        ([], False),
        ([FOUND, MISSING], False),
        ([MISSING], True),
        ([MISSING, OPEN], False),
        ([MISSING, REMOVED], True),
        ([MISSING, MOVED], False),
        ([looked("--flag", Finding("--flag", "unverifiable", kind="flag", gone=COMMIT))], False),
    ],
)
def test_dead_is_that_of_which_nothing_in_the_code_is_left(some, dead):
    assert dead is is_dead(some)


def test_what_can_not_be_told_is_no_fault():
    assert () == stale_faults(a_file(), [FOUND, OPEN])


def test_a_fault_says_what_is_near_and_what_took_it_out():
    [missing, removed] = stale_faults(a_file(), [MISSING, REMOVED])

    assert (
        "names `Cache.flash`, which is not there: no such member; nearest: `Cache.flush`" == missing.message
    )
    assert ("symbol", "warning", ("Cache.flush",)) == (missing.code, missing.severity, missing.nearest)
    assert "names `Cache.flash`, which is not there: was removed in c0ffee1234" == removed.message


def test_a_fault_of_what_has_another_name_now_gives_it():
    renamed = looked("A.b", Finding("A.b", "missing", gone=COMMIT, became="A.c"))
    [moved, other] = stale_faults(a_file(), [MOVED, renamed])

    assert "names `a/b.py`, which was moved to `c/b.py` in c0ffee1234" == moved.message
    assert "names `A.b`, which was renamed to `A.c` in c0ffee1234" == other.message
    assert ("c/b.py", "path") == (moved.moved_to, moved.code)
    assert f"write `c/b.py`, or `exp retract {an_experience().id} --reason …`" == moved.mend


def test_without_a_new_name_it_is_to_be_looked_for():
    assert mend(a_file()).startswith("name what took its place, or `exp retract ")


@pytest.mark.parametrize(
    ("field", "line"),
    [("what", 4), ("scope.symbols[0]", 6), ("scope.symbols[1]", 6), ("title", 0), ("id", 4)],
)
def test_the_line_is_the_first_of_the_field_that_holds_the_name(field, line):
    assert line == line_of(a_file(), Named(Mention("Cache.flush", "symbol"), field))


def test_where_no_line_holds_the_name_it_is_the_fields():
    assert 2 == line_of(a_file(), Named(Mention("Cache.flash", "symbol"), "what"))


def test_a_long_id_is_typed_as_its_digits():
    long = an_experience(id="a-" * 30 + "flush-0a1b2c3d4e")
    file = StoreFile("experiences/cache/x.yaml", "b" * 40, "experience", "", long)

    assert "name what took its place, or `exp retract 0a1b2c3d4e --reason …`" == mend(file)
