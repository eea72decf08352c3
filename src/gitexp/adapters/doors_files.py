"""Keeps when each door last fired, and what it gave last, in the git common dir; derived, private, and silent.

A firing that gave something and one that gave nothing go to files of their own. So each is one write of one small file,
nothing is read for it, and of two hooks at once neither takes from the other what it gave.
"""

from __future__ import annotations

import json
import os

from gitexp.records.door import MCP, Door, Firing

MAX_FILE = 1 << 14
"""Bytes of a door's file; a larger one is none of ours."""
MOST_DOORS = 100
MOST_CLIENTS = 20
"""Clients of MCP that have a door of their own; they call themselves as they like."""
MOST_GIVEN = 10
MAX_WORD = 100
MAX_PATH = 1000
_LAST, _GAVE = ".last", ".gave"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class DoorFiles:
    """Implements `Doors`: `exp/doors/DOOR.last` is its last firing, `DOOR.gave` the last one that gave something."""

    def __init__(self, common_dir: str) -> None:
        self._common = common_dir
        self._folder = f"{common_dir}/exp/doors"

    def fired(self, firing: Firing) -> None:
        """Note that a door fired; where that can't be nothing happens."""
        if firing.door.startswith(f"{MCP} ") and not self._has_room(firing.door):
            firing = firing._replace(door=MCP)
        given = [one[:MAX_WORD] for one in firing.given[:MOST_GIVEN]]
        row = [firing.door[:MAX_WORD], firing.at, firing.event[:MAX_WORD], firing.file[:MAX_PATH], given]
        name = f"{self._folder}/{_name(firing.door)}{_GAVE if given else _LAST}"
        part = f"{self._folder}/~{os.getpid()}{os.urandom(4).hex()}"
        try:
            file = self._new(part)
            try:
                os.write(file, json.dumps(row).encode("ascii"))
            finally:
                os.close(file)
            os.replace(part, name)  # noqa: PTH105  pathlib costs a hook 3 ms
        except OSError:
            _unlink(part)

    def doors(self) -> list[Door]:
        """Return the doors that ever fired here, by name; what is unreadable counts as not there."""
        lasts: dict[str, tuple[int, Firing]] = {}
        gave: dict[str, Firing] = {}
        for name in self._names():
            found = _read(f"{self._folder}/{name}")
            if found is None or not name.startswith(f"{_name(found[1].door)}."):
                continue
            firing = found[1]
            if firing.given:
                gave[firing.door] = firing
            # Times are whole seconds, and two firings of one second are no rarity: then the disk tells.
            known = lasts.get(firing.door)
            if known is None or (known[1].at, known[0]) < (firing.at, found[0]):
                lasts[firing.door] = found
        return [Door(name, last, gave.get(name)) for name, (_, last) in sorted(lasts.items())]

    def _has_room(self, client: str) -> bool:
        """Return whether a client of MCP has a door already, or may have one."""
        own = {name.rpartition(".")[0] for name in self._names() if name.startswith(_name(f"{MCP} "))}
        return _name(client) in own or len(own) < MOST_CLIENTS

    def _names(self) -> list[str]:
        try:
            names = os.listdir(self._folder)  # noqa: PTH208
        except OSError:
            return []
        return sorted(name for name in names if name.endswith((_LAST, _GAVE)))[: 2 * MOST_DOORS]

    def _new(self, path: str) -> int:
        how = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            return os.open(path, how, 0o600)
        except FileNotFoundError:
            for folder, mode in ((f"{self._common}/exp", 0o777), (self._folder, 0o700)):
                try:
                    os.mkdir(folder, mode)  # noqa: PTH102
                except FileExistsError:
                    continue
            return os.open(path, how, 0o600)


def _name(door: str) -> str:
    """Return a door's name as one of a file, another one for each: it can leave no folder, nor meet one of other case."""
    data = door.encode("utf-8", "surrogatepass")[:MAX_WORD]
    return "".join(chr(sign) if chr(sign) in _PLAIN else f"_{sign:02x}" for sign in data)[: 2 * MAX_WORD]


def _read(path: str) -> tuple[int, Firing] | None:
    """Return a firing and when its file was written, None where the file is none of ours."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            written, data = os.fstat(file).st_mtime_ns, os.read(file, MAX_FILE + 1)
        finally:
            os.close(file)
        row = json.loads(data) if len(data) <= MAX_FILE else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(row, list) or len(row) != 5 or not isinstance(row[4], list):
        return None
    words = [*row[:4], *row[4]]
    if not all(isinstance(one, str) for one in words) or not (row[0] and row[1]):
        return None
    return written, Firing(row[0], row[1], row[2], row[3], tuple(row[4]))


def _unlink(path: str) -> None:
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:
        return
