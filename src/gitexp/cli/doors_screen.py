"""How the doors that agents come by look to a person, and as JSON: each is proved by when it last fired, or doubted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from gitexp.cli import columns, screen
from gitexp.records.door import CLI, MCP, Firing
from gitexp.records.glance import Glance, Laid, SeenDoor
from gitexp.records.words import counted

NAME = 18
"""Columns of a door's name."""
MOST_GIVEN = 1
MOST_OUTDATED = 3
_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_MONTH = 30
_WHY = {
    "hook claude-code": "settings count from the next session on, in a folder that Claude Code was told to trust",
    "hook codex": "Codex runs a hook only after it was trusted once, with /hooks",
    "hook cursor": "hooks count in a workspace that Cursor was told to trust",
    "hook gemini-cli": "settings count from the next session on, in a folder that Gemini CLI was told to trust",
    "hook copilot-cli": "hooks count from the next session on; the cloud agent reads them on the default branch",
}
_WHY_SERVER = "servers start with the next session, and most agents ask once whether this one may"
_NO_STORE = "HEAD has no experiences yet, and so long it is silent"


def lines_of(seen: Glance, now: datetime, *, on_path: bool = True) -> Iterator[str]:
    """Yield a line or two of each door, and of each sort of file that was laid for agents.

    Whether a command is found was judged by what the settings name: an `exp` on the PATH may not be what they call.
    """
    del on_path
    for door in seen.doors:
        yield from _row(_called(door.name), _told(door, now, why_silent(door, seen)))
        if door.files:
            yield screen.style(f"{'':{NAME + 4}}{columns.short(', '.join(door.files), _room())}", "dim")
    for laid in seen.files_for_agents:
        yield from _row(f"{laid.what}s", _places(laid))
        if laid.ids and seen.outdated:
            gone = _some(seen.outdated, MOST_OUTDATED)
            yield from _row("", f"in force no more: {gone}; `exp init --agents …` renews")


def why_silent(door: SeenDoor, seen: Glance) -> str:
    """Return the likeliest reason for which a door never fired; "" where it has, or where nobody installed it."""
    if door.last or not door.files:
        return ""
    if door.off:
        return door.off
    if _is_server(door):
        return _WHY_SERVER
    return _WHY.get(door.name, "") if seen.has_store else _NO_STORE


def documents(seen: Glance, *, on_path: bool = True) -> list[dict[str, object]]:
    """Return the doors for programs."""
    del on_path
    return [
        {
            "name": door.name,
            "installed": list(door.files),
            "last": _firing(door.last),
            "gave": _firing(door.gave),
            "why": why_silent(door, seen) or None,
        }
        for door in seen.doors
    ]


def ago(at: str, now: datetime) -> str:
    """Return how long ago a time is, in words; the day where it is long ago, or where clocks disagree."""
    try:
        then = datetime.fromisoformat(at)
        passed = int((now - then.replace(tzinfo=then.tzinfo or UTC)).total_seconds())
    except (ValueError, OverflowError):
        return "at a time that can't be told"
    if not -5 * _MINUTE < passed < _MONTH * _DAY:
        return f"on {at[:10]}"
    if passed < _MINUTE:
        return "just now"
    if passed < 2 * _DAY:
        return f"{passed // _MINUTE} min ago" if passed < _HOUR else f"{passed // _HOUR} h ago"
    return f"{passed // _DAY} days ago"


def _told(door: SeenDoor, now: datetime, why: str) -> str:
    if door.last is None:
        return f"never fired: {why}"
    fired = "last asked" if door.name == CLI else "last fired"
    told = f"{fired} {ago(door.last.at, now)}{_about(door.last)}, gave {_given(door.last)}"
    if door.gave and not door.last.given:
        told += f"; last gave {_given(door.gave)} {ago(door.gave.at, now)}"
    elif not door.last.given:
        told += ", and never did"
    if door.name not in (CLI, MCP) and not door.files:
        # There are more clients of MCP than files that are looked at.
        told += f"; no settings {'that exp looks at ' if _is_server(door) else ''}name it now"
    return told


def _is_server(door: SeenDoor) -> bool:
    return door.name.split(" ")[0] == MCP


def _about(firing: Firing) -> str:
    words = " ".join(filter(None, (firing.event, columns.short(firing.file, 50))))
    return f" ({words})" if words else ""


def _given(firing: Firing) -> str:
    return _some(firing.given, MOST_GIVEN) if firing.given else "nothing"


def _some(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _places(laid: Laid) -> str:
    """Return how many files there are, by folder."""
    if len(laid.files) == 1:
        return laid.files[0]
    folders = [file.rpartition("/")[0] for file in laid.files]
    each = {folder: folders.count(folder) for folder in folders}
    if len(each) == len(folders):
        return ", ".join(laid.files)
    return ", ".join(f"{counted(many, 'file')} in {folder}" for folder, many in each.items())


def _called(name: str) -> str:
    return {CLI: "exp recall", MCP: "exp mcp"}.get(name, columns.short(name, NAME + 1))


def _row(name: str, words: str) -> Iterator[str]:
    for number, line in enumerate(columns.wrapped(words, _room(), 4)):
        yield f"  {'' if number else name:<{NAME}}  {line}"


def _room() -> int:
    return columns.WIDTH - NAME - 4


def _firing(firing: Firing | None) -> dict[str, object] | None:
    if firing is None:
        return None
    return {
        "at": firing.at,
        "event": firing.event or None,
        "file": firing.file or None,
        "given": list(firing.given),
    }
