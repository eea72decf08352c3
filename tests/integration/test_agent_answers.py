"""What a hook answers fits the form that each agent documents, whatever there is to say."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gitexp.adapters.agent_form import fitted, form_of
from gitexp.records.agent_event import AGENTS, AgentEvent, HookAnswer
from support.agent_forms import (
    EVENTS,
    claude,
    claude_tool,
    codex,
    codex_tool,
    copilot,
    cursor,
    gemini,
    schema,
)

CHECKS = {
    (agent, event): Draft202012Validator(schema(agent, event))
    for agent, event in {(agent, form_of(agent).read(raw).event) for agent, raw in EVENTS}
}
WORDS = st.text(st.characters(), max_size=60) | st.sampled_from(
    ["", " \n", "x" * 60_000, "é\n" * 9_000, "\ud800"]
)
TOLD = HookAnswer(context="It was tried.")
DENIED = HookAnswer(deny="It was agreed otherwise.")


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(EVENTS), WORDS, WORDS)
def test_every_answer_to_every_event_fits_the_agents_form(sample, context, deny):
    agent, raw = sample
    form = form_of(agent)
    event = form.read(raw)
    answer = form.answer(event, HookAnswer(context, deny))

    if answer is None:
        assert agent not in ("cursor", "gemini-cli")
        return
    printed = json.dumps(answer, ensure_ascii=False).encode()  # fails at half a character
    CHECKS[agent, event.event].validate(json.loads(printed))
    limit = 50_000 if agent == "claude-code" else 10_000
    assert all(len(text.encode()) <= limit for text in texts(answer))


def texts(value):
    """Return every text in an answer."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize(
    ("agent", "raw", "expected"),
    [
        (
            "claude-code",
            claude_tool("Edit", file_path="a", old_string="x", new_string="y"),
            {"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "It was tried."}},
        ),
        (
            "claude-code",
            claude("UserPromptSubmit", prompt="p"),
            {
                "hookSpecificOutput": {
                    "hookEventName": "UserPromptSubmit",
                    "additionalContext": "It was tried.",
                }
            },
        ),
        (
            "codex",
            codex("SessionStart", source="startup"),
            {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "It was tried."}},
        ),
        (
            "cursor",
            cursor("preToolUse", tool_name="Read", tool_input={"file_path": "a"}),
            {"permission": "allow", "additional_context": "It was tried."},
        ),
        ("cursor", cursor("sessionStart"), {"additional_context": "It was tried."}),
        ("cursor", cursor("beforeSubmitPrompt", prompt="p"), {"continue": True}),
        ("cursor", cursor("beforeReadFile", file_path="a"), {"permission": "allow"}),
        (
            "gemini-cli",
            gemini("AfterTool", tool_name="read_file", tool_input={"file_path": "a"}),
            {"hookSpecificOutput": {"hookEventName": "AfterTool", "additionalContext": "It was tried."}},
        ),
        ("gemini-cli", gemini("BeforeTool", tool_name="write_file", tool_input={"file_path": "a"}), {}),
        (
            "copilot-cli",
            copilot(toolName="view", toolArgs={"path": "a"}, toolResult={}),
            {"additionalContext": "It was tried."},
        ),
        ("copilot-cli", copilot(source="new"), {"additionalContext": "It was tried."}),
        ("copilot-cli", copilot(toolName="edit", toolArgs={"path": "a"}), None),
        ("copilot-cli", copilot(prompt="p"), None),
    ],
)
def test_what_is_told_says_nothing_on_permission_but_where_the_form_asks(agent, raw, expected):
    form = form_of(agent)

    assert expected == form.answer(form.read(raw), TOLD)


@pytest.mark.parametrize(
    ("agent", "raw", "expected"),
    [
        (
            "claude-code",
            claude_tool("Write", file_path="a", content="x"),
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": "deny",
                    "permissionDecisionReason": "It was agreed otherwise.",
                }
            },
        ),
        (
            "cursor",
            cursor("preToolUse", tool_name="Write", tool_input={"file_path": "a", "content": "x"}),
            {
                "permission": "deny",
                "user_message": "It was agreed otherwise.",
                "agent_message": "It was agreed otherwise.",
            },
        ),
        (
            "gemini-cli",
            gemini("BeforeTool", tool_name="write_file", tool_input={"file_path": "a", "content": "x"}),
            {"decision": "deny", "reason": "It was agreed otherwise."},
        ),
        (
            "copilot-cli",
            copilot(toolName="create", toolArgs={"path": "a", "file_text": "x"}),
            {"permissionDecision": "deny", "permissionDecisionReason": "It was agreed otherwise."},
        ),
        ("claude-code", claude_tool("Read", file_path="a"), None),
        ("codex", codex_tool("Bash", command="cat a"), None),
        ("gemini-cli", gemini("AfterTool", tool_name="write_file", tool_input={"file_path": "a"}), {}),
    ],
)
def test_only_an_edit_that_is_not_made_yet_is_denied(agent, raw, expected):
    form = form_of(agent)

    assert expected == form.answer(form.read(raw), DENIED)


def test_nothing_is_an_object_where_the_agent_reads_json_on_every_path_and_silence_elsewhere():
    nothing = {agent: form_of(agent).answer(AgentEvent(agent, ""), HookAnswer()) for agent in AGENTS}

    assert {
        "claude-code": None,
        "codex": None,
        "cursor": {"permission": "allow", "continue": True},
        "gemini-cli": {},
        "copilot-cli": None,
    } == nothing


def test_what_could_not_be_read_is_answered_by_what_no_event_of_cursor_blocks_at():
    nothing = form_of("cursor").answer(AgentEvent("cursor", ""), HookAnswer())

    for raw in (cursor("preToolUse"), cursor("beforeReadFile"), cursor("beforeSubmitPrompt")):
        wanted = form_of("cursor").answer(form_of("cursor").read(raw), HookAnswer())
        assert wanted
        assert wanted.items() <= (nothing or {}).items()


def test_cursor_is_given_no_leave_for_what_exp_knows_nothing_of():
    form = form_of("cursor")

    assert form.answer(form.read(cursor("beforeShellExecution", command="rm -r .")), HookAnswer()) is None


def test_what_is_too_long_loses_its_middle_and_keeps_its_closing_line():
    told = "begin\n" + "word word word\n" * 100 + "end"

    assert "begin\nword word word\n…\nend" == fitted(told, 40)
    assert fitted(told, 40).encode() == fitted(told, 40).encode()[:40]
    assert "xxxxxx…\n" == fitted("x" * 50, 10)
