"""Each agent is answered in its own form: what it is told, for what an edit is denied, and with what a session begins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from e2e.hook_story import (
    AT_AN_EDIT,
    BLOCKING,
    LESSONS,
    NEW,
    OLD,
    POST_ID,
    RETRY,
    WAIT_ID,
    copied,
    denial,
    edit,
    here,
    hook,
    ids,
    laid,
)
from support.agent_forms import claude, codex, codex_tool, copilot, cursor, gemini, schema
from support.repository import Repository


@pytest.fixture(scope="module")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("laid") / "net").path


@pytest.fixture
def net(_laid: Path, tmp_path: Path) -> Iterator[Repository]:
    """The repository of the story, of the test's own."""
    with copied(_laid, tmp_path) as repository:
        yield repository


# Each agent in its own form


def sent(net: Repository, agent: str, moment: str) -> dict[str, object]:
    """Return the event at which an agent can be told something (`told`), denied an edit, or begins a session."""
    file, change = str(net.path / RETRY), {"old_string": OLD, "new_string": NEW}
    given = {"file_path": file, **change}
    line = "RETRYABLE_METHODS ="
    patch = f"*** Begin Patch\n*** Update File: {RETRY}\n@@\n-{line} {OLD}\n+{line} {NEW}\n*** End Patch\n"
    args = json.dumps({"path": file, "old_str": OLD, "new_str": NEW})
    events = {
        ("claude-code", "session"): claude("SessionStart", source="startup"),
        ("claude-code", "told"): edit(net),
        ("claude-code", "denied"): edit(net),
        ("codex", "session"): codex("SessionStart", source="startup"),
        ("codex", "told"): codex_tool("apply_patch", command=patch),
        ("codex", "denied"): codex_tool("apply_patch", command=patch),
        ("cursor", "session"): cursor("sessionStart", session_id="c-1"),
        ("cursor", "told"): cursor("postToolUse", tool_name="Write", tool_input=given),
        ("cursor", "denied"): cursor("preToolUse", tool_name="Write", tool_input=given),
        ("gemini-cli", "session"): gemini("SessionStart", source="startup"),
        ("gemini-cli", "told"): gemini(
            "AfterTool", tool_name="replace", tool_input=given, tool_response={"llmContent": "done"}
        ),
        ("gemini-cli", "denied"): gemini("BeforeTool", tool_name="replace", tool_input=given),
        ("copilot-cli", "session"): copilot(source="new", initialPrompt="mend the retry"),
        ("copilot-cli", "told"): copilot(
            toolName="edit", toolArgs=args, toolResult={"resultType": "success"}
        ),
        ("copilot-cli", "denied"): copilot(toolName="edit", toolArgs=args),
    }
    return here(net, events[agent, moment])


EVENTS = {
    "claude-code": ("SessionStart", "PreToolUse", "PreToolUse"),
    "codex": ("SessionStart", "PreToolUse", "PreToolUse"),
    "cursor": ("sessionStart", "postToolUse", "preToolUse"),
    "gemini-cli": ("SessionStart", "AfterTool", "BeforeTool"),
    "copilot-cli": ("sessionStart", "postToolUse", "preToolUse"),
}
"""What each agent calls its events of a session's begin, at which it can be told something, and denied an edit."""


@pytest.mark.parametrize("agent", EVENTS)
def test_each_agent_is_answered_in_its_own_form(net: Repository, agent: str):
    session, telling, denying = EVENTS[agent]
    begins = hook(net, sent(net, agent, "session"), agent)
    tells = hook(net, sent(net, agent, "told"), agent)
    again = hook(net, sent(net, agent, "told"), agent)
    net.commit("Block it", BLOCKING)
    denies = hook(net, sent(net, agent, "denied"), agent)
    passes = hook(net, sent(net, agent, "denied"), agent)

    for event, done in ((session, begins), (telling, tells), (denying, denies)):
        Draft202012Validator(schema(agent, event)).validate(done.json)
    assert all(name in str(texts(begins.json)) for name in (POST_ID, WAIT_ID))
    [text] = [text for text in texts(tells.json) if "\n" in text]
    assert [POST_ID] == ids(text)
    # What is done already is told by the words of the tool's call alone: the file does not show any more what it was.
    assert ("AfterTool" != telling != "postToolUse") == (AT_AN_EDIT == text)
    assert 'This edit adds "POST"' in text
    assert denial(AT_AN_EDIT) in texts(denies.json)
    assert "deny" in texts(denies.json)
    for event, done in ((telling, again), (denying, passes)):
        if agent in ("cursor", "gemini-cli"):
            Draft202012Validator(schema(agent, event)).validate(done.json)
        assert POST_ID not in done.stdout and "deny" not in done.stdout


def test_what_cursor_was_told_before_a_tool_is_told_after_it_again_and_only_that_counts(net: Repository):
    before, after = sent(net, "cursor", "denied"), sent(net, "cursor", "told")
    told = [POST_ID in hook(net, event, "cursor").stdout for event in (before, before, after, after, before)]

    assert [True, True, True, False, False] == told


def texts(value: object) -> list[str]:
    """Return every text in an answer."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("agent", EVENTS)
def test_an_agent_is_told_nothing_where_there_is_nothing(net: Repository, agent: str):
    net.commit("Forget", dict.fromkeys(LESSONS))
    nothing: list[object] = [None]
    if agent in ("gemini-cli", "cursor"):
        nothing = [{}, {"permission": "allow"}]

    for moment in ("session", "told", "denied"):
        done = hook(net, sent(net, agent, moment), agent)
        assert (done.json if done.stdout else None) in nothing
