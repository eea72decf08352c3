"""A reply is read as what it says, or not at all."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from gitexp.adapters.llm_reading import Unfit, content_of

WORDS = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["advice", "risk"]},
        "items": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {"quote": {"type": ["string", "null"], "maxLength": 5}},
                "required": ["quote"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["kind", "items"],
    "additionalProperties": False,
}
FITS = {"kind": "risk", "items": [{"quote": "a"}]}


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "risk", "items": [{"quote": "a"}]}',
        '\n {"kind": "risk", "items": [{"quote": "a"}]}\n',
        'Here it is:\n```json\n{"kind": "risk", "items": [{"quote": "a"}]}\n```\nGood luck',
        'Sure! {"kind": "risk", "items": [{"quote": "a"}]}',
        '<think>Is it {"kind": 1}?</think>{"kind": "risk", "items": [{"quote": "a"}]}',
    ],
)
def test_the_one_object_of_a_reply_is_read(text):
    assert FITS == content_of(text, WORDS)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is not JSON: Expecting value at character 0"),
        ("no", "it is not JSON: Expecting value at character 0"),
        (
            '{"kind": "risk", ',
            "it is not JSON: Expecting property name enclosed in double quotes at character 17",
        ),
        ('one {"a": 1} or {"b": 2}', "it is not JSON: Expecting value at character 0"),
        ('```\n{"a": 1}\n```\n```\n{"b": 2}\n```', "it is not JSON: Expecting value at character 0"),
        ('{"kind": NaN}', "it holds NaN, which JSON has not"),
        ('{"kind": -Infinity}', "it holds -Infinity, which JSON has not"),
        ('{"kind": 1e999}', "it holds a number that is too large"),
        ('{"kind": ' + "9" * 5000 + "}", "it holds a number that is too long"),
        ('{"kind": "risk", "kind": "advice"}', "it has the key `kind` twice"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"a":' * 100_000, "it is nested too deeply"),
        ('{"kind": "\\ud800"}', "it holds half of a character"),
        ("x" * 1_000_001, "it has 1000001 characters, more than 1000000"),
        ("[]", "it is not an object"),
        ('{"kind": "risk"}', "it lacks `items`"),
        ('{"kind": "tip", "items": []}', "`kind` can't be `tip`; it is one of advice, risk"),
        ('{"kind": "risk", "items": {}}', "`items` is not a list"),
        ('{"kind": "risk", "items": [], "more": 1}', "it has the unknown key `more`"),
        ('{"kind": "risk", "items": [{"quote": "a"}, {"quote": 7}]}', "`items[1].quote` is not text or null"),
        (
            '{"kind": "risk", "items": [{"quote": "abcdef"}]}',
            "`items[0].quote` has 6 characters, more than 5",
        ),
        (
            '{"kind": "risk", "items": [{"quote": "a"}, {"quote": "a"}, {"quote": "a"}]}',
            "`items` has 3 items, more than 2",
        ),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(text, fault):
    with pytest.raises(Unfit) as error:
        content_of(text, WORDS)

    assert fault == str(error.value)


def test_little_of_a_reply_is_repeated():
    with pytest.raises(Unfit) as error:
        content_of(json.dumps({"kind": "risk", "items": [], "secret\n" * 900: 1}), WORDS)

    assert 130 > len(str(error.value))
    assert "\n" not in str(error.value)


def read(text, schema):
    """Return what is read, or the fault in words."""
    try:
        return content_of(text, schema)
    except Unfit as fault:
        return str(fault)


@given(some.text())
def test_no_text_at_all_breaks_the_reading(text):
    assert read(text, WORDS)


@given(
    some.recursive(
        some.none() | some.booleans() | some.integers() | some.text(),
        lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    )
)
def test_json_that_fits_comes_back_as_it_is(content):
    assert content == read(json.dumps(content), {})
