"""The part of the wiring that keeps and shows the doors agents come by. Hooks go by it, so it imports next to nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters.doors_files import DoorFiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.ports.agents import Doors
    from gitexp.records.door import Door, Firing
    from gitexp.records.glance import Installed, Laid


class DoorsNow(NamedTuple):
    """What bare `exp` is told of doors: those that fired, those that settings name, files laid for agents."""

    fired: Sequence[Door]
    installed: Sequence[Installed]
    laid: Sequence[Laid]


def note_firing(common_dir: str, firing: Firing) -> None:
    """Note that a door fired; silent where nothing can be kept."""
    DoorFiles(common_dir).fired(firing)


def doors_of(common_dir: str) -> Doors:
    """Return the log of the doors of a clone."""
    return DoorFiles(common_dir)


def doors_now(common_dir: str, root: str | None) -> DoorsNow:
    """Return what this clone, its settings and the person's own tell of doors; nothing is written."""
    from gitexp.adapters.doors_installed import InstalledDoors
    from gitexp.adapters.usage_last import last_recall

    home = os.path.expanduser("~")  # noqa: PTH111
    at_home = home if home.startswith(os.sep) else ""
    settings = InstalledDoors(root or "", at_home, os.environ.get("CODEX_HOME", ""))
    asked = last_recall(common_dir)
    fired = [*doors_of(common_dir).doors(), *([asked] if asked else [])]
    return DoorsNow(fired, settings.installed(), settings.laid())


def on_path() -> bool:
    """Return whether a hook or a server that calls `exp` finds one."""
    import shutil

    return shutil.which("exp") is not None
