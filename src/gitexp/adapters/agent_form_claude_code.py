"""Reads the events of Claude Code's hooks, and answers in their form."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.agent_form import MAX_PROMPT, fields, fitted, name, path, text, tool_use, used
from gitexp.records.agent_event import AgentEvent, HookAnswer

AGENT = "claude-code"
LIMIT = 50_000
"""What is longer does not reach the model whole: it goes to a file."""
_NOT_SAID = ("system", "poll_event")
"""Where a prompt comes from that nobody typed: what was asked last stays what it was."""


class ClaudeCodeForm:
    """Claude Code, as its SDK's types say (0.3.332)."""

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event."""
        return read_event(AGENT, raw)

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer; where only something is told no word is lost on permission, which is the user's."""
        return answer_of(event, answer, LIMIT)


def read_event(agent: str, raw: Mapping[str, object]) -> AgentEvent:
    """Return an event in the form that Claude Code made, and others took over."""
    given = fields(raw)
    called = name(given, "hook_event_name")
    event = AgentEvent(
        agent,
        called,
        session=name(given, "session_id"),
        reader=name(given, "agent_id"),
        cwd=path(given.get("cwd")),
    )
    if called == "PreToolUse":
        return used(event, tool_use(name(given, "tool_name"), fields(given.get("tool_input"))))
    if called == "UserPromptSubmit" and given.get("source") not in _NOT_SAID:
        return event._replace(moment="prompt", prompt=text(given.get("prompt"), MAX_PROMPT), can_tell=True)
    if called == "SessionStart":
        forgets = given.get("source") in ("clear", "compact")
        return event._replace(moment="session", forgets=forgets, can_tell=True)
    if called == "PreCompact":
        return event._replace(moment="forget", forgets=True)
    return event


def answer_of(event: AgentEvent, answer: HookAnswer, most: int) -> Mapping[str, object] | None:
    """Return an answer in that form, None where there is nothing to say."""
    own: dict[str, object] = {}
    if event.can_deny and (reason := fitted(answer.deny, most)):
        own |= {"permissionDecision": "deny", "permissionDecisionReason": reason}
    if event.can_tell and (words := fitted(answer.context, most)):
        own["additionalContext"] = words
    return {"hookSpecificOutput": {"hookEventName": event.event, **own}} if own else None
