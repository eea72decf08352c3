"""The part of `exp init` that is for agents: which of them, where their hooks go, what rule files tell, what is said."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.errors import UsageError
from gitexp.records.agent_event import AGENTS, Agent
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring_agents import AgentsHouse, AgentsPlan, Hooks, Where
    from gitexp.cli.wiring_core import CoreWiring
    from gitexp.steps.rule_texts import RuleTexts

ALL = "all"
ALIASES = {"claude": "claude-code", "gemini": "gemini-cli", "copilot": "copilot-cli"}
HINT = "agents can be told by hooks, rule files and a skill:  exp init --agents all"
QUESTION = "Hooks for: shared (all who work here), personal (you alone), none? [shared]"


@dataclass(frozen=True)
class ForAgents:
    """What a call asks for: which agents, where the hooks go (None: nobody said), whether rule files are laid."""

    agents: tuple[Agent, ...]
    hooks: Hooks | None = None
    rules: bool = True


EVERYBODY = ForAgents(AGENTS)


def asked_for(names: Sequence[str], hooks: Hooks | None, *, rules: bool, undoing: bool) -> ForAgents | None:
    """Return what a call asks for, None where it names no agents. Raises UsageError for what does not fit together."""
    if not names:
        if hooks or not rules:
            raise UsageError(
                "exp init", "an option here is about what is laid for agents", "add --agents NAMES"
            )
        return None
    if undoing and (hooks == "none" or not rules):
        raise UsageError("exp init", "an option here is about laying", "leave it out with --undo")
    words = [word.strip().lower() for name in names for word in name.split(",")]
    found = [agent for word in words if word for agent in (AGENTS if word == ALL else (_agent(word),))]
    if not found:
        raise UsageError("--agents", "names no agent", f"give {', '.join(AGENTS)}, or {ALL}")
    return ForAgents(tuple(agent for agent in AGENTS if agent in found), hooks, rules)


def _agent(word: str) -> Agent:
    name = ALIASES.get(word, word)
    for agent in AGENTS:
        if agent == name:
            return agent
    import difflib

    near = difflib.get_close_matches(word, [*AGENTS, *ALIASES, ALL], n=1)
    mend = f"did you mean `{near[0]}`?" if near else f"give {', '.join(AGENTS)}, or {ALL}"
    raise UsageError("--agents", f"`{word[:40]}` is no agent that exp knows", mend)


def planned(house: AgentsHouse, wiring: CoreWiring, asked: ForAgents, *, ask: bool) -> AgentsPlan:
    """Return what would be laid for agents; a person at a terminal is asked where hooks go that are nowhere yet."""
    hooks = asked.hooks
    if hooks is None and ask and not all(map(house.has_hooks, asked.agents)):
        hooks = _where()
    rules = _rules(wiring) if asked.rules and house.reads_rules(asked.agents) else None
    for left_out in rules.left_out if rules else ():
        screen.note(left_out)
    return house.plan(asked.agents, hooks, rules.files if rules else ())


def _where() -> Hooks:
    """Return where the person at the terminal wants the hooks; what is no answer is none of theirs, and lays none."""
    screen.note(QUESTION)
    answers: dict[str, Hooks] = {"": "shared", "shared": "shared", "personal": "personal", "none": "none"}
    return answers.get(sys.stdin.readline().strip().lower(), "none")


def _rules(wiring: CoreWiring) -> RuleTexts:
    """Return what is in force and applies here, for rule files."""
    from gitexp.cli.recall_asked import Asked
    from gitexp.cli.recall_run import ask
    from gitexp.cli.wiring_recall import RecallWiring
    from gitexp.steps.rule_texts import RuleTexts, rule_texts

    recalling = RecallWiring(wiring.git.cwd).begin()
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    _, answer = ask(recalling, Asked(everything=True), at, approvals=False)
    recalling.save()
    for skip in answer.skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    found = rule_texts(answer.applicable)
    if found.files:
        return found
    if not answer.looked_at:
        return RuleTexts(
            (), ("no rule files yet: nothing is in force; run this again after the first merge",)
        )
    return RuleTexts((), (*found.left_out, "no rule files: nothing that applies here names a path"))


def where_only(asked: ForAgents) -> Where | None:
    """Return the one place from which hooks are taken out, None where all that was laid goes."""
    return asked.hooks if asked.hooks in ("shared", "personal") else None


def tell_left(planned: AgentsPlan) -> None:
    """Say which files can't be changed safely, one line each, with what a person may add."""
    for one in planned.left:
        add = f"; add by hand:  {one.add}" if one.add else ""
        screen.note(f"left alone: {one.shown}: {one.why}{add}")


def tell_laid(house: AgentsHouse, plan: AgentsPlan, asked: ForAgents) -> None:
    """Say what a person should know of what was laid, or would be."""
    for words in (*plan.said, *house.beside_git(plan)):
        screen.note(words)
    hooked = [agent for agent in asked.agents if house.has_hooks(agent)]
    if hooked and not house.on_path():
        screen.note(f"the hooks of {counted(len(hooked), 'agent')} do nothing until `exp` is on the PATH")
    if "codex" in hooked and any(
        one.endswith("hooks.json") and "odex" in one for one in (*plan.created, *plan.changed)
    ):
        screen.note("Codex runs new hooks once you trust them: type /hooks there")


def left_rows(plan: AgentsPlan | None) -> list[dict[str, str]]:
    """Return for --json which files were left alone."""
    return [{"file": one.shown, "why": one.why, "add": one.add} for one in (plan.left if plan else ())]
