"""A session of Codex becomes a discussion, from a rollout with envelopes or without, each thing said once."""

from __future__ import annotations

import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.source_codex import CodexFiles
from gitexp.adapters.source_files import HEAD, FileSource
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.skipped import Skipped

ID = "0199aaaa-1111-7222-8333-444455556666"
Line = dict[str, Any]


class Rollout:
    """A rollout in the making, as Codex writes it since September 2025; `bare` as before."""

    def __init__(self, cwd: str = "/srv/shop", *, bare: bool = False, **meta: Any) -> None:
        self.bare = bare
        head = {"id": ID, "timestamp": "2026-03-02T09:00:00.000Z", "instructions": None}
        self.lines: list[Line] = []
        self.add("session_meta", {**head, "cwd": cwd, "cli_version": "0.99.0", **meta})
        if bare:
            self.lines = [{**head, "git": {}}]
            self.item("message", role="user", content=[text(surroundings(cwd))])

    def add(self, kind: str, payload: Line) -> None:
        at = f"2026-03-02T09:{len(self.lines):02}:00.000Z"
        self.lines.append({"timestamp": at, "type": kind, "payload": payload})

    def item(self, kind: str, /, **more: Any) -> None:
        if self.bare:
            self.lines += [{"type": kind, **more}, {"record_type": "state"}]
        else:
            self.add("response_item", {"type": kind, **more})

    def event(self, kind: str, /, **more: Any) -> None:
        self.add("event_msg", {"type": kind, **more})

    def says(self, words: str) -> None:
        """Add what a person said: an item, and an event with the same words."""
        self.item("message", role="user", content=[text(words)])
        if not self.bare:
            self.event("user_message", message=words, kind="plain")

    def agent(self, words: str) -> None:
        if not self.bare:
            self.event("agent_message", message=words)
        self.item("message", role="assistant", content=[{"type": "output_text", "text": words}])

    def uses(self, tool: str, output: object, **asked: Any) -> None:
        name = f"call_{len(self.lines)}"
        self.item("function_call", name=tool, arguments=json.dumps(asked), call_id=name)
        self.item("function_call_output", call_id=name, output=output)

    def patches(self, path: str, output: str = "Done!") -> None:
        patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch\n"
        name = f"call_{len(self.lines)}"
        self.item("custom_tool_call", name="apply_patch", input=patch, call_id=name)
        self.item("custom_tool_call_output", call_id=name, output=output)

    @property
    def content(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def text(words: str) -> Line:
    return {"type": "input_text", "text": words}


def surroundings(cwd: str) -> str:
    return f"<environment_context>\n  <cwd>{cwd}</cwd>\n</environment_context>"


def read(content: str | bytes, here: Here | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    data = content if isinstance(content, bytes) else content.encode()
    found = list(CodexFiles(here).read(io.BytesIO(data), "r.jsonl", "r"))
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def turns(rollout: Rollout, role: str) -> list[Turn[str]]:
    [found], skipped = read(rollout.content)
    assert [] == skipped
    return [turn for turn in found.turns if turn.speaker.role == role]


def said(rollout: Rollout, role: str = "user") -> list[str]:
    return [turn.text for turn in turns(rollout, role)]


@pytest.mark.parametrize("bare", [False, True])
def test_what_people_and_the_agent_say_counts_once(bare: bool):
    rollout = Rollout(bare=bare)
    rollout.says("Make it fast.")
    rollout.agent("With a cache?")
    rollout.says("No cache, because prices change.")

    [found], _ = read(rollout.content, Here("acme/shop", ("/srv/shop",)))

    assert [
        ("user", "Make it fast."),
        ("agent", "With a cache?"),
        ("user", "No cache, because prices change."),
    ] == [(turn.speaker.role, turn.text) for turn in found.turns]
    assert (f"session:{ID}", "session", True, True, "acme/shop") == (
        found.id,
        found.kind,
        found.private,
        found.local,
        found.repo,
    )
    assert ("2026-03-02" if bare else "2026-03-02T09:02:00.000Z") == found.turns[0].at


@pytest.mark.parametrize("both", [False, True])
def test_what_newer_versions_tell_as_a_completed_item_counts_once(both: bool):
    rollout = Rollout()
    for words in ("Make it fast.", "No cache, because prices change."):
        rollout.item("message", role="user", content=[text(words)])
        rollout.event(
            "item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": words}]}
        )
        if both:
            rollout.event("user_message", message=words)
        rollout.event(
            "item_completed", item={"type": "AgentMessage", "content": [{"type": "Text", "text": "Ok."}]}
        )
        rollout.item("message", role="assistant", content=[{"type": "output_text", "text": "Ok."}])
    rollout.item("message", role="user", content=[text("# AGENTS.md\nUse tabs.")])

    assert ["Make it fast.", "No cache, because prices change."] == said(rollout)
    assert ["Ok.", "Ok."] == said(rollout, "agent")


