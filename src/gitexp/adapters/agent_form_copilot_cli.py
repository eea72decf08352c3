"""Reads the events of Copilot CLI's hooks, which do not say their name, and answers in their form."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.agent_form import MAX_PROMPT, fields, fitted, name, path, text, tool_use, used
from gitexp.records.agent_event import AgentEvent, HookAnswer

AGENT = "copilot-cli"
LIMIT = 10_000
"""Bytes: after a tool the contexts of all hooks together are cut at 10 KB."""
_NAMES = {"UserPromptSubmit": "userPromptSubmitted"}
"""The names of the other form, with keys like Claude Code's, where they differ in more than their first letter."""


class CopilotCliForm:
    """Copilot CLI: before a tool it can be denied; after it, and when a session begins, something can be told.

    What is told before a tool is in the SDK's types and in no document of the command hooks, and was dropped: so
    nothing is told there.
    """

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event."""
        given = fields(raw)
        called = _called(given)
        event = AgentEvent(
            AGENT,
            called,
            session=name(given, "sessionId", "session_id"),
            reader=name(given, "agentId", "agent_id"),
            cwd=path(given.get("cwd")) or path(given.get("workingDirectory")),
        )
        if called in ("preToolUse", "postToolUse"):
            return _of_tool(event, given)
        if called == "userPromptSubmitted":
            return event._replace(moment="prompt", prompt=text(given.get("prompt"), MAX_PROMPT))
        if called == "sessionStart":
            return event._replace(moment="session", can_tell=True)
        if called == "preCompact":
            return event._replace(moment="forget", forgets=True)
        return event

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer, None where there is nothing to say."""
        if event.can_deny and (reason := fitted(answer.deny, LIMIT)):
            return {"permissionDecision": "deny", "permissionDecisionReason": reason}
        if event.can_tell and (words := fitted(answer.context, LIMIT)):
            return {"additionalContext": words}
        return None


def _called(given: Mapping[str, object]) -> str:
    """Return the name of the event; where it is not said, what comes with it tells."""
    if said := name(given, "hook_event_name", "hookEventName"):
        return _NAMES.get(said, said[:1].lower() + said[1:])
    if name(given, "toolName"):
        if "error" in given:
            return "postToolUseFailure"
        return "postToolUse" if "toolResult" in given else "preToolUse"
    if "prompt" in given and "transformedPrompt" not in given:
        return "userPromptSubmitted"
    if given.get("source") in ("startup", "resume", "new"):
        return "sessionStart"
    if given.get("trigger") in ("manual", "auto"):
        return "preCompact"
    return ""


def _of_tool(event: AgentEvent, given: Mapping[str, object]) -> AgentEvent:
    """Return a tool call; nothing is told before it."""
    arguments = given.get("toolArgs") if "toolArgs" in given else given.get("tool_input")
    use = tool_use(name(given, "toolName", "tool_name"), fields(arguments))
    done = event.event == "postToolUse"
    return used(event, use, done=done, tells=done)
