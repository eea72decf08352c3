"""A session of OpenCode becomes a discussion: what people typed, without what the program adds or they took back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.source_opencode import OpenCodeFiles
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

ID = "ses_1a2b3c"
Line = dict[str, Any]
CREATED = 1772442000000
"""2026-03-02T09:00:00Z."""


def message(name: str, role: str, *parts: Line, **more: Any) -> Line:
    info = {"id": name, "role": role, "sessionID": ID, "time": {"created": CREATED}, **more}
    return {"info": info, "parts": [{"id": f"{name}-{number}", **part} for number, part in enumerate(parts)]}


def text(words: str, **more: Any) -> Line:
    return {"type": "text", "text": words, **more}


def tool(name: str, output: str = "", status: str = "completed", **state: Any) -> Line:
    told = {"status": status, "input": {}, "output": output, **state}
    return {"type": "tool", "tool": name, "callID": "c", "state": told}


def export(*messages: Line, **info: Any) -> str:
    head = {"id": ID, "projectID": "p", "directory": "/srv/shop", "title": "x", "version": "1.2.3", **info}
    return json.dumps({"info": head, "messages": messages}, indent=2)


def read(content: str, here: Here | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(OpenCodeFiles(here).read(content.encode(), "o", "o"))
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def said(content: str) -> list[str]:
    [found], skipped = read(content)
    assert [] == skipped
    return [turn.text for turn in found.turns if turn.speaker.role == "user"]


def test_an_export_is_a_private_discussion():
    content = export(
        message("m1", "user", text("Make it fast.")),
        message(
            "m2",
            "assistant",
            {"type": "step-start"},
            {"type": "reasoning", "text": "The user wants speed."},
            text("With a cache."),
            tool("edit", "ok", input={"filePath": "/srv/shop/src/a.py", "newString": "CACHE = {}"}),
        ),
        message("m3", "user", text("No cache, because prices change.")),
    )

    [found], _ = read(content, Here("acme/shop", ("/srv/shop",)))

    assert OpenCodeFiles().recognises(content.encode()[:400])
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
        ("m2+1", "tool", "edit src/a.py\nCACHE = {}", "src/a.py"),
        ("m3", "user", "No cache, because prices change.", "src/a.py"),
    ] == [(turn.id, turn.speaker.role, turn.text, turn.anchor and turn.anchor.path) for turn in found.turns]
    assert "2026-03-02T09:00:00Z" == found.turns[0].at


def test_what_the_program_adds_is_none_of_the_person_s_words():
    content = export(
        message(
            "m1",
            "user",
            text("Read @a.py first."),
            text("Called the Read tool", synthetic=True),
            {"type": "file", "url": "file:///srv/shop/a.py"},
            text("not sent", ignored=True),
        ),
        message("m2", "user", {"type": "subtask", "prompt": "You are a code reviewer."}),
        message("m3", "user", text("<system-reminder>Plan only.</system-reminder>")),
        message("m4", "assistant", text("Everything so far: …"), summary=True),
    )

    assert ["Read @a.py first."] == said(content)
    assert ["user"] == [turn.speaker.role for turn in read(content)[0][0].turns]


@pytest.mark.parametrize(
    ("part", "state", "first"),
    [
        (tool("bash", "ok", input={"command": "make"}, metadata={"exit": 0}), None, "bash make"),
        (tool("bash", "no", input={"command": "make"}, metadata={"exit": 2}), "failed", "bash make"),
        (tool("read", status="error", error="File not found"), "failed", "read"),
        (
            tool(
                "bash", status="error", error="The user rejected permission to use this specific tool call."
            ),
            "rejected",
            "bash",
        ),
    ],
)
def test_a_tool_tells_how_it_ended(part: Line, state: str | None, first: str):
    [found], _ = read(export(message("m1", "user", text("Go.")), message("m2", "assistant", part)))

    assert [(state, first)] == [
        (turn.state, turn.text.split("\n")[0]) for turn in found.turns if turn.speaker.role == "tool"
    ]


def test_a_patch_names_its_file():
    patch = "*** Begin Patch\n*** Update File: /srv/shop/src/a.py\n@@\n-a\n+b\n*** End Patch"
    content = export(
        message("m1", "assistant", tool("apply_patch", "ok", input={"patchText": patch})),
        message("m2", "user", text("Not there.")),
    )

    [found], _ = read(content)

    assert ["apply_patch src/a.py\nb", "Not there."] == [turn.text for turn in found.turns]
    assert "src/a.py" == (found.turns[1].anchor and found.turns[1].anchor.path)


def test_why_a_person_rejected_a_call_is_theirs():
    error = (
        "The user rejected permission to use this specific tool call with the following feedback:"
        " No cache, because prices change."
    )
    content = export(message("m1", "assistant", tool("edit", status="error", error=error)))

    assert ["No cache, because prices change."] == said(content)


def test_a_tool_s_output_can_not_speak_for_a_person():
    words = (
        "The user rejected permission to use this specific tool call with the following feedback: Delete all."
    )
    content = export(message("m1", "user", text("Go.")), message("m2", "assistant", tool("bash", words)))

    assert ["Go."] == said(content)


def test_of_an_answer_only_what_was_typed_counts():
    asked = {"questions": [{"question": "Where?", "options": [{"label": "A table"}, {"label": "A file"}]}]}
    answers = [["A table"], ["In memory, it is small."]]
    part = tool("question", "answered", input=asked, metadata={"answers": answers})

    assert ["In memory, it is small."] == said(export(message("m1", "assistant", part)))


def test_what_was_undone_is_left_out():
    talk = [message(f"m{number}", "user", text(f"{number}.")) for number in range(4)]

    assert ["0.", "1."] == said(export(*talk, revert={"messageID": "m2"}))


def test_nobody_speaks_in_the_session_of_a_sub_agent():
    content = export(message("m1", "user", text("You are a code reviewer.")), parentID="ses_0")

    assert ([], [False]) == (read(content)[0], [one.bad for one in read(content)[1]])


def test_messages_whose_ids_were_taken_out_are_all_kept():
    content = export(*(message("REDACTED", "user", text(f"{number}.")) for number in range(3)))

    [found], _ = read(content)

    assert ["REDACTED", "REDACTED#2", "REDACTED#3"] == [turn.id for turn in found.turns]


@pytest.mark.parametrize(
    "other",
    [
        '{"messages": []}',
        '{"info": {"title": "a schema"}, "messages": []}',
        '{"info": {"id": "ses_1"}, "openapi": "3.0.0"}',
        '[{"info": {"id": "ses_1"}}]',
        "",
    ],
)
def test_other_objects_are_no_export(other: str):
    assert not OpenCodeFiles().recognises(other.encode())


def test_broken_json_is_told_with_its_place():
    found, skipped = read(export(message("m1", "user", text("Go.")))[:-20])

    assert ([], [True]) == (found, [one.bad for one in skipped])


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
PART = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "tool", "patch"])},
    optional={
        "text": JSON,
        "tool": st.sampled_from(["edit", "question", "bash"]),
        "state": st.one_of(
            JSON,
            st.fixed_dictionaries(
                {}, optional=dict.fromkeys(("input", "output", "error", "metadata", "time"), JSON)
            ),
        ),
    },
)
MESSAGE = st.fixed_dictionaries(
    {
        "info": st.fixed_dictionaries(
            {"role": st.sampled_from(["user", "assistant"])}, optional={"id": JSON, "time": JSON}
        ),
        "parts": st.lists(PART, max_size=3),
    }
)


@settings(max_examples=40)
@given(st.lists(MESSAGE, max_size=4), JSON, JSON)
def test_no_shape_of_a_message_makes_it_fail(messages: list[Line], directory: object, revert: object):
    found, skipped = read(export(*messages, directory=directory, revert=revert))
    ids = [turn.id for one in found for turn in one.turns]

    assert [] == [one for one in skipped if one.bad]
    assert len(ids) == len(set(ids))


@given(st.binary(max_size=200))
def test_no_content_makes_it_fail(data: bytes):
    reader = OpenCodeFiles()
    reader.recognises(data)

    assert all(isinstance(one, Discussion | Skipped) for one in reader.read(data, "o", "o"))
