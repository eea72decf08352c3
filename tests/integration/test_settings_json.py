"""Items of a JSON file are added and taken out again, whatever its layout; every other byte stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters import settings_json
from gitexp.adapters.settings_json import Unfit
from support.json_layouts import documents, keys, laid_out, values

ITEM = {"command": "exp hook", "list": [1, {"deep": None}]}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=documents, layout=st.data())
def test_an_item_that_is_added_and_taken_out_leaves_the_very_bytes(document, layout):
    text = laid_out(layout, document)
    key = layout.draw(keys.filter(lambda one: one and one not in document))

    grown = settings_json.appended(text, [], ITEM, key)

    assert {**document, key: ITEM} == settings_json.content_of(grown)
    assert text == settings_json.without(grown, [key])


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(items=st.lists(values, max_size=3), layout=st.data())
def test_an_item_that_is_added_to_an_array_is_its_last_and_leaves_the_very_bytes(items, layout):
    text = laid_out(layout, {"before": 1, "outer": {"array": items}, "after": "]"})

    grown = settings_json.appended(text, ["outer", "array"], ITEM)

    assert {"before": 1, "outer": {"array": [*items, ITEM]}, "after": "]"} == settings_json.content_of(grown)
    assert text == settings_json.without(grown, ["outer", "array", len(items)])


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=documents.filter(bool), value=values, layout=st.data())
def test_another_value_changes_nothing_beside_it(document, value, layout):
    text = laid_out(layout, document)
    key = layout.draw(st.sampled_from(sorted(document)))

    changed = settings_json.replaced(text, [key], value)

    assert {**document, key: value} == settings_json.content_of(changed)
    assert list(document) == list(settings_json.content_of(changed))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "b": {\n    "c": []\n  }\n}\n'),
        ('{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": []\r\n\t}\r\n}'),
        ('{"a":1}', '{"a":1,\n  "b": {\n    "c": []\n  }}'),
        ("{}", '{"b": {\n    "c": []\n  }}'),
        ('\ufeff{\n    "a": 1\n}', '\ufeff{\n    "a": 1,\n    "b": {\n        "c": []\n    }\n}'),
    ],
)
def test_what_is_added_is_written_as_the_file_writes_its_own(text: str, expected: str):
    assert expected == settings_json.appended(text, [], {"c": []}, "b")


def test_what_was_laid_around_an_item_goes_with_it():
    text = settings_json.appended('{"a": 1}', [], {"c": [ITEM]}, "b")

    assert '{"a": 1}' == settings_json.without(text, ["b", "c", 0])


def test_what_is_laid_by_somebody_else_stays_when_it_gets_empty():
    assert '{"a": {"b": []}}' == settings_json.without('{"a": {"b": [1]}}', ["a", "b", 0])


def test_a_file_that_held_nothing_else_is_no_more():
    text = settings_json.fresh({"a": {"b": [ITEM]}})

    assert settings_json.without(text, ["a", "b", 0]) is None


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{\n  // mine\n  "a": 1\n}', "holds comments"),
        (b'{"a": 1 /* one */}', "holds comments"),
        (b'{"a": "http://x", }', "is no JSON ("),
        (b'{"a": 1', "is no JSON ("),
        (b'{"a": NaN}', "is no JSON (NaN is no number)"),
        (b'{"a": "\xff"}', "is no UTF-8 text"),
        ('{"a": 1}'.encode("utf-16"), "is no UTF-8 text"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', "has the key `c` twice in one object"),
        (b'{"a": 1, "\\u0061": 2}', "has the key `a` twice in one object"),
        (b'{"\\u001b[2J\\n": 1, "\\u001b[2J\\n": 2}', "has the key `?[2J?` twice in one object"),
        (b'["a"]', "holds no JSON object"),
        (b"\xef\xbb\xbf \n", "is empty"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a": "' + b"x" * (1 << 20) + b'"}', "is larger than 1 MB"),
    ],
)
def test_a_file_that_cant_be_changed_safely_is_told_by_why(content: bytes, why: str):
    with pytest.raises(Unfit) as told:
        settings_json.checked(content)

    assert why == str(told.value)[: len(why)]
    assert "\n" not in str(told.value)


def test_a_number_that_no_program_reads_does_not_make_a_file_unfit():
    text = '{"a": ' + "9" * 5000 + "}"

    assert text == settings_json.checked(text.encode())


def test_a_large_file_with_long_strings_is_read():
    text = json.dumps({"a": '\\"' * 100_000, "b": ["{" * 100_000]})

    grown = settings_json.appended(text, ["b"], ITEM)

    assert text == settings_json.without(grown, ["b", 1])
