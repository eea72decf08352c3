"""The measurements of symbols from outside: what is taken for absent, what counts as known, missed and within its bar."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# The measuring scripts are no part of the package; they lie beside it.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.audit_planted import Reported
from bench.audit_planted import compare as compare_audit
from bench.symbols import Said, figures, last_part, read, table
from bench.symbols_bases import bases_of, names_in
from bench.symbols_external import COUNT, external
from bench.symbols_listing import Listing
from bench.symbols_mutations import Mutation, absent, mutations, plausible
from bench.symbols_pairs import Pair, pairs
from bench.symbols_python import add_python
from bench.symbols_refactorings import removed_names
from bench.symbols_speed import words_of

TILL = """\
from enum import Enum
from outside import Printer


class Drawer:
    slots = 4

    def __init__(self):
        self.coins = 0

    def open_slowly(self, key):
        local = key
        return local


class Till(Drawer):
    @property
    def total(self):
        return self.coins


class Ticket(Printer):
    def print_all(self):
        return self.__getattr__


class Kind(Enum):
    PAID = 1
"""


@pytest.fixture
def listing(tmp_path):
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("from .till import Drawer\n__all__ = ['later']\n", encoding="utf-8")
    (package / "till.py").write_text(TILL, encoding="utf-8")
    found = Listing(tmp_path)
    add_python(found, ["shop/__init__.py", "shop/till.py"])
    return found


def test_the_members_of_python_are_listed_with_their_kinds(listing):
    found = {(one.container.rpartition(".")[2], one.member): one.kind for one in pairs(listing, 500, 1)}

    assert "plain" == found["Drawer", "open_slowly"]
    assert "property" == found["Drawer", "slots"]
    assert "assigned" == found["Drawer", "coins"]
    assert "property" == found["Till", "total"]
    assert "enum" == found["Kind", "PAID"]
    assert "re-exported" == found["shop", "Drawer"]
    assert "generated" == found["shop", "later"]
    assert not {member for _, member in found} & {"local", "key", "__init__"}


def test_what_a_base_in_the_tree_has_is_inherited(listing):
    inherited = {one.member for one in pairs(listing, 500, 1) if one.kind == "inherited"}

    assert inherited <= {"open_slowly", "slots", "coins"} and inherited


def test_the_same_seed_asks_the_same_names(listing):
    assert pairs(listing, 5, 7) == pairs(listing, 5, 7)


def test_a_name_is_absent_where_neither_the_class_nor_a_base_nor_their_files_have_it(listing):
    assert absent(listing, "Till", "close_slowly")
    assert not absent(listing, "Till", "open_slowly")
    assert not absent(listing, "Till", "print_all")  # a word of the file


def test_a_mutation_is_sure_without_a_base_outside_and_without_a_door(listing):
    asked = [one for one in pairs(listing, 500, 1) if one.member in ("total", "print_all")]
    made = {one.true: one for one in mutations(listing, asked[::-1], 1)}

    assert made["total"].certain
    assert not made["print_all"].certain
    assert "base Printer, door __getattr__" == made["print_all"].open


@pytest.mark.parametrize(
    ("name", "rule", "other"),
    [
        ("get_name", "swapped word", "fetch_name"),
        ("isEmpty", "swapped word", "hasEmpty"),
        ("MAX_SIZE", "swapped word", "MAX_COUNT"),
        ("read_all_lines", "dropped word", "read_lines"),
        ("open_slowly", "other order", "slowly_open"),
        ("send", "added word", "send_now"),
        ("entry", "number", "entries"),
        ("class_name", "other style", "className"),
        ("_private_part", "other order", "_part_private"),
        ("empty?", "added word", "empty_now?"),
    ],
)
def test_a_changed_name_keeps_the_style_of_the_true_one(name, rule, other):
    assert (rule, other) in list(plausible(name))


def test_a_small_word_grows_as_the_language_writes_it():
    assert ("added word", "sendNow") in list(plausible("send", "Java"))


def test_bases_are_read_without_the_bounds_of_arguments():
    java = {"language": "Java", "kind": "class", "inherits": "Bound"}
    rust = {"language": "Rust", "kind": "implementation"}
    sharp = {"language": "C#", "kind": "class"}

    assert ["Box", "Openable"] == bases_of(
        java, "class Crate<T extends Bound> extends Box<T> implements Openable"
    )
    assert ["io.Read"] == bases_of(rust, "impl<T: Clone> io::Read for Crate<T>")
    assert ["Box", "IOpen"] == bases_of(sharp, "class Crate<T> : Box<T>, IOpen where T : new()")
    assert ["Box", "Openable"] == names_in("Box<T>, Openable permits Crate, Chest")


def test_the_answer_is_read_by_the_order_of_the_names():
    answer = b'{"findings": [{"name": "A.b", "answer": "missing", "nearest": ["A.bee"], "reason": "no b"}]}'

    assert {"A::b": Said("missing", ("A.bee",), "no b")} == read(answer, ["A::b"])
    assert "none" == read(b"no json", ["A.b"])["A.b"].answer


def test_a_true_name_is_known_by_its_last_part_among_the_first_three():
    assert Said(nearest=("A.one", "B::fetch()")).knows("fetch")
    assert not Said(nearest=("A.one", "A.two", "A.three", "A.fetch")).knows("fetch")
    assert "save!" == last_part("Record#save!")


def a_pair(name: str, kind: str = "plain") -> Pair:
    return Pair(name, name.partition(".")[0], name.partition(".")[2], kind, "Python", "a.py:1")


def test_the_table_counts_each_language_and_kind():
    said = {"A.b": Said("found"), "A.c": Said("missing"), "A.d": Said("unverifiable")}
    lines = table([a_pair("A.b"), a_pair("A.c"), a_pair("A.d", "enum")], said)

    assert ["Python", "plain", "2", "1", "0.500", "0", "1"] == lines[1].split()
    assert ["all", "all", "3", "1", "0.333", "1", "1"] == lines[-1].split()


def test_a_name_that_may_come_from_outside_must_not_be_missing():
    pair = a_pair("A.b")
    made = [Mutation("A.bs", "b", pair, "number", open="base Printer")]
    lines, fine = figures([pair], made, [], {"A.b": Said("found"), "A.bs": Said("missing")})

    assert not fine
    assert "MISSED" in lines[3]


def test_audit_is_precise_where_it_reports_what_is_gone_alone():
    fine = compare_audit("x", Reported(frozenset({"A.b"}), {"A.b": "gone"}), ["A.b"], ["A.c"])
    false = compare_audit("x", Reported(frozenset({"A.b", "A.c"}), {"A.c": "gone"}), ["A.b"], ["A.c"])

    assert fine[1]
    assert not false[1]
    assert "    stands, and is reported: A.c (gone)" in false[0]


def test_a_patch_takes_out_the_public_names_that_it_defines_nowhere_again():
    patch = """\
--- a/till.py
+++ b/till.py
@@ -1,2 +1,2 @@
-def open_drawer(key):
-def _private(key):
-class Counter:
+    def open_gently(key):
+class Counter(Base):
--- a/tests/test_till.py
+++ b/tests/test_till.py
-def test_drawer():
--- a/till.c
+++ b/till.c
-static int count_coins(struct till *till)
-	return count_coins(till);
"""

    assert ["open_drawer", "count_coins"] == removed_names(patch)


def test_there_are_as_many_names_of_libraries_as_said_and_the_same_for_a_seed():
    assert COUNT == len(set(external(1)))
    assert external(1) == external(1)


def test_the_words_of_names_are_what_git_searches():
    assert ["A", "b", "c!", "save"] == words_of(["A::b", "A#c!", "A.save()"])
