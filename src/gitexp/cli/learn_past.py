"""Learns beside what was tried in files and taken back, for the hooks that come: `exp hook --learn PATH…`."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Sequence

SECONDS = 60.0
"""After so long it ends, whatever it is at."""
NICENESS = 10


def learn_past(paths: Sequence[str]) -> None:
    """Learn the past of some files at ease, as the work of this whole process, and not for ever.

    Raises ExpError where there is no repository, or no commit.
    """
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    watch = threading.Timer(SECONDS, _end)
    watch.daemon = True
    watch.start()
    try:
        learn(paths)
    finally:
        watch.cancel()


def learn(paths: Sequence[str], cwd: str | None = None) -> int:
    """Learn the past of some files, and return of how many; of none where another process is at it. Raises ExpError."""
    from gitexp.cli.wiring_hook_past import learning

    keeping, find = learning(cwd)
    return keeping.learn(paths, find)


def _end() -> None:
    """End at once, and git's processes with it where the session is this process's own."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
