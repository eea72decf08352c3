"""The doors step: what settings name and what has fired, put together by name."""

from __future__ import annotations

from gitexp.records.door import Door, Firing
from gitexp.records.glance import Installed, Laid, SeenDoor
from gitexp.steps.doors_here import doors_here, outdated

ID, HEX = "net-retry-0a1b2c3d4e", "0a1b2c3d4e"
GAVE = Firing("cli", "2026-03-01T10:00:00Z", given=(HEX, "1111111111"))
LAST = Firing("cli", "2026-03-02T10:00:00Z")


def test_a_door_is_shown_where_it_is_installed_or_has_fired():
    found = doors_here(
        [Installed("mcp", (".mcp.json",)), Installed("hook codex", (".codex/hooks.json",), "off.json")],
        [Door("mcp", Firing("mcp", LAST.at)), Door("cli", LAST, GAVE)],
        {HEX: ID},
        has_store=True,
    )

    assert (
        SeenDoor("cli", last=LAST, gave=GAVE._replace(given=(ID, "1111111111"))),
        SeenDoor("hook codex", (".codex/hooks.json",), "off.json"),
        SeenDoor("mcp", (".mcp.json",), last=Firing("mcp", LAST.at)),
    ) == found


def test_where_there_is_neither_nothing_is_shown():
    assert () == doors_here([], [], {HEX: ID}, has_store=True)


def test_without_a_store_the_persons_own_settings_say_nothing_until_they_fire():
    own = [Installed("hook codex", ("~/.codex/hooks.json",)), Installed("mcp", ("$CODEX_HOME/config.toml",))]
    here = Installed("hook cursor", ("~/.cursor/hooks.json", ".cursor/hooks.json"))

    found = doors_here([*own, here], [Door("mcp", Firing("mcp", LAST.at))], {}, has_store=False)

    assert [("hook cursor", here.files), ("mcp", own[1].files)] == [(one.name, one.files) for one in found]
    assert 3 == len(doors_here([*own, here], [], {}, has_store=True))


def test_what_came_by_the_common_file_of_servers_is_not_said_to_be_named_by_none():
    fired = [
        Door(name, Firing(name, LAST.at)) for name in ("mcp", "mcp copilot-cli", "mcp cursor", "mcp zed")
    ]
    settings = [Installed("mcp claude-code", (".mcp.json",)), Installed("mcp cursor", (".cursor/mcp.json",))]

    found = doors_here(settings, fired, {}, has_store=True)

    assert [
        ("mcp", (".mcp.json",)),
        ("mcp claude-code", (".mcp.json",)),
        ("mcp copilot-cli", (".mcp.json",)),
        ("mcp cursor", (".cursor/mcp.json",)),
        ("mcp zed", ()),
    ] == [(one.name, one.files) for one in found]
    assert [("mcp", ())] == [(one.name, one.files) for one in doors_here([], fired[:1], {}, has_store=True)]


def test_files_that_tell_what_is_in_force_no_more_are_outdated():
    laid = [Laid("rule file", ("a.md",), (ID, "gone-1111111111", "gone-1111111111")), Laid("skill", ("b",))]

    assert ("gone-1111111111",) == outdated(laid, {HEX: ID})
