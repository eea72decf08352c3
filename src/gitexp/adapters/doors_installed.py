"""Finds where agents are told of exp: hook settings, MCP servers, rule files, skills; in the work tree and at home.

Files are looked at and not judged: what names `exp hook AGENT` or `exp mcp` counts, whatever else is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gitexp.adapters.agent_commands import Named, hooked, servers
from gitexp.adapters.agent_settings import Looked, ids_in, is_off, listed, looked_at, matching, own_of, runs
from gitexp.adapters.doors_found import lacking
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
COMMON = ".mcp.json"
SERVERS: Mapping[str, Sequence[str]] = {
    "claude-code": (COMMON,),
    "codex": (".codex/config.toml",),
    "copilot-cli": (),
    "cursor": (".cursor/mcp.json",),
    "gemini-cli": (".gemini/settings.json",),
    "vscode": (".vscode/mcp.json",),
}
"""Where each client of MCP looks; `COMMON` is Claude Code's, and others read it too."""
SERVERS_AT_HOME: Mapping[str, Sequence[str]] = {
    **SERVERS,
    "claude-code": (".claude.json",),
    "copilot-cli": (".copilot/mcp-config.json",),
    "vscode": (),
}
RULES = (
    ".claude/rules/git-exp-*.md",
    ".cursor/rules/git-exp-*.mdc",
    ".github/instructions/git-exp-*.instructions.md",
)
SKILLS = (".claude/skills/git-exp/SKILL.md", ".agents/skills/git-exp/SKILL.md")
_CODEX = ".codex/"
_SWITCHES = ("disabledMcpjsonServers", "disabledMcpServers")
"""Lists in Claude Code's settings: of servers of `COMMON` that are switched off, and of any."""


class InstalledDoors:
    """Looks in the work tree (`root`, "" where there is none) and in the home folder. What can't be read names nothing.

    Codex keeps its own files at home in `codex_home`, where that is set. `path` is where commands are looked for.
    """

    def __init__(self, root: str, home: str, codex_home: str = "", path: str | None = None) -> None:
        self._root, self._home, self._codex, self._path = root, home, codex_home, path

    def installed(self) -> list[Installed]:
        """Return the doors that are named somewhere, with the files that do, and why they are off where they are."""
        found = (*map(self._hook, AGENTS), *map(self._server, SERVERS))
        return [one for one in found if one.files]

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
        named: dict[str, list[str]] = {}
        off = ""
        for path, shown in self._files(HOOKS[agent], AT_HOME[agent]):
            looked = looked_at(path)
            for one in hooked(looked):
                if runs(one.line, f"hook {agent}"):
                    named.setdefault(shown, []).append(self._lacks(one, shown))
            if not off and is_off(looked):
                off = f"{shown} has `disableAllHooks`"
        return Installed(hook_door(agent), tuple(named), off or _none_works(named))

    def _server(self, client: str) -> Installed:
        named: dict[str, list[str]] = {}
        switched = self._switched_off() if client == "claude-code" else {}
        for path, shown in self._files(SERVERS[client], SERVERS_AT_HOME[client]):
            looked = looked_at(path)
            for one in servers(looked, self._root):
                if runs(one.line, MCP):
                    off = _off(one, looked, shown) or switched.get((one.name, shown == COMMON), "")
                    named.setdefault(shown, []).append(off or self._lacks(one, shown))
        return Installed(f"{MCP} {client}", tuple(named), _none_works(named))

    def _switched_off(self) -> dict[tuple[str, bool], str]:
        """Return which servers Claude Code's settings switch off, by name and whether `COMMON` has them, and how."""
        off: dict[tuple[str, bool], str] = {}
        ours = self._files(HOOKS["claude-code"], (*AT_HOME["claude-code"], ".claude.json"))
        for path, shown in ours:
            looked = looked_at(path)
            for settings in (looked.content, own_of(looked, self._root)):
                for number, key in enumerate(_SWITCHES):
                    for name in listed(settings, key):
                        why = f"{shown} has it in `{key}`"
                        off.setdefault((name, True), why)
                        if number:
                            off.setdefault((name, False), why)
        return off

    def _lacks(self, named: Named, shown: str) -> str:
        why = lacking(named.program, self._root, self._path)
        return f"`{named.program}`, which {shown} names, {why}, and without it nothing is done" if why else ""

    def _files(self, here: Sequence[str], at_home: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the files that are there, and how a person calls each."""
        yield from _found(self._root, here)
        moved = [one for one in at_home if self._codex and one.startswith(_CODEX)]
        yield from _found(self._codex, [one.removeprefix(_CODEX) for one in moved], "$CODEX_HOME/")
        yield from _found(self._home, [one for one in at_home if one not in moved], "~/")


def _off(named: Named, looked: Looked, shown: str) -> str:
    """Return how the file that names a server switches it off, "" where it does not."""
    if named.off:
        return f"{shown} has it {'disabled' if named.off == 'disabled' else 'not enabled'}"
    return (
        f"{shown} has it in `mcp.excluded`" if named.name in listed(looked.content, "mcp", "excluded") else ""
    )


def _none_works(named: Mapping[str, Sequence[str]]) -> str:
    """Return why none of the commands does anything, "" where one does."""
    whys = [why for each in named.values() for why in each]
    return whys[0] if whys and all(whys) else ""


def _found(folder: str, patterns: Sequence[str], sign: str = "") -> Iterator[tuple[str, str]]:
    for name in (name for pattern in patterns if folder for name in matching(folder, pattern)):
        yield f"{folder}/{name}", f"{sign}{name}"
