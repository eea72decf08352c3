"""JSON values that stand one after the other are read, and a broken one costs only itself."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.json_values import Flaw, Value, decoded, json_values, outer_keys

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.lists(st.tuples(JSON, st.sampled_from(["\n", "\r\n", "\n\n", " \n\ufeff"]), st.booleans()), max_size=5)
)
def test_values_are_read_with_the_line_they_begin_on(values: list[tuple[object, str, bool]]) -> None:
    text, expected = "", []
    for value, between, wide in values:
        expected.append(Value(text.count("\n") + 1, value))
        text += json.dumps(value, indent=1 if wide else None) + between

    assert expected == list(json_values(text))


def test_a_broken_value_is_told_with_its_place_and_the_next_is_read() -> None:
    text = '{"a": 1}\n{"a":\n [1,\n 2],\n "b" 1}\n[3]'

    assert [
        Value(1, {"a": 1}),
        Flaw(5, 6, "is no JSON: expecting ':' delimiter"),
        Value(6, [3]),
    ] == list(json_values(text))


CUT = "is no JSON: it ends before the value does"


@given(st.lists(st.dictionaries(st.text(max_size=3), JSON, max_size=3), min_size=1, max_size=5), st.data())
def test_a_line_that_is_cut_off_is_told_with_its_own_number_and_the_others_are_read(
    values: list[dict[str, object]], data: st.DataObject
) -> None:
    lines = [json.dumps(value) for value in values]
    broken = data.draw(st.integers(0, len(lines) - 1))
    lines[broken] = lines[broken][: data.draw(st.integers(1, len(lines[broken]) - 1))]
    found = list(json_values("\n".join(lines) + data.draw(st.sampled_from(["", "\n", "\r\n"]))))

    assert [broken + 1] == [one.line for one in found if isinstance(one, Flaw)]
    assert [Value(line, value) for line, value in enumerate(values, 1) if line != broken + 1] == [
        one for one in found if isinstance(one, Value)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": {"b": 9\n{"c": 1}', [Flaw(1, 14, CUT), Value(2, {"c": 1})]),
        ('{"a":\r\n{"c": 1}\r\n', [Flaw(1, 6, CUT), Value(2, {"c": 1})]),
        ('{"a": 9\nwords\n[1]', [Flaw(1, 8, CUT), Flaw(2, 1, "is no JSON: expecting value"), Value(3, [1])]),
        ('{"a": 9\n{"b": 9\n[1]', [Flaw(1, 8, CUT), Flaw(2, 8, CUT), Value(3, [1])]),
        ('{"a": 9\n\n\n{"b": 9', [Flaw(1, 8, CUT), Flaw(4, 8, CUT)]),
        ('[1]\n{\n "a": [\n  1,\n{\n "b": 2\n}', [Value(1, [1]), Flaw(4, 5, CUT), Value(5, {"b": 2})]),
        ('[\n{"a": 1},\n{"b" 2}\n]', [Flaw(3, 6, "is no JSON: expecting ':' delimiter")]),
        ('{\n"a": 1,\n"b" 2\n}\n[1]', [Flaw(3, 5, "is no JSON: expecting ':' delimiter"), Value(5, [1])]),
    ],
    ids=[
        "cut off in a member",
        "cut off where a member is wanted",
        "words in the line after it",
        "two after each other",
        "blank lines between, and the end",
        "cut off over several lines",
        "a list without indentation",
        "an object without indentation",
    ],
)
def test_where_a_broken_value_ends(text: str, expected: list[Value | Flaw]) -> None:
    assert expected == list(json_values(text))


def test_pages_over_several_lines_are_read_one_after_the_other() -> None:
    """As `gh api --paginate` prints them: a list a page, also without a line end between them."""
    page = json.dumps([{"a": [1, {"b": 2}]}], indent=2)

    assert [Value(1, [{"a": [1, {"b": 2}]}]), Value(10, [{"a": [1, {"b": 2}]}])] == list(
        json_values(page + page)
    )


@pytest.mark.parametrize(
    ("head", "keys"),
    [
        ('{"a": {"b": 1}, "c": [{"d": 1}], "e": "\\"f\\": {"}', {"a", "c", "e"}),
        ('[[{"a": 1}], {"b": 2}]', {"a", "b"}),
        ('{"a": 1}\n{"b": "cut', {"a", "b"}),
        ('{"a": "cut \\', {"a"}),
        ('words {"a": 1}', set()),
        ("", set()),
    ],
)
def test_the_outermost_keys_are_told_from_those_beneath(head: str, keys: set[str]) -> None:
    assert keys == outer_keys(head)


def test_a_number_that_is_longer_than_any_id_does_no_harm() -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        found = list(json_values("1" * 900))
    finally:
        sys.set_int_max_str_digits(limit)

    assert [Value(1, float("inf"))] == found


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_mark_at_the_beginning_of_a_text_is_no_part_of_it(encoding: str) -> None:
    assert decoded("caf\xe9".encode(encoding)) == "caf\xe9"
