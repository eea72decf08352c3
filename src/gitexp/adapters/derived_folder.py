"""Keeps the files of a folder in their places while a process opens one of them, and tells one file from another."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def folder_held(folder: str, *, alone: bool) -> Iterator[None]:
    """Keep others from moving files of the folder aside; `alone` also from opening them. Without locks go on without.

    A file must not change its place between the opening of it and of what SQLite lays beside it (`-wal`, `-shm`): those
    are found by name, and of another file they damage this one.
    """
    held = -1
    with contextlib.suppress(OSError, ImportError):
        import fcntl  # late: where there is none nothing is lost

        held = os.open(folder, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
    try:
        yield
    finally:
        if held >= 0:
            os.close(held)


def identity(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another at the same path, None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  pathlib costs recall 3 ms
    except OSError:
        return None
    return found.st_dev, found.st_ino
