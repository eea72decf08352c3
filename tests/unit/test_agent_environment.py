"""An agent is recognised by what it sets for the commands that it runs, not by what people set for themselves."""

from __future__ import annotations

import pytest

from gitexp.adapters.agent_environment import SIGNS, agent_in
from gitexp.records.agent_event import AGENTS


@pytest.mark.parametrize(("name", "agent"), SIGNS)
def test_each_sign_tells_its_agent(name: str, agent: str):
    assert (agent, name) == agent_in({"HOME": "/", name: "1"})


def test_every_agent_that_has_a_hook_has_a_sign():
    assert set(AGENTS) == {agent for _, agent in SIGNS}


@pytest.mark.parametrize(
    "name", ["CODEX_HOME", "CURSOR_TRACE_ID", "GEMINI_API_KEY", "CLAUDE_CONFIG_DIR", "COPILOT_MODEL"]
)
def test_what_a_person_sets_is_no_sign(name: str):
    assert agent_in({name: "1"}) is None
    assert agent_in({"CLAUDECODE": ""}) is None
