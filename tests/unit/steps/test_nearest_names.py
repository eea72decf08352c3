"""The nearest real names: of the same container, of its siblings, or the same member of another type."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.outline import Import, Outline, Symbol
from gitexp.records.sighting import Sighted, Types
from gitexp.steps.code import Code, Declared, Looking
from gitexp.steps.look_up_bases import Lineage
from gitexp.steps.nearest_names import (
    likeness,
    nearest_in_modules,
    nearest_keys,
    nearest_members,
    nearest_words,
)
from support.fakes import FakeSymbols


def type_of(name: str, start: int, *members: str) -> tuple[Symbol, ...]:
    """Return a class and its methods, a line each."""
    inner = [Symbol(f"{name}.{one}", "method", start + at, start + at) for at, one in enumerate(members, 1)]
    return (Symbol(name, "class", start, start + len(inner)), *inner)


LIST = Outline(type_of("ListView", 1, "attach_to_rail", "scroll", "close"), "python", True)
COMPAT = Outline(type_of("ListViewCompat", 1, "attach_to_list", "open"), "python", True)
DOOR = Outline(type_of("Door", 1, "attach_to_list", "lock"), "python", True)
RUBY = Outline(type_of("ListViewRuby", 1, "attach_to_list"), "ruby", True)


class Outlined(FakeSymbols):
    def __init__(self, outlines: Mapping[str, Outline]) -> None:
        super().__init__({})
        self.held = outlines

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        return {path: self.held.get(path, "no grammar reads it") for path in paths}


def ended(code: Code, looking: Looking[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the answer of a look-up, after what it asks for was fetched."""
    while True:
        try:
            code.fetch(next(looking))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def near(member: str, outlines: Mapping[str, Outline], declaring: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is near to a member of the class in `ui/list.py`."""
    types = {
        symbol.name: frozenset({path})
        for path, outline in outlines.items()
        for symbol in outline.symbols
        if symbol.kind == "class"
    }
    sighted = Sighted(
        types=Types(types), declaring={word: frozenset(paths.split()) for word, paths in declaring.items()}
    )
    code = Code(Outlined(outlines), sighted, declaring)
    code.fetch(["ui/list.py"])
    line = Lineage((Declared("ui/list.py", LIST.symbols[0]),))
    return ended(code, nearest_members(code, ("ListView",), member, line))


def test_a_slip_within_the_container_comes_first():
    assert "ListView.attach_to_rail" == near("attach_to_rails", {"ui/list.py": LIST}, {})[0]


def test_the_same_member_of_a_sibling_is_offered():
    outlines = {"ui/list.py": LIST, "ui/compat.py": COMPAT}

    assert "ListViewCompat.attach_to_list" in near(
        "attach_to_list", outlines, {"attach_to_list": "ui/compat.py"}
    )


def test_both_a_slip_and_a_member_that_moved_have_their_place():
    outlines = {"ui/list.py": LIST, "ui/compat.py": COMPAT}

    found = near("attach_to_list", outlines, {"attach_to_list": "ui/compat.py"})

    assert {"ListViewCompat.attach_to_list", "ListView.attach_to_rail"} <= set(found)
    assert len(found) <= 3


def test_a_member_of_another_language_is_not_offered():
    outlines = {"ui/list.py": LIST, "ui/list.rb": RUBY}

    assert not any(
        "Ruby" in one for one in near("attach_to_list", outlines, {"attach_to_list": "ui/list.rb"})
    )


def test_a_sibling_goes_before_a_stranger_with_the_same_member():
    outlines = {"ui/list.py": LIST, "ui/compat.py": COMPAT, "house/door.py": DOOR}

    found = near("attach_to_list", outlines, {"attach_to_list": "ui/compat.py house/door.py"})

    assert found.index("ListViewCompat.attach_to_list") == 0


def test_what_is_like_nothing_has_nothing_near():
    assert () == near("zzz", {"ui/list.py": LIST}, {})


def test_names_of_a_module_stand_behind_it_and_the_same_name_of_another_beside():
    outlines = {
        "src/net/__init__.py": Outline(
            (Symbol("dive", "function", 1, 2),), "python", True, imports=(Import("diver", ".x", "diver"),)
        ),
        "src/sea/deep.py": Outline((Symbol("dived", "function", 1, 2),), "python", True),
    }
    code = Code(Outlined(outlines), Sighted())
    code.fetch(outlines)

    found = nearest_in_modules(code, ("net",), "dived", ["src/net/__init__.py"], ["src/sea/deep.py"])

    assert {"net.dive", "net.diver", "sea.deep.dived"} == set(found)


def test_keys_of_a_literal_are_near_by_their_own_names():
    symbols = (
        Symbol("Colours", "constant", 1, 3),
        Symbol("Colours.red", "property", 2, 2),
        Symbol("Colours.blue", "property", 3, 3),
    )
    code = Code(Outlined({"a.js": Outline(symbols, "javascript", True)}), Sighted())
    code.fetch(["a.js"])

    assert ("Colours.red",) == ended(
        code, nearest_keys(code, ("Colours",), "reds", [Declared("a.js", symbols[0])])
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("attachToList", "attach_to_list"),
        ("send", "Send"),
        ("_limit", "limit"),
        ("save!", "save"),
        ("load_all", "all_load"),
    ],
)
def test_names_that_people_mix_up_are_likeness(one, other):
    assert likeness(one, other) >= 0.9


@pytest.mark.parametrize(("one", "other"), [("send", "grind"), ("open_gate", "crush"), ("a", "b")])
def test_names_that_share_nothing_are_not(one, other):
    assert likeness(one, other) < 0.5


@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_lies_between_nothing_and_the_same(one, other):
    assert 0.0 <= likeness(one, other) <= 1.0
    assert 1.0 == likeness(one, one)


@given(st.text(max_size=12), st.sets(st.text(max_size=12), max_size=8))
def test_of_words_at_most_three_are_near_and_each_is_one_of_them(word, among):
    found = nearest_words(word, among)

    assert len(found) <= 3
    assert set(found) <= among
