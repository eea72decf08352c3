"""Finds where agents are told of exp: hook settings, MCP servers, rule files, skills; in the work tree and at home.

Files are looked at and not judged: what names `exp hook AGENT` or `exp mcp` counts, whatever else is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gitexp.adapters.agent_settings import commands, ids_in, is_off, looked_at, matching, runs
from gitexp.records.agent_event import AGENTS
from gitexp.records.door import MCP, hook_door
from gitexp.records.glance import Installed, Laid

HOOKS: Mapping[str, Sequence[str]] = {
    "claude-code": (".claude/settings.json", ".claude/settings.local.json"),
    "codex": (".codex/hooks.json", ".codex/config.toml"),
    "cursor": (".cursor/hooks.json",),
    "gemini-cli": (".gemini/settings.json",),
    "copilot-cli": (".github/hooks/*.json",),
}
AT_HOME: Mapping[str, Sequence[str]] = {
    **HOOKS,
    "claude-code": (".claude/settings.json",),
    "copilot-cli": (".copilot/hooks/*.json",),
}
SERVERS = (".mcp.json", ".cursor/mcp.json", ".codex/config.toml", ".gemini/settings.json", ".vscode/mcp.json")
SERVERS_AT_HOME = (
    ".claude.json",
    ".cursor/mcp.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".copilot/mcp-config.json",
)
RULES = (
    ".claude/rules/git-exp-*.md",
    ".cursor/rules/git-exp-*.mdc",
    ".github/instructions/git-exp-*.instructions.md",
)
SKILLS = (".claude/skills/git-exp/SKILL.md", ".agents/skills/git-exp/SKILL.md")
_CODEX = ".codex/"


class InstalledDoors:
    """Looks in the work tree (`root`, "" where there is none) and in the home folder. What can't be read names nothing.

    Codex keeps its own files at home in `codex_home`, where that is set.
    """

    def __init__(self, root: str, home: str, codex_home: str = "") -> None:
        self._root, self._home, self._codex = root, home, codex_home

    def installed(self) -> list[Installed]:
        """Return the doors that are named somewhere, with the files that do, and one that switches them off."""
        hooks = [self._hook(agent) for agent in AGENTS]
        servers = (
            shown
            for path, shown in self._files(SERVERS, SERVERS_AT_HOME)
            if any(runs(command, "mcp") for command in commands(looked_at(path), self._root))
        )
        return [one for one in (*hooks, Installed(MCP, tuple(dict.fromkeys(servers)))) if one.files]

    def laid(self) -> list[Laid]:
        """Return the rule files and the skills that exp laid here, with the ids that they tell of."""
        rules = list(_found(self._root, RULES))
        ids = {id for path, _ in rules for id in ids_in(path)}
        skills = tuple(shown for _, shown in _found(self._root, SKILLS))
        laid = (
            Laid("rule file", tuple(shown for _, shown in rules), tuple(sorted(ids))),
            Laid("skill", skills),
        )
        return [one for one in laid if one.files]

    def _hook(self, agent: str) -> Installed:
        named: list[str] = []
        off = ""
        for path, shown in self._files(HOOKS[agent], AT_HOME[agent]):
            text = looked_at(path)
            if runs(text.of("hooks"), f"hook {agent}"):
                named.append(shown)
            if not off and is_off(text):
                off = shown
        return Installed(hook_door(agent), tuple(dict.fromkeys(named)), off)

    def _files(self, here: Sequence[str], at_home: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the files that are there, and how a person calls each."""
        yield from _found(self._root, here)
        moved = [one for one in at_home if self._codex and one.startswith(_CODEX)]
        yield from _found(self._codex, [one.removeprefix(_CODEX) for one in moved], "$CODEX_HOME/")
        yield from _found(self._home, [one for one in at_home if one not in moved], "~/")


def _found(folder: str, patterns: Sequence[str], sign: str = "") -> Iterator[tuple[str, str]]:
    for name in (name for pattern in patterns if folder for name in matching(folder, pattern)):
        yield f"{folder}/{name}", f"{sign}{name}"
