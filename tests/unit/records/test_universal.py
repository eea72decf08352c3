"""What every object of a language has without a declaration, and which types a tree can only add to."""

from __future__ import annotations

import pytest

from gitexp.records.universal import (
    EMPTY_BASES,
    FAMILIES,
    family,
    has_every_object,
    is_built_in,
    is_code,
    members_of_all,
)


@pytest.mark.parametrize(
    ("language", "of"),
    [
        ("tsx", "ecmascript"),
        ("javascript", "ecmascript"),
        ("kotlin", "jvm"),
        ("cpp", "c"),
        ("python", "python"),
    ],
)
def test_languages_whose_types_see_each_other_are_one_family(language, of):
    assert of == family(language)


@pytest.mark.parametrize(
    ("language", "member"),
    [
        ("python", "__eq__"),
        ("python", "__anything__"),
        ("java", "hashCode"),
        ("kotlin", "toString"),
        ("typescript", "hasOwnProperty"),
        ("ruby", "respond_to?"),
        ("rust", "clone"),
        ("csharp", "ToString"),
        ("php", "__toString"),
        ("objc", "alloc"),
    ],
)
def test_every_object_has_it(language, member):
    assert has_every_object(language, member)


@pytest.mark.parametrize(
    ("language", "member"),
    [
        ("python", "send"),
        ("python", "__private"),
        ("python", "hashCode"),
        ("java", "__eq__"),
        ("unheard", "send"),
    ],
)
def test_a_member_that_must_be_declared(language, member):
    assert not has_every_object(language, member)


@pytest.mark.parametrize(
    ("language", "container", "built_in"),
    [
        ("ruby", "String", True),
        ("typescript", "Promise", True),
        ("swift", "String", True),
        ("java", "String", False),
        ("rust", "Vec", True),
        ("ruby", "Parser", False),
        ("python", "String", False),
        ("unheard", "String", False),
    ],
)
def test_a_type_of_the_language_that_a_tree_can_open_again(language, container, built_in):
    assert built_in is is_built_in(language, container)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("src/a.py", True),
        ("a.TSX", True),
        ("lib/x.rb", True),
        ("README.md", False),
        ("data.json", False),
        ("Makefile", False),
        ("", False),
    ],
)
def test_code_is_told_by_its_ending(path, code):
    assert code is is_code(path)


def test_the_tables_speak_of_families_and_not_of_dialects():
    dialects = set(FAMILIES) - set(FAMILIES.values())

    assert not dialects & set(EMPTY_BASES)
    # Objective-C alone of its family has a root that gives every object something.
    assert {"objc"} == dialects & set(members_of_all)
