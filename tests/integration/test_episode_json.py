"""The file of a note: it comes back as it went, the schema and the reader agree, and what is odd is no note."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gitexp.adapters import schemas
from gitexp.adapters.episode_json import KEYS, document, read, written
from gitexp.errors import RecordError
from gitexp.records.episode import EPISODE_KINDS, Episode
from gitexp.records.text import Redacted
from support.notes import AT, RULE, an_episode, episodes

SCHEMA = schemas.schema("episode")
WHOLE = an_episode(
    kind="gotcha", files=("src/mill.py",), quote="stop it first", commit="a" * 40, repeats="0a1b2c3d4e"
)


def fits(data: object) -> bool:
    return Draft202012Validator(SCHEMA).is_valid(data)


@given(episodes())
def test_every_note_comes_back_as_it_went_and_fits_the_schema(episode: Episode[Redacted]):
    data = written(episode)

    assert episode == read(data, "a.json")
    assert fits(json.loads(data))


def test_the_schema_is_sound_describes_every_field_and_knows_the_reader_s_keys():
    Draft202012Validator.check_schema(SCHEMA)

    assert list(KEYS) == list(SCHEMA["properties"])
    assert list(EPISODE_KINDS) == SCHEMA["properties"]["kind"]["enum"]
    assert [] == [key for key, field in SCHEMA["properties"].items() if not field.get("description")]
    for field in SCHEMA["properties"].values():
        for example in field.get("examples", ()):
            assert Draft202012Validator(field).is_valid(example)


@pytest.mark.parametrize(
    "changed",
    [
        {"at": "2024-03-02"},
        {"at": "2024-13-02T10:00:00Z"},
        {"at": None},
        {"agent": "Bob B"},
        {"kind": "rule"},
        {"kind": None},
        {"text": " \n"},
        {"text": "a" * 2001},
        {"text": 7},
        {"quote": "a" * 1001},
        {"quote": ""},
        {"files": []},
        {"files": ["a"] * 21},
        {"files": ["a", "a"]},
        {"files": ["/etc/passwd"]},
        {"files": ["~/a"]},
        {"files": ["a/../../b"]},
        {"files": ["C:/a"]},
        {"files": ["a\\b"]},
        {"files": ["a\nb"]},
        {"files": ["a" * 501]},
        {"files": "a"},
        {"commit": "abc"},
        {"repeats": "xyz"},
        {"more": 1},
    ],
    ids=repr,
)
def test_what_the_schema_refuses_the_reader_refuses(changed: dict[str, Any]):
    data = {**document(WHOLE), **changed}

    assert not fits(data)
    with pytest.raises(RecordError):
        read(json.dumps(data).encode(), "a.json")


@pytest.mark.parametrize("key", ["id", "at", "agent", "text"])
def test_what_is_needed_is_missed(key: str):
    data = {name: value for name, value in document(WHOLE).items() if name != key}

    assert not fits(data)
    with pytest.raises(RecordError):
        read(json.dumps(data).encode(), "a.json")


def test_a_note_can_t_be_passed_off_as_another():
    data = {**document(WHOLE), "text": "The mill may run."}

    with pytest.raises(RecordError) as error:
        read(json.dumps(data).encode(), "a.json")

    assert "a.json: its id is not that of its words" == str(error.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": 1, "id": 2}',
        b'{"text": {"id": "a"}}',
        b'{"text": "\\ud800", "id": "a"}',
        json.dumps(document(WHOLE)).encode()[:-1],
    ],
    ids=range(9),
)
def test_what_is_no_whole_object_is_no_note(data: bytes):
    with pytest.raises(RecordError):
        read(data, "a.json")


@given(
    st.binary(max_size=200) | st.recursive(st.none() | st.text(), lambda one: st.lists(one)).map(json.dumps)
)
def test_any_bytes_are_a_note_or_one_error(data: bytes | str):
    raw = data if isinstance(data, bytes) else data.encode()

    with pytest.raises(RecordError):
        read(raw, "a.json")


def test_a_day_that_no_calendar_has_is_refused():
    data = {**document(an_episode()), "at": AT.replace("03-02", "02-30")}

    with pytest.raises(RecordError) as error:
        read(json.dumps(data).encode(), "a.json")

    assert "a.json: `at` is not as `exp note` writes it" == str(error.value)
    assert RULE == data["text"]


def test_the_note_on_the_page_is_one():
    page = (Path(__file__).parents[2] / "docs/reference/episode.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]

    assert "claude-code" == read(example.encode(), "the page").agent
