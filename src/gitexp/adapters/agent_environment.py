"""Recognises the agent in whose shell exp runs, by the variables that it sets there."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.records.agent_event import Agent

SIGNS: tuple[tuple[str, Agent], ...] = (
    ("CLAUDECODE", "claude-code"),
    ("CODEX_THREAD_ID", "codex"),
    ("CODEX_SANDBOX", "codex"),
    ("CODEX_SANDBOX_NETWORK_DISABLED", "codex"),
    ("CODEX_CI", "codex"),
    ("CURSOR_AGENT", "cursor"),
    ("GEMINI_CLI", "gemini-cli"),
    ("COPILOT_CLI", "copilot-cli"),
    ("COPILOT_AGENT_SESSION_ID", "copilot-cli"),
)
"""What an agent sets for the commands that it runs. What people set for themselves (CODEX_HOME, CURSOR_TRACE_ID of the
editor's own terminal, tokens and models) tells nothing of who types."""


def agent_in(environment: Mapping[str, str]) -> tuple[Agent, str] | None:
    """Return the agent and the variable that tells it; None where a person is at work, as far as can be told."""
    return next(((agent, name) for name, agent in SIGNS if environment.get(name)), None)
