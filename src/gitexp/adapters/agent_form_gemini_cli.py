"""Reads the events of Gemini CLI's hooks, and answers in their form: nothing but JSON may stand on stdout there."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.agent_form import MAX_PROMPT, fields, fitted, name, path, text, tool_use, used
from gitexp.records.agent_event import AgentEvent, HookAnswer

AGENT = "gemini-cli"
LIMIT = 10_000
"""Bytes; no limit is documented."""


class GeminiCliForm:
    """Gemini CLI: before a tool it can be denied, after it something can be told."""

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event."""
        given = fields(raw)
        called = name(given, "hook_event_name")
        event = AgentEvent(AGENT, called, session=name(given, "session_id"), cwd=path(given.get("cwd")))
        if called in ("BeforeTool", "AfterTool"):
            return _of_tool(event, given)
        if called == "BeforeAgent":
            return event._replace(
                moment="prompt", prompt=text(given.get("prompt"), MAX_PROMPT), can_tell=True
            )
        if called == "SessionStart":
            return event._replace(moment="session", forgets=given.get("source") == "clear", can_tell=True)
        if called == "PreCompress":
            return event._replace(moment="forget", forgets=True)
        return event

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer, an empty object where there is nothing to say."""
        if event.can_deny and (reason := fitted(answer.deny, LIMIT)):
            return {"decision": "deny", "reason": reason}
        if event.can_tell and (words := fitted(answer.context, LIMIT)):
            return {"hookSpecificOutput": {"hookEventName": event.event, "additionalContext": words}}
        return {}


def _of_tool(event: AgentEvent, given: Mapping[str, object]) -> AgentEvent:
    """Return a tool call; one that failed has changed and shown nothing."""
    use = tool_use(name(given, "tool_name"), fields(given.get("tool_input")))
    done = event.event == "AfterTool"
    failed = done and bool(fields(given.get("tool_response")).get("error"))
    return event if failed else used(event, use, done=done, tells=done)
