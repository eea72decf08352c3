"""A session of Gemini CLI becomes a discussion, from one JSON or from lines that change and take back earlier ones."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.source_gemini import GeminiFiles
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

ID = "5c1e2d3f-0000-4000-8000-000000000001"
Line = dict[str, Any]


def project(folder: str) -> str:
    return hashlib.sha256(folder.encode()).hexdigest()


HEAD: Line = {
    "sessionId": ID,
    "projectHash": project("/srv/shop"),
    "startTime": "2026-03-02T09:00:00.000Z",
    "lastUpdated": "2026-03-02T09:09:00.000Z",
}


def message(name: str, kind: str, content: object, **more: Any) -> Line:
    return {"id": name, "timestamp": "2026-03-02T09:01:00.000Z", "type": kind, "content": content, **more}


def call(tool: str, output: str, status: str = "success", **args: Any) -> Line:
    answer = {"functionResponse": {"id": "x", "name": tool, "response": {"output": output}}}
    return {"id": "x", "name": tool, "args": args, "result": [answer], "status": status}


def read(content: str, here: Here | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(GeminiFiles(here).read(io.BytesIO(content.encode()), "g", "g"))
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def lines(*records: Line) -> str:
    return "".join(json.dumps(record) + "\n" for record in (HEAD, *records))


def said(content: str) -> list[str]:
    [found], skipped = read(content)
    assert [] == skipped
    return [turn.text for turn in found.turns if turn.speaker.role == "user"]


TALK = (
    message("m1", "user", "Make it fast."),
    message(
        "m2", "gemini", "With a cache.", toolCalls=[call("write_file", "ok", file_path="/srv/shop/src/a.py")]
    ),
    message("m3", "info", "Update available."),
    message("m4", "user", "No cache, because prices change."),
)


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({**HEAD, "messages": TALK}),
        json.dumps({**HEAD, "messages": TALK}, indent=2),
        json.dumps({**HEAD, "messages": TALK}) + "\n",
        lines(*TALK),
        lines(*TALK).rstrip("\n"),
    ],
    ids=["one line", "indented", "a line", "lines", "no last line end"],
)
def test_both_forms_give_the_same_discussion(content: str):
    [found], skipped = read(content, Here("acme/shop", ("/srv/shop",)))

    assert GeminiFiles().recognises(content.encode())
    assert [] == skipped
    assert (f"session:{ID}", "session", True, True, "acme/shop") == (
        found.id,
        found.kind,
        found.private,
        found.local,
        found.repo,
    )
    assert [
        ("m1", "user", "Make it fast.", None),
        ("m2", "agent", "With a cache.", None),
        ("m2+1", "tool", "write_file src/a.py\nok", "src/a.py"),
        ("m4", "user", "No cache, because prices change.", "src/a.py"),
    ] == [(turn.id, turn.speaker.role, turn.text, turn.anchor and turn.anchor.path) for turn in found.turns]


def test_a_later_line_changes_a_message_where_it_stands():
    content = lines(
        message("m1", "user", "Make it fast."),
        message("m2", "gemini", ""),
        message("m3", "user", "Go on."),
        message("m2", "gemini", "With a cache."),
    )

    [found], _ = read(content)

    assert ["Make it fast.", "With a cache.", "Go on."] == [turn.text for turn in found.turns]


def test_what_was_rewound_is_left_out():
    talk = (*TALK, {"$rewindTo": "m4"}, message("m5", "user", "Without one."))

    assert ["Make it fast.", "Without one."] == said(lines(*talk))


def test_rewinding_to_what_is_not_known_takes_all_back():
    talk = (*TALK, {"$rewindTo": "m9"}, message("m5", "user", "Anew."))

    assert ["Anew."] == said(lines(*talk))


def test_messages_can_be_set_anew():
    talk = (*TALK, {"$set": {"messages": [TALK[3]], "summary": "x"}}, message("m5", "user", "Go on."))

    assert ["No cache, because prices change.", "Go on."] == said(lines(*talk))


def test_what_the_program_adds_is_none_of_the_person_s_words():
    talk = (
        message("m0", "user", "<session_context>\nToday is Monday.\n</session_context>"),
        message("m1", "user", "This is the Gemini CLI. We are setting up the context for our chat."),
        message(
            "m2",
            "user",
            [
                {"text": "Read @a.py first."},
                {"text": "\n--- Content from referenced files ---"},
                {"text": "\nContent from @a.py:\n"},
                {"text": "Always use tabs."},
                {"text": "\n--- End of content ---"},
            ],
        ),
        message("m3", "user", [{"text": "long expansion"}], displayContent=[{"text": "Read it."}]),
        message("m4", "user", [{"inlineData": {"data": "AAAA"}}]),
    )

    assert ["Read @a.py first.", "Read it."] == said(lines(*talk))


@pytest.mark.parametrize(
    ("status", "output", "state"),
    [
        ("success", "fine", None),
        ("success", "Command: make\nExit Code: 2\nOutput: two sleeps", "failed"),
        ("error", "no such file", "failed"),
        ("cancelled", "[Operation Cancelled]", "rejected"),
    ],
)
def test_a_tool_tells_how_it_ended(status: str, output: str, state: str | None):
    used = call("run_shell_command", output, status, command="make")
    [found], _ = read(lines(TALK[0], message("m2", "gemini", "", toolCalls=[used])))

    assert [(state, "run_shell_command make")] == [
        (turn.state, turn.text.split("\n")[0]) for turn in found.turns if turn.speaker.role == "tool"
    ]


def test_of_an_answer_only_what_was_typed_counts():
    questions = [{"question": "Where?", "options": [{"label": "A table"}, {"label": "A file"}]}]
    answers = json.dumps({"answers": {"0": "A table", "1": "In memory, it is small."}})
    used = call("ask_user", answers, questions=questions)

    assert ["Make it fast.", "In memory, it is small."] == said(
        lines(TALK[0], message("m2", "gemini", "", toolCalls=[used]))
    )


def test_a_project_elsewhere_is_told_by_a_path_whose_hash_it_is():
    [found], _ = read(lines(*TALK), Here("acme/other", ("/srv/other",)))

    assert (False, "shop") == (found.local, found.repo)
    assert "src/a.py" == (found.turns[2].anchor and found.turns[2].anchor.path)


def test_nobody_speaks_in_the_session_of_a_sub_agent():
    content = json.dumps({**HEAD, "kind": "subagent"}) + "\n" + json.dumps(TALK[0]) + "\n"

    assert ([], [False]) == (read(content)[0], [one.bad for one in read(content)[1]])


def test_a_broken_line_costs_only_itself_and_a_cut_off_last_one_nothing():
    content = lines(TALK[0]) + "{broken\n7\n" + json.dumps(TALK[3]) + '\n{"id":"m'

    [found], skipped = read(content)

    assert ["m1", "m4"] == [turn.id for turn in found.turns]
    assert [True, True, False] == [one.bad for one in skipped]


def test_a_name_is_nothing_to_go_by():
    assert not GeminiFiles().recognises(b'{"sessionId":"x","type":"user","message":{"content":"x"}}')
    assert not GeminiFiles().recognises(b'{"messages":[{"role":"user"}]}')
    assert not GeminiFiles().recognises(b"")


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
RECORD = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "a#2", "b"]),
        "type": st.sampled_from(["user", "gemini"]),
        "toolCalls": st.lists(
            st.fixed_dictionaries({}, optional=dict.fromkeys(("name", "args", "result"), JSON)), max_size=2
        ),
        **dict.fromkeys(
            ("content", "displayContent", "$set", "$rewindTo", "sessionId", "messages", "kind"), JSON
        ),
    },
)


@settings(max_examples=40)
@given(st.lists(RECORD, max_size=5))
def test_no_shape_of_a_record_makes_it_fail(records: list[Line]):
    for content in (lines(*records), json.dumps({**HEAD, "messages": records}, indent=1)):
        found, skipped = read(content)
        ids = [turn.id for one in found for turn in one.turns]

        assert [] == [one for one in skipped if one.bad]
        assert len(ids) == len(set(ids))


@given(st.binary(max_size=200))
def test_no_content_makes_it_fail(data: bytes):
    reader = GeminiFiles()
    reader.recognises(data)

    assert all(isinstance(one, Discussion | Skipped) for one in reader.read(io.BytesIO(data), "g", "g"))
