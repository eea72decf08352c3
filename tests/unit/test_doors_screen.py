"""How doors look: when each last fired and what it gave, or the likeliest reason for its silence."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gitexp.cli.doors_screen import ago, documents, lines_of
from gitexp.records.door import Firing
from gitexp.records.glance import Glance, Laid, SeenDoor

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
EMPTY = Glance(0, 0, True, True, (), 0, None, (), None)
FILES = (".claude/settings.json",)
QUIET = Firing("hook claude-code", "2026-03-10T11:57:00Z", "PreToolUse", "src/a.py")
GAVE = Firing("hook claude-code", "2026-03-08T11:00:00Z", "PreToolUse", "src/b.py", ("net-retry-0a1b2c3d4e",))


def shown(*doors: SeenDoor, **more) -> str:
    return " ".join(" ".join(lines_of(replace(EMPTY, doors=doors, **more), NOW)).split())


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-03-10T12:00:00Z", "just now"),
        ("2026-03-10T12:04:00Z", "just now"),
        ("2026-03-10T11:59:01Z", "just now"),
        ("2026-03-10T11:59:00Z", "1 min ago"),
        ("2026-03-10T11:00:01Z", "59 min ago"),
        ("2026-03-10T11:00:00Z", "1 h ago"),
        ("2026-03-08T12:00:01Z", "47 h ago"),
        ("2026-03-08T12:00:00Z", "2 days ago"),
        ("2026-02-08T12:00:00Z", "on 2026-02-08"),
        ("2026-03-10T13:00:00Z", "on 2026-03-10"),
        ("2026-03-10T11:00:00", "1 h ago"),
        ("yesterday", "at a time that can't be told"),
    ],
)
def test_times_are_told_as_people_do(at: str, words: str):
    assert words == ago(at, NOW)


def test_a_door_tells_when_it_fired_and_what_it_gave_last():
    assert (
        "hook claude-code last fired 3 min ago (PreToolUse src/a.py), gave nothing; last gave net-retry-0a1b2c3d4e"
        " 2 days ago .claude/settings.json"
    ) == shown(SeenDoor("hook claude-code", FILES, last=QUIET, gave=GAVE))
    assert "last fired 2 days ago (PreToolUse src/b.py), gave net-retry-0a1b2c3d4e .claude" in shown(
        SeenDoor("hook claude-code", FILES, last=GAVE, gave=GAVE)
    )
    assert "gave nothing, and never did .claude" in shown(SeenDoor("hook claude-code", FILES, last=QUIET))


def test_one_that_no_settings_name_any_more_says_so_and_the_command_line_needs_none():
    assert shown(SeenDoor("hook claude-code", last=QUIET)).endswith("; no settings name it now")
    asked = Firing("cli", QUIET.at, given=("a-0000000000", "b-1111111111", "c-2222222222"))
    assert "exp recall last asked 3 min ago, gave a-0000000000 and 2 more" == shown(
        SeenDoor("cli", last=asked, gave=asked)
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("hook codex", "trusted once, with /hooks"),
        ("hook claude-code", "from the next session on"),
        ("hook cursor", "workspace"),
        ("hook gemini-cli", "from the next session on"),
        ("hook copilot-cli", "default branch"),
        ("mcp", "next session"),
        ("mcp cursor", "next session"),
    ],
)
def test_one_that_never_fired_is_told_with_the_likeliest_reason(name: str, why: str):
    door = SeenDoor(name, ("file",))

    assert "never fired: " in shown(door) and why in shown(door)
    assert "never fired: off.json has `disableAllHooks`" in shown(
        replace(door, off="off.json has `disableAllHooks`")
    )


def test_of_the_clients_of_mcp_each_has_a_row_and_more_of_them_are_known_than_files():
    fired = Firing("mcp cursor", QUIET.at, "recall")

    told = shown(
        SeenDoor("mcp claude-code", (".mcp.json",)),
        SeenDoor("mcp cursor", (".cursor/mcp.json",), last=fired),
        SeenDoor("mcp zed", last=fired),
    )

    assert "mcp claude-code never fired: servers start" in told
    assert "mcp cursor last fired 3 min ago (recall), gave nothing, and never did .cursor/mcp.json" in told
    assert told.endswith(
        "mcp zed last fired 3 min ago (recall), gave nothing, and never did;"
        " no settings that exp looks at name it now"
    )


def test_without_a_store_a_hook_is_silent_and_that_is_said():
    hook, server = SeenDoor("hook codex", FILES), SeenDoor("mcp", (".mcp.json",))

    told = shown(hook, server, has_store=False)

    assert "hook codex never fired: HEAD has no experiences yet" in told
    assert "exp mcp never fired: servers start" in told


def test_files_laid_for_agents_are_counted_and_the_outdated_named():
    rules = (*(f".claude/rules/git-exp-{n}.md" for n in range(3)), ".cursor/rules/git-exp-a.mdc")
    laid = (
        Laid("rule file", rules, ("gone-0000000000",)),
        Laid("skill", (".agents/skills/git-exp/SKILL.md",)),
    )

    told = shown(files_for_agents=laid, outdated=("gone-0000000000",))

    assert "rule files 3 files in .claude/rules, 1 file in .cursor/rules" in told
    assert "in force no more: gone-0000000000; `exp init --agents …` renews skills .agents" in told


def test_a_files_name_moves_no_terminal_and_is_cut():
    door = SeenDoor("hook codex", FILES, last=QUIET._replace(file="\x1b[31mred" + "x" * 500))

    assert "\x1b" not in shown(door) and "…" in shown(door)
    assert max(map(len, lines_of(replace(EMPTY, doors=(door,)), NOW, on_path=True))) <= 96


def test_programs_are_told_the_same():
    door = SeenDoor("hook claude-code", FILES, last=QUIET, gave=GAVE)
    silent = SeenDoor("mcp", ("x",))

    first, second = documents(replace(EMPTY, doors=(door, silent)))

    assert {
        "name": "hook claude-code",
        "installed": list(FILES),
        "last": {"at": QUIET.at, "event": "PreToolUse", "file": "src/a.py", "given": []},
        "gave": {"at": GAVE.at, "event": "PreToolUse", "file": "src/b.py", "given": ["net-retry-0a1b2c3d4e"]},
        "why": None,
    } == first
    assert (None, None, True) == (second["last"], second["gave"], bool(second["why"]))
