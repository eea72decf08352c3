"""The part of the house that is for agents: blocks in their files, a skill, hooks, rule files; no file stops another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.adapters.hook_settings import Where
from gitexp.adapters.house_agents_blocks import has_block, lay_blocks, undo_blocks
from gitexp.adapters.house_agents_files import laid_rules, lay_rules, lay_skills, undo_skills
from gitexp.adapters.house_agents_hooks import Folders, Hooks, lay_hooks, stand, undo_hooks
from gitexp.adapters.house_agents_plan import AgentsPlan, plan_of
from gitexp.adapters.rule_files import Rule
from gitexp.records.agent_event import AGENTS, Agent


@dataclass(frozen=True)
class AgentsAsked:
    """What is asked to be laid. `hooks` None: as laid, else shared; `rules` None: what lies there stays as it is."""

    agents: tuple[Agent, ...]
    hooks: Hooks | None = None
    rules: tuple[Rule, ...] | None = None


def plan_agents(folders: Folders, asked: AgentsAsked) -> AgentsPlan:
    """Return what would be laid for agents; writes nothing. AGENTS.md itself is laid by the house."""
    root, agents = folders.root, asked.agents
    rules = () if asked.rules is None else lay_rules(root, agents, asked.rules)
    return plan_of(
        (
            *lay_blocks(root, agents),
            *lay_skills(root, agents),
            *lay_hooks(folders, agents, asked.hooks),
            *rules,
        )
    )


def undo_agents(folders: Folders, agents: Sequence[Agent], only: Where | None = None) -> AgentsPlan:
    """Return what taking out what was laid for these agents would do; `only` their hooks in one of the two places."""
    if only:
        return plan_of(undo_hooks(folders, agents, only))
    root = folders.root
    staying = [agent for agent in AGENTS if agent not in agents and _is_laid(folders, agent)]
    return plan_of(
        (
            *undo_blocks(root, agents),
            *undo_skills(root, agents, staying),
            *undo_hooks(folders, agents),
            *lay_rules(root, agents, ()),
        )
    )


def _is_laid(folders: Folders, agent: Agent) -> bool:
    """Return whether something lies in the work tree that is for this agent alone."""
    root = folders.root
    return stand(folders, agent, "shared") or has_block(root, agent) or bool(laid_rules(root, agent))
