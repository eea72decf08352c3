"""The part of the wiring that lays what is for agents, in the work tree and in the folders of a person."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from gitexp.adapters.hook_settings import Where as Where
    from gitexp.adapters.house_agents_hooks import Folders
    from gitexp.adapters.house_agents_plan import AgentsPlan as AgentsPlan
    from gitexp.cli.wiring_core import CoreWiring
    from gitexp.records.agent_event import Agent
    from gitexp.steps.rule_texts import RuleText

Hooks = Literal["shared", "personal", "none"]
_OWN_HERE = ".claude/settings.local.json"
"""The one file of a person's own that lies in the work tree."""


class AgentsHouse:
    """What is laid for agents in one repository, and for the person who calls."""

    def __init__(self, wiring: CoreWiring) -> None:
        from gitexp.adapters.house_agents_hooks import Folders

        home, codex = os.path.expanduser("~"), os.environ.get("CODEX_HOME", "")  # noqa: PTH111
        self._wiring = wiring
        self._folders: Folders = Folders(wiring.root, _folder(home), _folder(codex) if codex else None)

    def plan(self, agents: Sequence[Agent], hooks: Hooks | None, rules: Sequence[RuleText]) -> AgentsPlan:
        """Return what would be laid for these agents."""
        from gitexp.adapters.house_agents import AgentsAsked, plan_agents
        from gitexp.adapters.rule_files import Rule

        told = tuple(Rule(rule.globs, rule.text) for rule in rules)
        return plan_agents(self._folders, AgentsAsked(tuple(agents), hooks, told))

    def undo(self, agents: Sequence[Agent], only: Where | None = None) -> AgentsPlan:
        """Return what would be taken out of what was laid for these agents, or of their hooks in one place."""
        from gitexp.adapters.house_agents import undo_agents

        return undo_agents(self._folders, agents, only)

    def lay(self, planned: AgentsPlan) -> None:
        """Do what was planned."""
        from gitexp.adapters.house_agents_plan import lay

        lay(planned)

    def has_hooks(self, agent: Agent) -> bool:
        """Return whether hooks of exp's stand in settings of the agent, shared or a person's own."""
        from gitexp.adapters.house_agents_hooks import WHERE, stand

        return any(stand(self._folders, agent, where) for where in WHERE)

    def reads_rules(self, agents: Sequence[Agent]) -> bool:
        """Return whether some of the agents read rule files."""
        from gitexp.adapters.rule_files import FOLDERS

        return any(agent in FOLDERS for agent in agents)

    def on_path(self) -> bool:
        """Return whether a hook that calls `exp` finds one."""
        import shutil

        return shutil.which("exp") is not None

    def beside_git(self, planned: AgentsPlan) -> list[str]:
        """Return what is to be said of files that git ignores and should not, or the other way round."""
        laid = [one.place for one in planned.changes if one.after is not None and not one.place.own]
        names = [one.name for one in laid]
        ignored = self._ignored(names)
        shared = [name for name in names if name in ignored and name != _OWN_HERE]
        said = [f"git ignores what is for all: {', '.join(shared)}"] if shared else []
        if _OWN_HERE in names and _OWN_HERE not in ignored:
            said.append(f"{_OWN_HERE} is yours alone, and git does not ignore it: don't commit it")
        return said

    def _ignored(self, names: Sequence[str]) -> set[str]:
        """Return which files of the work tree git ignores."""
        top = f"{self._folders.root}/"
        asked = "\0".join(f"{top}{name}" for name in names).encode("utf-8", "surrogateescape")
        # check-ignore takes no paths at all where they are said to be literal.
        literal = {"GIT_LITERAL_PATHSPECS": "0"}
        found = (
            self._wiring.git.try_run("check-ignore", "-z", "--stdin", stdin=asked, env=literal)
            if names
            else b""
        )
        return {
            path.removeprefix(top) for path in (found or b"").decode("utf-8", "surrogateescape").split("\0")
        }


def _folder(name: str) -> Path | None:
    """Return a folder that is there; a person's folder is never made."""
    path = Path(name)
    return path if path.is_absolute() and path.is_dir() else None
