"""Where settings name exp, in real files of all sorts: found tolerantly, and nothing that only speaks of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from gitexp.adapters.doors_installed import InstalledDoors
from gitexp.records.glance import Installed, Laid

SERVER = {"command": "exp", "args": ["mcp"]}


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
    tmp_path: Path, here: Mapping[str, str], home: Mapping[str, str] | None = None, codex: str = ""
):
    for name, files in (("here", here), ("home", home or {})):
        (tmp_path / name).mkdir(exist_ok=True)
        lay(tmp_path / name, files)
    return InstalledDoors(str(tmp_path / "here"), str(tmp_path / "home"), codex).installed()


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

    assert ["hook claude-code", "hook cursor", "mcp"] == [one.name for one in found]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            ".mcp.json",
            json.dumps({"mcpServers": {"a": {"args": ["mcp"], "type": "stdio", "command": "exp"}}}),
        ),
        (".mcp.json", json.dumps({"mcpServers": {"a": {"command": "/opt/bin/exp", "args": ["mcp", "-v"]}}})),
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
    assert [Installed("mcp", (file,))] == installed(tmp_path, {file: text})


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

    assert ([], [Installed("mcp", ("~/.claude.json",))]) == (elsewhere, here)


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

    assert [Installed("hook claude-code", (".claude/settings.json",), ".claude/settings.local.json")] == found


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
