"""Where settings name exp, in real files of all sorts: found tolerantly, and nothing that only speaks of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from gitexp.adapters.doors_installed import InstalledDoors
from gitexp.records.glance import Installed, Laid

SERVER = {"command": "exp", "args": ["mcp"]}
NOT_FOUND = "is not found on the PATH of this shell, and without it nothing is done"


def hooks(agent: str, **more: object) -> str:
    command = f"command -v exp >/dev/null 2>&1 && exp hook {agent} 2>/dev/null || true"
    return json.dumps(
        {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": command}]}]}, **more}
    )


def lay(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def installed(
    tmp_path: Path,
    here: Mapping[str, str],
    home: Mapping[str, str] | None = None,
    codex: str = "",
    programs: Sequence[str] = ("bin/exp", "bin/uvx"),
) -> list[Installed]:
    """Return what is found where the PATH holds the folder `bin` of these programs alone."""
    for name, files in (("here", here), ("home", home or {}), ("bin", {})):
        (tmp_path / name).mkdir(exist_ok=True)
        lay(tmp_path / name, files)
    for name in programs:
        lay(tmp_path, {name: "#!/bin/sh\n"})
        (tmp_path / name).chmod(0o755)
    path = str(tmp_path / "bin")
    return InstalledDoors(str(tmp_path / "here"), str(tmp_path / "home"), codex, path).installed()


def test_each_agents_hook_is_found_where_it_keeps_its_settings(tmp_path: Path):
    found = installed(
        tmp_path,
        {
            ".claude/settings.json": hooks("claude-code"),
            ".claude/settings.local.json": hooks("claude-code"),
            ".codex/hooks.json": hooks("codex"),
            ".cursor/hooks.json": hooks("cursor"),
            ".gemini/settings.json": hooks("gemini-cli"),
            ".github/hooks/git-exp.json": hooks("copilot-cli"),
            ".github/hooks/other.json": "{}",
        },
        {".claude/settings.json": hooks("claude-code"), ".copilot/hooks/mine.json": hooks("copilot-cli")},
    )

    assert [
        Installed(
            "hook claude-code",
            (".claude/settings.json", ".claude/settings.local.json", "~/.claude/settings.json"),
        ),
        Installed("hook codex", (".codex/hooks.json",)),
        Installed("hook cursor", (".cursor/hooks.json",)),
        Installed("hook gemini-cli", (".gemini/settings.json",)),
        Installed("hook copilot-cli", (".github/hooks/git-exp.json", "~/.copilot/hooks/mine.json")),
    ] == found


def test_codex_keeps_its_own_where_its_variable_says(tmp_path: Path):
    lay(tmp_path / "moved", {"hooks.json": hooks("codex")})

    found = installed(tmp_path, {}, {".codex/hooks.json": hooks("codex")}, str(tmp_path / "moved"))

    assert [Installed("hook codex", ("$CODEX_HOME/hooks.json",))] == found


@pytest.mark.parametrize(
    "text",
    [
        hooks("claude-codex"),
        hooks("codex"),
        hooks("claude-code").replace("exp hook", "nexp hook"),
        json.dumps({"permissions": {"allow": ["Bash(exp hook claude-code)"]}}),
        "{}",
        "[]",
        "null",
        "",
        "[" * 100_000,
    ],
)
def test_what_is_no_hook_of_this_agent_is_none(tmp_path: Path, text: str):
    assert [] == installed(tmp_path, {".claude/settings.json": text})


def test_settings_with_remarks_or_cut_off_are_searched_as_a_text(tmp_path: Path):
    found = installed(
        tmp_path,
        {
            ".claude/settings.json": f"// ours\n{hooks('claude-code')}",
            ".cursor/hooks.json": hooks("cursor")[:-5],
            ".vscode/mcp.json": f"/* ours */ {json.dumps({'servers': {'x': SERVER}}, indent=2)}",
        },
    )

    assert ["hook claude-code", "hook cursor", "mcp vscode"] == [one.name for one in found]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            ".mcp.json",
            json.dumps({"mcpServers": {"a": {"args": ["mcp"], "type": "stdio", "command": "exp"}}}),
        ),
        (".mcp.json", json.dumps({"mcpServers": {"a": {"command": "exp", "args": ["mcp", "-v"]}}})),
        (
            ".cursor/mcp.json",
            json.dumps({"mcpServers": {"a": {"command": "uvx", "args": ["git-exp", "mcp"]}}}),
        ),
        (".gemini/settings.json", json.dumps({"mcpServers": {"a": {"command": "exp mcp"}}})),
        (".vscode/mcp.json", json.dumps({"servers": {"a": SERVER}})),
        (".codex/config.toml", '[mcp_servers.exp]\ncommand = "exp"\nargs = ["mcp"]\n'),
        (".codex/config.toml", '[mcp_servers.exp]\nargs = ["mcp"]\ncommand = "exp"\n'),
        (".codex/config.toml", 'broken = \n[mcp_servers.exp]\ncommand = "exp"\nargs = ["mcp"]\n'),
    ],
)
def test_a_server_is_found_however_it_is_written(tmp_path: Path, file: str, text: str):
    client = {".mcp.json": "claude-code", ".vscode/mcp.json": "vscode"}.get(file, file[1:].split("/")[0])
    name = f"mcp {'gemini-cli' if client == 'gemini' else client}"
    assert [Installed(name, (file,))] == installed(tmp_path, {file: text})


def test_of_claude_codes_own_file_what_it_names_for_other_folders_does_not_count(tmp_path: Path):
    def own(folder: str) -> str:
        return json.dumps(
            {
                "projects": {folder: {"mcpServers": {"a": SERVER}, "history": ["run exp mcp"]}},
                "note": "exp mcp",
            }
        )

    elsewhere = installed(tmp_path, {}, {".claude.json": own(str(tmp_path / "elsewhere"))})
    here = installed(tmp_path, {}, {".claude.json": own(str(tmp_path / "here"))})

    assert ([], [Installed("mcp claude-code", ("~/.claude.json",))]) == (elsewhere, here)


@pytest.mark.parametrize(
    "servers",
    [{"a": {"command": "exp", "args": ["list"]}}, {"a": {"command": 1, "args": 2}}, {"a": []}, [], "exp mcp"],
)
def test_what_is_no_server_of_exp_is_none(tmp_path: Path, servers: object):
    assert [] == installed(tmp_path, {".mcp.json": json.dumps({"mcpServers": servers})})


def test_settings_that_switch_hooks_off_are_named(tmp_path: Path):
    found = installed(
        tmp_path,
        {
            ".claude/settings.json": hooks("claude-code"),
            ".claude/settings.local.json": '{"disableAllHooks": true}',
        },
    )

    why = ".claude/settings.local.json has `disableAllHooks`"
    assert [Installed("hook claude-code", (".claude/settings.json",), why)] == found


def test_each_client_of_mcp_is_a_door_of_its_own(tmp_path: Path):
    servers = json.dumps({"mcpServers": {"exp": SERVER}})

    found = installed(
        tmp_path,
        {".mcp.json": servers, ".cursor/mcp.json": servers},
        {".copilot/mcp-config.json": servers, ".cursor/mcp.json": servers},
    )

    assert [
        Installed("mcp claude-code", (".mcp.json",)),
        Installed("mcp copilot-cli", ("~/.copilot/mcp-config.json",)),
        Installed("mcp cursor", (".cursor/mcp.json", "~/.cursor/mcp.json")),
    ] == found


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        (".mcp.json", {"mcpServers": {"e": {**SERVER, "disabled": True}}}, ".mcp.json has it disabled"),
        (".mcp.json", {"mcpServers": {"e": {**SERVER, "disabled": False}}}, ""),
        (".mcp.json", {"mcpServers": {"a": {**SERVER, "disabled": True}, "b": SERVER}}, ""),
        (
            ".gemini/settings.json",
            {"mcpServers": {"e": SERVER}, "mcp": {"excluded": ["e"]}},
            ".gemini/settings.json has it in `mcp.excluded`",
        ),
        (".gemini/settings.json", {"mcpServers": {"e": SERVER}, "mcp": {"excluded": ["a", 1]}}, ""),
    ],
)
def test_a_server_that_its_own_file_switches_off_is_told(
    tmp_path: Path, file: str, content: object, why: str
):
    [found] = installed(tmp_path, {file: json.dumps(content)})

    assert ((file,), why) == (found.files, found.off)


def test_a_server_of_codex_that_is_not_enabled_is_told(tmp_path: Path):
    text = '[mcp_servers.exp]\ncommand = "exp"\nargs = ["mcp"]\nenabled = false\n'

    [found] = installed(tmp_path, {".codex/config.toml": text})

    assert ".codex/config.toml has it not enabled" == found.off


@pytest.mark.parametrize(
    ("key", "where", "common", "own"),
    [
        ("disabledMcpjsonServers", ".claude/settings.json", True, False),
        ("disabledMcpjsonServers", "~/.claude/settings.json", True, False),
        ("disabledMcpjsonServers", "~/.claude.json", True, False),
        ("disabledMcpServers", "~/.claude.json", True, True),
    ],
)
def test_claude_codes_switches_for_servers_are_honoured(
    tmp_path: Path, key: str, where: str, common: bool, own: bool
):
    named = {"mcpServers": {"e": SERVER}}
    for shared in (True, False):
        folder = tmp_path / str(shared)
        root = str(folder / "here")
        switch: dict[str, object] = {key: ["e"]}
        mine: dict[str, object] = {} if shared else dict(named)
        home = {".claude.json": {"projects": {root: mine}}}
        if where == "~/.claude.json":
            mine |= switch
        here = {".mcp.json": json.dumps(named)} if shared else {}
        files = {name: json.dumps(content) for name, content in home.items()}
        if where.endswith("settings.json"):
            (files if where.startswith("~/") else here)[".claude/settings.json"] = json.dumps(switch)

        folder.mkdir()
        [found] = installed(folder, here, files)

        off = common if shared else own
        assert (f"{where} has it in `{key}`" if off else "") == found.off


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".vscode/mcp.json", '{"servers": {} // exp mcp was taken out\n}'),
        (".vscode/mcp.json", '{"servers": {}, /* "exp": "exp mcp" */ }'),
        (".vscode/mcp.json", "// exp mcp was taken out\n{"),
        (".codex/config.toml", 'broken =\n# command = "exp mcp"\n'),
        (".cursor/hooks.json", '{"hooks": {} // exp hook cursor was taken out\n}'),
        (".cursor/hooks.json", "{/* exp hook cursor"),
        (
            ".cursor/hooks.json",
            json.dumps({"hooks": {"_was": "exp hook cursor", "description": "exp hook cursor"}}),
        ),
    ],
)
def test_what_stands_in_a_remark_is_installed_no_more(tmp_path: Path, file: str, text: str):
    assert [] == installed(tmp_path, {file: text})


def test_signs_of_remarks_within_texts_and_commas_at_the_end_are_no_harm(tmp_path: Path):
    text = '{"servers": {"e": {"url": "http://x/*", "command": "exp", "args": ["mcp",],},}, "a": "\\"// */"}'

    assert [Installed("mcp vscode", (".vscode/mcp.json",))] == installed(tmp_path, {".vscode/mcp.json": text})


def server(command: str, *args: str, **more: object) -> dict[str, object]:
    return {"command": command, "args": [*args], **more}


@pytest.mark.parametrize(
    ("named", "why"),
    [
        (server("exp", "mcp"), f"`exp`, which .mcp.json names, {NOT_FOUND}"),
        (server("exp mcp"), f"`exp`, which .mcp.json names, {NOT_FOUND}"),
        (server("uvx", "git-exp", "mcp"), ""),
        (server("pipx", "run", "git-exp", "mcp"), f"`pipx`, which .mcp.json names, {NOT_FOUND}"),
        (server("TOP/venv/exp", "mcp"), ""),
        (server("TOP/gone/exp", "mcp"), "`TOP/gone/exp`, which .mcp.json names, can't be started, and"),
        (server(".venv/exp", "mcp"), ""),
        (server(".gone/exp", "mcp"), "`.gone/exp`, which .mcp.json names, can't be started, and"),
        (server(".gone/exp", "mcp", cwd="sub"), ""),
        (server("${workspaceFolder}/exp", "mcp"), ""),
        (server("exp", "mcp", env={"PATH": "/x"}), ""),
        (server("x" * 5000 + "/exp", "mcp"), "can't be started, and"),
    ],
)
def test_the_command_that_is_named_is_judged_and_not_one_of_the_path(
    tmp_path: Path, named: Mapping[str, object], why: str
):
    text = json.dumps({"mcpServers": {"e": named}}).replace("TOP", str(tmp_path))

    [found] = installed(tmp_path, {".mcp.json": text}, programs=("bin/uvx", "venv/exp", "here/.venv/exp"))

    assert why.replace("TOP", str(tmp_path)) in found.off and bool(why) == bool(found.off)


@pytest.mark.parametrize(
    ("command", "lacks"),
    [
        ("command -v exp >/dev/null 2>&1 && exp hook cursor 2>/dev/null || true", "exp"),
        ("exp hook cursor", "exp"),
        ("if (Get-Command exp) { exp hook cursor }", "exp"),
        ("uvx --from git-exp exp hook cursor", ""),
        ("A=1 exec uvx git-exp hook cursor", ""),
        ("uv run exp hook cursor", "uv"),
        ("'TOP/a b/exp' hook cursor", ""),
        ("TOP/gone/exp hook cursor", "TOP/gone/exp"),
        ("$HOME/exp hook cursor", ""),
        ("sh -c 'exp hook cursor'", ""),
    ],
)
def test_so_is_that_of_a_hook(tmp_path: Path, command: str, lacks: str):
    text = json.dumps({"hooks": {"preToolUse": [{"command": command.replace("TOP", str(tmp_path))}]}})

    [found] = installed(tmp_path, {".cursor/hooks.json": text}, programs=("bin/uvx", "a b/exp"))

    assert lacks.replace("TOP", str(tmp_path)) == found.off.partition("`, which")[0].removeprefix("`")


def test_where_one_file_names_what_is_found_the_door_is_open(tmp_path: Path):
    here = {".mcp.json": json.dumps({"mcpServers": {"e": SERVER}})}
    home = {".claude.json": json.dumps({"mcpServers": {"e": server("uvx", "git-exp", "mcp")}})}

    [found] = installed(tmp_path, here, home, programs=("bin/uvx",))

    assert ((".mcp.json", "~/.claude.json"), "") == (found.files, found.off)


def test_without_a_work_tree_and_a_home_there_is_nothing(tmp_path: Path):
    assert ([], []) == (InstalledDoors("", "").installed(), InstalledDoors("", "").laid())


def test_what_can_not_be_read_names_nothing(tmp_path: Path):
    here = tmp_path / "here"
    (here / ".claude" / "settings.json").mkdir(parents=True)
    os.mkfifo(here / ".mcp.json")
    (here / ".cursor").write_text("")
    (here / ".codex").mkdir()
    (here / ".codex" / "hooks.json").write_bytes(b"\xff\xfe exp hook \xff")
    (here / ".gemini").symlink_to(here / ".gemini")

    assert [] == installed(tmp_path, {})


def test_files_laid_for_agents_are_counted_with_the_ids_that_they_tell(tmp_path: Path):
    told = '1. In this project: "…"\n   [net-retry-0a1b2c3d4e · When retrying]\n   [no-id-123]\n'
    lay(
        tmp_path,
        {
            ".claude/rules/git-exp-src.md": told,
            ".claude/rules/theirs.md": "[other-0000000000]",
            ".cursor/rules/git-exp-src.mdc": told,
            ".github/instructions/git-exp-src.instructions.md": "[a-b-1111111111]",
            ".agents/skills/git-exp/SKILL.md": "x",
        },
    )

    assert [
        Laid(
            "rule file",
            (
                ".claude/rules/git-exp-src.md",
                ".cursor/rules/git-exp-src.mdc",
                ".github/instructions/git-exp-src.instructions.md",
            ),
            ("a-b-1111111111", "net-retry-0a1b2c3d4e"),
        ),
        Laid("skill", (".agents/skills/git-exp/SKILL.md",)),
    ] == InstalledDoors(str(tmp_path), "").laid()
