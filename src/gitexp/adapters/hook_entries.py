"""What each agent's settings hold for each event that exp answers: a command that does nothing where exp is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

SECONDS = 5
"""The agents' time limit; exp ends by itself far earlier."""
Entry = dict[str, object]

_CLAUDE_TOOLS = "Edit|MultiEdit|Write|NotebookEdit|Read"
_CODEX_TOOLS = "apply_patch|Bash"
_CURSOR_TOOLS = "Read|Write|Edit|StrReplace|ApplyPatch|EditNotebook|Delete"
_GEMINI_EDITS, _GEMINI_READS = "write_file|replace", "read_file|read_many_files"
_COPILOT_EDITS, _COPILOT_READS = "create|edit|str_replace_editor|apply_patch", "view"
_POWERSHELL = "if (Get-Command exp -ErrorAction SilentlyContinue) { exp hook copilot-cli 2>$null }; exit 0"
_CURSOR_NOTHING = {
    "beforeSubmitPrompt": '{"continue":true}',
    "preToolUse": '{"permission":"allow"}',
}
"""What says "nothing" to Cursor where it asks for leave."""


def entries(agent: str) -> dict[str, Entry]:
    """Return the entry of each event that exp answers, or must hear of."""
    return dict(_ENTRIES[agent]())


def _command(agent: str, otherwise: str = "true") -> str:
    """Return a command that ends with 0 whatever happens, also where an older exp refuses the call: 2 would block."""
    return f"command -v exp >/dev/null 2>&1 && exp hook {agent} 2>/dev/null || {otherwise}"


def _printing(agent: str, nothing: str = "{}") -> str:
    """Return the command for an agent that wants JSON whatever happens."""
    return _command(agent, f"echo '{nothing}'")


def _grouped(command: str, timeout: int, matcher: str = "") -> Entry:
    own: Entry = {"matcher": matcher} if matcher else {}
    return {**own, "hooks": [{"type": "command", "command": command, "timeout": timeout}]}


def _like_claude_code(agent: str, tools: str) -> Iterator[tuple[str, Entry]]:
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact"):
        yield event, _grouped(_command(agent), SECONDS, tools if event == "PreToolUse" else "")


def _cursor() -> Iterator[tuple[str, Entry]]:
    for event in ("sessionStart", "beforeSubmitPrompt", "preToolUse", "postToolUse", "preCompact"):
        matcher: Entry = {"matcher": _CURSOR_TOOLS} if event.endswith("ToolUse") else {}
        command = _printing("cursor", _CURSOR_NOTHING.get(event, "{}"))
        yield event, {"command": command, **matcher, "timeout": SECONDS}


def _gemini_cli() -> Iterator[tuple[str, Entry]]:
    # Its matchers are searched for in a tool's name: without anchors they would also meet tools of MCP servers.
    matchers = {"BeforeTool": f"^({_GEMINI_EDITS})$", "AfterTool": f"^({_GEMINI_EDITS}|{_GEMINI_READS})$"}
    for event in ("SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "PreCompress"):
        yield event, _grouped(_printing("gemini-cli"), 1000 * SECONDS, matchers.get(event, ""))


def _copilot_cli() -> Iterator[tuple[str, Entry]]:
    matchers = {"preToolUse": _COPILOT_EDITS, "postToolUse": f"{_COPILOT_EDITS}|{_COPILOT_READS}"}
    for event in ("sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "preCompact"):
        matcher: Entry = {"matcher": matchers[event]} if event in matchers else {}
        commands = {"bash": _command("copilot-cli"), "powershell": _POWERSHELL}
        yield event, {"type": "command", **matcher, **commands, "timeoutSec": SECONDS}


_ENTRIES: Mapping[str, Callable[[], Iterator[tuple[str, Entry]]]] = {
    "claude-code": lambda: _like_claude_code("claude-code", _CLAUDE_TOOLS),
    "codex": lambda: _like_claude_code("codex", _CODEX_TOOLS),
    "cursor": _cursor,
    "gemini-cli": _gemini_cli,
    "copilot-cli": _copilot_cli,
}
