"""An endpoint that refuses a form of the request is asked in the next one, and its refusal is remembered."""

from __future__ import annotations

import json

import pytest

from gitexp.records.failed import Failed
from support.scripted_llm import (
    CONTENT,
    GOOD,
    SCHEMA,
    RepliesInMemory,
    Says,
    chat,
    question,
    refuses,
    scripted,
)

NO_BOUNDS = {**SCHEMA, "properties": {"keep": {"type": "boolean"}, "why": {"type": "string"}}}


def taking(level, status=400):
    """Return a script that takes the form of this level and what is below it."""

    def script(body):
        form = body.get("response_format", {}).get("type")
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        at = {None: 3, "json_object": 2}.get(form, 1 if schema == NO_BOUNDS else 0)
        return Says(GOOD) if at >= level else refuses(status, f"response_format {form} is not supported")

    return script


@pytest.mark.parametrize("status", [400, 404, 422, 500])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_the_first_form_that_is_taken_is_found_once(level, status):
    with scripted(script=taking(level, status)) as server:
        answers = chat(server.url).ask([question(name) for name in "abc"])

    assert [CONTENT] * 3 == [one.content for one in answers]
    assert level + 3 == len(server.requests)


def test_where_no_schema_is_taken_it_stands_in_the_words():
    with scripted(script=taking(3)) as server:
        chat(server.url).ask([question()])

    last = server.requests[-1]
    assert "response_format" not in last
    words = last["messages"][0]["content"]
    assert words.startswith("Judge.\n\nAnswer with one JSON object and nothing else.")
    assert SCHEMA == json.loads(words.split("\n")[-1])
    assert {"role": "user", "content": "a"} == last["messages"][1]


def test_a_field_that_is_called_like_a_bound_stays_in_the_schema():
    from gitexp.adapters.llm_forms import Asked, Form
    from gitexp.records.llm import Sampling

    schema = {
        "type": "object",
        "properties": {"pattern": {"type": "string", "pattern": "a+", "maxLength": 3}},
    }
    body = Asked("extract", [], schema, Sampling("m"), None).body(Form(1))

    assert {"type": "object", "properties": {"pattern": {"type": "string"}}} == body["response_format"][
        "json_schema"
    ]["schema"]


@pytest.mark.parametrize(
    ("named", "sent"),
    [
        ("max_tokens", {"max_completion_tokens": 100, "temperature": 0.0, "seed": 1}),
        ("temperature", {"max_tokens": 100, "seed": 1}),
        ("seed", {"max_tokens": 100, "temperature": 0.0}),
    ],
)
@pytest.mark.parametrize("by_name", [True, False], ids=["param", "words"])
def test_a_setting_that_is_refused_by_name_is_left_out(named, sent, by_name):
    def script(body):
        if named in body:
            words = "unsupported" if by_name else f"Unsupported parameter: '{named}'"
            return refuses(400, words, param=named if by_name else None)
        return Says(GOOD)

    with scripted(script=script) as server:
        answers = chat(server.url, seed=1).ask([question("a"), question("b")])

    assert [CONTENT] * 2 == [one.content for one in answers]
    assert 3 == len(server.requests)
    beside = {key: value for key, value in server.requests[-1].items() if key not in ("model", "messages")}
    del beside["response_format"]
    assert sent == beside


def test_a_server_that_refuses_every_form_fails_the_question():
    with scripted(refuses(400, "response_format max_tokens temperature seed")) as server:
        [answer] = chat(server.url, seed=1).ask([question()])

    assert isinstance(answer, Failed)
    assert 1 + 3 + 3 == len(server.requests)


def test_a_reply_in_a_lesser_form_is_kept_for_the_question_as_it_was_meant():
    kept = RepliesInMemory()
    with scripted(script=taking(3)) as server:
        chat(server.url, kept).ask([question()])
        before = len(server.requests)
        [again] = chat(server.url, kept).ask([question()])

    assert (CONTENT, True) == (again.content, again.kept)
    assert before == len(server.requests)