def test_the_same_words_said_twice_are_two_turns():
    rollout = Rollout()
    rollout.says("Go on.")
    rollout.agent("Done.")
    rollout.says("Go on.")

    assert ["Go on.", "Go on."] == said(rollout)


@pytest.mark.parametrize("bare", [False, True])
def test_what_the_program_puts_in_a_person_s_place_is_none_of_theirs(bare: bool):
    rollout = Rollout(bare=bare)
    for words in (
        surroundings("/srv/shop"),
        "<user_instructions>\nAlways use tabs.\n</user_instructions>",
        "# AGENTS.md instructions for /srv/shop\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
        "<turn_aborted>\nThe user interrupted.\n</turn_aborted>",
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.py: a.py\n",
    ):
        rollout.item("message", role="user", content=[text(words)])
    rollout.item("message", role="developer", content=[text("Use tabs.")])
    rollout.item("message", role="user", content=[text("Make it fast.")])

    assert ["Make it fast."] == said(rollout)


def test_of_what_an_editor_adds_only_the_request_counts():
    rollout = Rollout()
    rollout.says(
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.py: a.py\n\n## My request for Codex:\nMake it fast.\n"
    )

    assert ["Make it fast."] == said(rollout)


def test_a_file_that_a_patch_changes_is_what_people_speak_of_next():
    rollout = Rollout()
    rollout.says("Make it fast.")
    rollout.patches("/srv/shop/src/till.py")
    rollout.says("Not there.")
    rollout.says("Go on.")
    rollout.patches("src/web.py", output="patch rejected by user")
    rollout.says("Stop.")
    rollout.uses("shell", "Done!", command=["apply_patch", "*** Begin Patch\n*** Add File: new.py\n+x\n"])
    rollout.says("Good.")

    assert [None, "src/till.py", None, None, "new.py"] == [
        turn.anchor.path if turn.anchor else None for turn in turns(rollout, "user")
    ]
    assert [
        ("apply_patch src/till.py\nb", None),
        ("apply_patch src/web.py\nthe user rejected it", "rejected"),
    ] == [(turn.text, turn.state) for turn in turns(rollout, "tool")[:2]]


@pytest.mark.parametrize(
    ("output", "state"),
    [
        (json.dumps({"output": "two sleeps", "metadata": {"exit_code": 2}}), "failed"),
        (json.dumps({"output": "fine", "metadata": {"exit_code": 0}}), None),
        ("Wall time: 1 s\nProcess exited with code 1\nOutput:\ntwo sleeps", "failed"),
        ("Process exited with code 0\nOutput:\nProcess", None),
        ("exec command rejected by user", "rejected"),
        ([{"type": "input_text", "text": "fine"}], None),
        (7, None),
    ],
)
def test_a_tool_tells_how_it_ended(output: object, state: str | None):
    rollout = Rollout()
    rollout.says("Make it fast.")
    rollout.uses("exec_command", output, cmd="make  test")

    [turn] = turns(rollout, "tool")

    assert state == turn.state
    assert turn.text.startswith("exec_command make test")


def test_output_is_cut_early():
    rollout = Rollout()
    rollout.says("Make it fast.")
    rollout.uses("shell", "begin " + "x" * 100_000 + " end", command=["bash", "-lc", "make"])

    [turn] = turns(rollout, "tool")

    assert turn.text.startswith("shell make\nbegin x") and turn.text.endswith("x end")
    assert len(turn.text) < 300


def test_of_an_answer_only_what_was_typed_counts():
    rollout = Rollout()
    rollout.says("Store it.")
    options = [{"label": "A table"}, {"label": "A file"}]
    answers = {"where": {"answers": ["A table", "user_note: In memory, because it is small."]}}
    rollout.uses("request_user_input", json.dumps({"answers": answers}), questions=[{"options": options}])

    assert ["Store it.", "In memory, because it is small."] == said(rollout)


