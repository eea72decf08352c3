"""Lets the processes of one clone write into its journal one after the other: each move of the ref then finds it free."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

_PATIENCE = 60.0
"""Seconds that one waits for those before it; after them, or without locks, compare-and-swap alone must do."""
_PAUSE = 0.01


@contextlib.contextmanager
def in_turn(common_dir: str) -> Iterator[None]:
    """Wait for one's turn, and hold it."""
    held = -1
    with contextlib.suppress(OSError, ImportError):
        import fcntl  # late: where there is none nothing is lost

        folder = Path(common_dir) / "exp"
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder / "journal.lock", os.O_RDWR | os.O_CREAT, 0o600)
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(_PAUSE)
            else:
                break
    try:
        yield
    finally:
        if held >= 0:
            os.close(held)
