"""JSON values that stand one after the other are read, and a broken one costs only itself."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.json_values import Flaw, Value, decoded, json_values

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
