"""Begins a derived SQLite file as a copy of another one: what differs between the two is brought up after that."""

from __future__ import annotations

import contextlib
import os
import sqlite3

from gitexp.adapters.derived_folder import folder_held


def copy(source: str, path: str, most: int | None) -> bool:
    """Copy a file to a place where none is, and return whether that was done; one of more than `most` bytes is not.

    Where it fails the file is made from nothing, as if there were none to copy.
    """
    part = f"{path}.copy"
    # Of many processes that come at once one copies; the others wait for it, and find the file.
    with folder_held(os.path.dirname(path), alone=True):  # noqa: PTH120  pathlib costs a hook 3 ms
        try:
            if os.path.lexists(path) or (most is not None and os.path.getsize(source) > most):  # noqa: PTH202
                return False
            _take_out(part)
            _copied(source, part)
            os.replace(part, path)  # noqa: PTH105
        except (OSError, sqlite3.Error):
            with contextlib.suppress(OSError):
                _take_out(part)
            return False
        return True


def _copied(source: str, part: str) -> None:
    """Write one state of a file, whoever writes it meanwhile."""
    from urllib.parse import quote  # late: once for each linked work tree

    address = f"file:{quote(os.fsencode(source))}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(address, uri=True, isolation_level=None)) as there,
        contextlib.closing(sqlite3.connect(part, isolation_level=None)) as here,
    ):
        here.execute("PRAGMA synchronous = OFF")
        here.execute("PRAGMA journal_mode = OFF")
        there.backup(here, progress=_not_waiting)


def _take_out(part: str) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part + end)  # noqa: PTH108


def _not_waiting(status: int, remaining: int, total: int) -> None:
    """End a copy that would wait without end for one who holds the file."""
    if status & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise sqlite3.OperationalError("held by another process")