def test_what_a_person_took_back_is_left_out():
    rollout = Rollout()
    rollout.says("Make it fast.")
    rollout.agent("How?")
    rollout.says("With a cache.")
    rollout.agent("Done.")
    rollout.says("Bigger.")
    rollout.event("thread_rolled_back", num_turns=2)
    rollout.says("Without a cache.")

    assert ["Make it fast.", "Without a cache."] == said(rollout)
    assert ["How?"] == said(rollout, "agent")


@pytest.mark.parametrize(
    "meta",
    [{"thread_source": "subagent"}, {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "x"}}}}],
)
def test_nobody_speaks_in_the_session_of_a_sub_agent(meta: Line):
    rollout = Rollout(**meta)
    rollout.says("Review the change.")

    assert [] == read(rollout.content)[0]
    assert [False] == [one.bad for one in read(rollout.content)[1]]


def test_a_broken_line_costs_only_itself_and_a_cut_off_last_one_nothing():
    rollout = Rollout()
    rollout.says("One.")
    before = rollout.content
    rollout.says("Two.")
    whole = rollout.content
    content = before + "{broken\n[]\n" + whole.removeprefix(before) + '{"timestamp":"20'

    [found], skipped = read(content)

    assert ["One.", "Two."] == [turn.text for turn in found.turns]
    assert [True, True, False] == [one.bad for one in skipped]


def test_it_is_recognised_by_content_with_a_first_line_longer_than_the_head():
    long = Rollout(base_instructions="x" * 2 * HEAD)
    old = Rollout(bare=True)
    old.lines[0]["instructions"] = "x" * 2 * HEAD

    assert CodexFiles().recognises(long.content.encode()[:HEAD])
    assert CodexFiles().recognises(old.content.encode()[:HEAD])
    assert CodexFiles().recognises(Rollout().content.encode())


@pytest.mark.parametrize(
    "other",
    [
        {"type": "user", "message": {"content": "x"}, "uuid": "x", "sessionId": "y"},
        {"type": "response_item", "text": "x"},
        {"id": 7, "body": "x", "user": {"login": "mia"}},
        {"type": "message", "role": "user", "content": "x"},
        {"id": "c", "kind": "session", "repo": "", "turns": []},
        [{"type": "session_meta", "payload": {}}],
        7,
    ],
)
def test_other_lines_are_no_rollout(other: object):
    assert not CodexFiles().recognises(json.dumps(other).encode())


def test_a_file_of_any_name_is_read(tmp_path: Path):
    rollout = Rollout()
    rollout.says("Make it fast.")
    path = tmp_path / "gemini.md"
    path.write_text(rollout.content)

    [found] = FileSource([str(path)]).discussions()

    assert isinstance(found, Discussion) and f"session:{ID}" == found.id


def test_memory_does_not_grow_with_what_tools_gave_back(tmp_path: Path):
    rollout = Rollout()
    rollout.says("Make it fast.")
    for _ in range(100):
        rollout.uses("shell", "x" * 100_000, command="make")
    path = tmp_path / "r.jsonl"
    path.write_text(rollout.content)
    rollout.lines = []
    tracemalloc.start()
    [found] = FileSource([str(path)]).discussions()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert isinstance(found, Discussion) and 101 == len(found.turns)
    assert path.stat().st_size > 10_000_000 > 5 * peak


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
KINDS = "message function_call function_call_output custom_tool_call user_message agent_message thread_rolled_back"
PAYLOAD = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS.split())},
    optional={
        "role": st.sampled_from(["user", "assistant"]),
        "call_id": st.just("c"),
        **dict.fromkeys(
            ("content", "message", "output", "arguments", "input", "num_turns", "id", "cwd"), JSON
        ),
    },
)
ANY_LINE = st.one_of(
    PAYLOAD,
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["response_item", "event_msg", "session_meta", "turn_context"]),
            "payload": PAYLOAD,
        },
        optional={"timestamp": JSON},
    ),
)


@settings(max_examples=40)
@given(st.lists(ANY_LINE, max_size=5))
def test_no_shape_of_a_line_makes_it_fail(lines: list[Line]):
    found, skipped = read("".join(json.dumps(line) + "\n" for line in lines))

    assert [] == [one for one in skipped if one.bad]
    ids = [turn.id for one in found for turn in one.turns]
    assert len(ids) == len(set(ids))


@given(st.binary(max_size=200))
def test_no_content_makes_it_fail(data: bytes):
    reader = CodexFiles()
    reader.recognises(data)

    assert all(isinstance(one, Discussion | Skipped) for one in reader.read(io.BytesIO(data), "r", "r"))
