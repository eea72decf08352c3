"""Frames: whatever comes is read as something, and what goes out is one line of plain ASCII."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gitexp.cli.mcp_frames import Batch, Call, Fault, Told, answer, id_of, read, refusal, seen
from gitexp.cli.mcp_streams import MOST, TAIL, Frame, frames

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "method", "params", "jsonrpc", "result"]) | st.text(), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_something(data: bytes):
    assert read(Frame(data)) is None or isinstance(read(Frame(data)), Call | Told | Fault | Batch)


@given(JSON)
def test_any_json_is_read_as_something_and_its_faults_can_be_told(found: Any):
    message = read(Frame(json.dumps(found).encode()))
    for one in message.messages if isinstance(message, Batch) else [message]:
        if isinstance(one, Fault):
            assert one.code == json.loads(refusal(one.id, one.code, one.message))["error"]["code"]


@given(st.text() | st.integers() | st.floats(allow_nan=False, allow_infinity=False), JSON)
def test_an_id_comes_back_as_it_was_and_parameters_as_they_were_sent(id: Any, params: Any):
    message = read(Frame(json.dumps({"jsonrpc": "2.0", "id": id, "method": "m", "params": params}).encode()))

    if isinstance(message, Call):
        assert id == json.loads(answer(message.id, {}))["id"]
        assert message.id == id_of(id)
    else:
        assert "NaN" in json.dumps(params) or "Infinity" in json.dumps(params)


@given(
    st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_an_answer_is_one_line_of_plain_ascii_in_which_nothing_unseen_stands(found: Any):
    made = seen(found)
    line = answer("1", {"found": made})

    assert line.isascii() and 1 == len(line.splitlines())
    assert made == json.loads(line)["result"]["found"]
    json.dumps(made, ensure_ascii=False).encode("utf-8")  # no half of a sign is left


def test_the_last_of_two_members_of_one_name_counts():
    assert Call("2", "ping", None) == read(Frame(b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'))


@given(st.lists(st.integers(0, 3), max_size=4), st.integers(1, 50))
def test_lines_come_whole_however_they_arrive(sizes: list[int], step: int):
    lines = [bytes([97 + size]) * (size * 7 + 1) for size in sizes]
    ours, theirs = os.pipe()
    data = b"\n".join(lines)
    for at in range(0, len(data), step):
        os.write(theirs, data[at : at + step])
    os.close(theirs)

    assert lines == [frame.data for frame in frames(ours)]
    os.close(ours)


def test_of_a_frame_that_is_too_large_the_id_is_read_first_or_last_and_never_from_within():
    head, tail = b'{"a":"' + b"x" * MOST, b'x" '
    for first, last, id in (
        (b'{"id":7,"a":"' + b"x" * MOST, tail + b"}", "7"),
        (b'{"params":{"id":3,"b":[1]},"id":"q\\"","a":"' + b"x" * MOST, tail + b"}", '"q\\""'),
        (head, tail + b', "id" : "z" }', '"z"'),
        (head, tail + b',"id":-5,"jsonrpc":"2.0"}', "-5"),
        (head, tail + b',"b":{"id":4}}', "null"),
        (b'{"b":{"id":4,"a":"' + b"x" * MOST, tail + b"}}", "null"),
        (b'{"id":[1],"a":"' + b"x" * MOST, tail + b"}", "null"),
        (b"x" * MOST, b"x" * TAIL, "null"),
        (b"[" * MOST, b"]" * TAIL, "null"),
    ):
        fault = read(Frame(first[:MOST], last[-TAIL:]))
        assert isinstance(fault, Fault) and id == fault.id
