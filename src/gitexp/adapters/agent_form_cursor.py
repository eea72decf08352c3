"""Reads the events of Cursor's hooks, and answers in their form: with an object of JSON, also where there is nothing."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.agent_form import (
    MAX_EDITS,
    MAX_PROMPT,
    Use,
    fields,
    fitted,
    name,
    path,
    path_of,
    text,
    tool_use,
    used,
)
from gitexp.records.agent_event import AgentEvent, FileEdit, HookAnswer

AGENT = "cursor"
LIMIT = 10_000
"""Bytes; no limit is documented."""
_NOT_OURS = ("beforeShellExecution", "beforeMCPExecution", "beforeTabFileRead", "subagentStart")
"""Events at which an answer allows or denies what exp knows nothing of: there it is silent."""


class CursorForm:
    """Cursor, as its page on hooks says."""

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event."""
        given = fields(raw)
        called = name(given, "hook_event_name")
        called = called[:1].lower() + called[1:]
        event = AgentEvent(
            AGENT,
            called,
            session=name(given, "conversation_id") or name(given, "session_id"),
            reader=name(given, "agent_id", "subagent_id"),
            cwd=_root(given, path_of(given) or path_of(fields(given.get("tool_input")))),
        )
        if called in ("preToolUse", "postToolUse"):
            done = called == "postToolUse"
            # No table of Cursor's page has words before a tool: after it the same is told again, and counts.
            return used(event, _use(given), done=done, unsure=not done)
        if called == "beforeSubmitPrompt":
            return event._replace(moment="prompt", prompt=text(given.get("prompt"), MAX_PROMPT))
        if called == "sessionStart":
            return event._replace(moment="session", can_tell=True)
        if called == "preCompact":
            return event._replace(moment="forget", forgets=True)
        return event

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer. An event that asks for permission is given it: an answer without blocks the agent."""
        if event.event in _NOT_OURS:
            return None
        if event.can_deny and (reason := fitted(answer.deny, LIMIT)):
            return {"permission": "deny", "user_message": reason, "agent_message": reason}
        own: dict[str, object] = {}
        # An event that could not be read (no name) may be any that exp is set up for. It gets both: a key too many does
        # no harm where that was tried, and a missing `permission` blocks.
        if event.event in ("preToolUse", "beforeReadFile", ""):
            own["permission"] = "allow"
        if event.event in ("beforeSubmitPrompt", ""):
            own["continue"] = True
        if event.can_tell and (words := fitted(answer.context, LIMIT)):
            own["additional_context"] = words
        return own


def _root(given: Mapping[str, object], file: str) -> str:
    """Return the folder that is worked in: of several roots the one with the file, else the first."""
    named = given.get("workspace_roots")
    roots = [root for one in named[:MAX_EDITS] if (root := path(one))] if isinstance(named, list) else []
    holding = [root for root in roots if file.startswith(f"{root.rstrip('/')}/")]
    root = max(holding, key=len) if holding else next(iter(roots), path(given.get("cwd")))
    # A drive of Windows stands there as /c:/…
    return root[1:] if root[:1] == "/" and root[2:3] == ":" else root


def _use(given: Mapping[str, object]) -> Use:
    """Return what a tool is called for; some versions leave its name out, and what it is given must tell."""
    called, arguments = name(given, "tool_name"), fields(given.get("tool_input"))
    if called:
        return tool_use(called, arguments)
    use = tool_use("edit", arguments)
    told = any(edit != FileEdit(edit.path, None) for edit in use.edits)
    return use if told else Use()
