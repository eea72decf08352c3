"""Events as the five agents send them, and the schemas of what each takes as an answer."""

import json
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
PATCH = """*** Begin Patch
*** Update File: src/retry.py
@@ def wait():
     tries = 0
-    sleep(1)
+    sleep(2 ** tries)
@@ def stop():
     pass
+    close()
*** Add File: docs/new.md
+# New
+
+Words.
*** Update File: src/old.py
*** Move to: src/moved.py
 kept
-gone
+come
*** Delete File: src/dead.py
*** End of File
*** End Patch
"""
"""A patch in the form of Codex's apply_patch."""


def schema(agent: str, event: str) -> Mapping[str, object]:
    """Return the schema of an agent's answer to one of its events."""
    document = json.loads((HERE / f"{agent}.schema.json").read_text("utf-8"))
    return {**document, "$ref": f"#/$defs/{event}"}


def claude(event: str, **own: object) -> dict[str, object]:
    """Return an event of Claude Code."""
    return {
        "session_id": "s-1",
        "transcript_path": "/home/ada/.claude/projects/p/s-1.jsonl",
        "cwd": "/home/ada/pump",
        "permission_mode": "default",
        "hook_event_name": event,
        **own,
    }


def claude_tool(tool: str, **given: object) -> dict[str, object]:
    """Return Claude Code's event before a tool is used."""
    return claude("PreToolUse", tool_name=tool, tool_input=given, tool_use_id="toolu_1")


def codex(event: str, **own: object) -> dict[str, object]:
    """Return an event of Codex."""
    return {
        "session_id": "t-1",
        "turn_id": "turn-1",
        "transcript_path": None,
        "cwd": "/home/ada/pump",
        "hook_event_name": event,
        "model": "some-model",
        "permission_mode": "default",
        **own,
    }


def codex_tool(tool: str, **given: object) -> dict[str, object]:
    """Return Codex's event before a tool is used."""
    return codex("PreToolUse", tool_name=tool, tool_input=given, tool_use_id="call_1")


def cursor(event: str, **own: object) -> dict[str, object]:
    """Return an event of Cursor."""
    return {
        "conversation_id": "c-1",
        "generation_id": "g-1",
        "model": "some-model",
        "hook_event_name": event,
        "cursor_version": "3.12.17",
        "workspace_roots": ["/home/ada/pump", "/home/ada/valve"],
        "user_email": None,
        "transcript_path": None,
        **own,
    }


def gemini(event: str, **own: object) -> dict[str, object]:
    """Return an event of Gemini CLI."""
    return {
        "session_id": "g-1",
        "transcript_path": "/home/ada/.gemini/tmp/g-1.json",
        "cwd": "/home/ada/pump",
        "hook_event_name": event,
        "timestamp": "2026-08-01T09:00:00Z",
        **own,
    }


def copilot(**own: object) -> dict[str, object]:
    """Return an event of Copilot CLI in its own form, which does not say its name."""
    return {"sessionId": "p-1", "timestamp": 1785574800000, "cwd": "/home/ada/pump", **own}


EVENTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("claude-code", claude_tool("Edit", file_path="/home/ada/pump/a.py", old_string="x", new_string="y")),
    ("claude-code", claude_tool("Read", file_path="/home/ada/pump/a.py")),
    ("claude-code", claude_tool("Bash", command="ls")),
    ("claude-code", claude("UserPromptSubmit", prompt="mend the retry")),
    ("claude-code", claude("SessionStart", source="startup")),
    ("claude-code", claude("PreCompact", trigger="auto", custom_instructions=None)),
    ("codex", codex_tool("apply_patch", command=PATCH)),
    ("codex", codex_tool("Bash", command="cat src/retry.py")),
    ("codex", codex_tool("Bash", command="make test")),
    ("codex", codex("UserPromptSubmit", prompt="mend the retry")),
    ("codex", codex("SessionStart", source="startup")),
    ("codex", codex("PreCompact", trigger="auto")),
    (
        "cursor",
        cursor(
            "preToolUse", tool_name="Write", tool_input={"file_path": "/home/ada/pump/a.py", "content": "x"}
        ),
    ),
    ("cursor", cursor("preToolUse", tool_name="Read", tool_input={"file_path": "/home/ada/pump/a.py"})),
    ("cursor", cursor("preToolUse", tool_name="Shell", tool_input={"command": "ls"})),
    (
        "cursor",
        cursor(
            "postToolUse", tool_name="Write", tool_input={"file_path": "/home/ada/pump/a.py", "content": "x"}
        ),
    ),
    ("cursor", cursor("beforeReadFile", file_path="/home/ada/pump/a.py", content="x", attachments=[])),
    (
        "cursor",
        cursor(
            "afterFileEdit", file_path="/home/ada/pump/a.py", edits=[{"old_string": "x", "new_string": "y"}]
        ),
    ),
    ("cursor", cursor("beforeSubmitPrompt", prompt="mend the retry", attachments=[])),
    ("cursor", cursor("sessionStart", session_id="c-1", is_background_agent=False)),
    ("cursor", cursor("preCompact", trigger="auto", context_usage_percent=85)),
    ("cursor", {}),
    (
        "gemini-cli",
        gemini(
            "BeforeTool",
            tool_name="replace",
            tool_input={"file_path": "a.py", "old_string": "x", "new_string": "y"},
        ),
    ),
    (
        "gemini-cli",
        gemini(
            "AfterTool",
            tool_name="write_file",
            tool_input={"file_path": "a.py", "content": "x"},
            tool_response={"llmContent": "done"},
        ),
    ),
    (
        "gemini-cli",
        gemini(
            "AfterTool",
            tool_name="read_file",
            tool_input={"absolute_path": "/home/ada/pump/a.py"},
            tool_response={},
        ),
    ),
    ("gemini-cli", gemini("BeforeAgent", prompt="mend the retry")),
    ("gemini-cli", gemini("SessionStart", source="startup")),
    ("gemini-cli", gemini("PreCompress", trigger="auto")),
    ("gemini-cli", {}),
    ("copilot-cli", copilot(toolName="edit", toolArgs='{"path": "a.py", "old_str": "x", "new_str": "y"}')),
    ("copilot-cli", copilot(toolName="view", toolArgs={"path": "a.py"})),
    (
        "copilot-cli",
        copilot(toolName="edit", toolArgs={"path": "a.py"}, toolResult={"resultType": "success"}),
    ),
    ("copilot-cli", copilot(source="new", initialPrompt="mend the retry")),
    ("copilot-cli", copilot(prompt="mend the retry")),
    ("copilot-cli", copilot(trigger="auto", customInstructions="")),
)
"""One event of each kind, of each agent."""
