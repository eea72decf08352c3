"""Puts together what is known of the doors that agents come by: where each is installed, and when it fired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.records.door import MCP, Door, Firing
from gitexp.records.glance import Installed, Laid, SeenDoor

OWN = ("~/", "$")
"""How files begin that lie in the person's own folders."""
COMMON = ".mcp.json"
"""Claude Code's file of servers, which others read as well."""
READ_IT_TOO = (MCP, f"{MCP} copilot-cli")
"""Who may have come by that file where no file of its own names exp; one that gave no name may be anybody."""


def doors_here(
    installed: Sequence[Installed], fired: Sequence[Door], ids: Mapping[str, str], *, has_store: bool
) -> tuple[SeenDoor, ...]:
    """Return the doors that are installed or have fired, by name; one that is neither says nothing.

    `ids` are those of the experiences by their hex: what was given is named by its id wherever it stands. What only
    the person's own settings name is silent in all their repositories without a store, and left out there.
    """
    firings = {one.name: one for one in fired}
    installed = [*installed, *_by_the_common_file(installed, firings)]
    settings = {
        one.name: one
        for one in installed
        if has_store or one.name in firings or not all(file.startswith(OWN) for file in one.files)
    }
    doors = []
    for name in sorted(settings.keys() | firings.keys()):
        named, seen = settings.get(name, Installed(name, ())), firings.get(name)
        last, gave = (seen.last, seen.gave) if seen else (None, None)
        doors.append(SeenDoor(name, named.files, named.off, _named(last, ids), _named(gave, ids)))
    return tuple(doors)


def _by_the_common_file(installed: Sequence[Installed], firings: Mapping[str, Door]) -> list[Installed]:
    """Return the doors that fired and were named by the file that several clients read."""
    named = {one.name for one in installed}
    there = any(one.name.startswith(f"{MCP} ") and COMMON in one.files for one in installed)
    return [Installed(name, (COMMON,)) for name in READ_IT_TOO if there and name in firings.keys() - named]


def outdated(laid: Sequence[Laid], in_force: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids that laid files tell of, and whose experiences are in force no more."""
    return tuple(sorted({id for one in laid for id in one.ids if id[-10:] not in in_force}))


def _named(firing: Firing | None, ids: Mapping[str, str]) -> Firing | None:
    return firing and firing._replace(given=tuple(ids.get(one, one) for one in firing.given))
