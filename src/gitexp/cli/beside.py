"""Starts exp once more, in a process of its own for which nobody waits: what a hook has no time for."""

from __future__ import annotations

import sys

NICENESS = 10
_WORK = "from gitexp.cli.beside import work; work()"


def begin(folder: str, seconds: int, *words: str) -> int | None:
    """Start `exp WORDS` about the repository at a folder, and return its process; None where it can't be started.

    It works at ease, and ends after so many seconds whatever it is at. Without -P a file of the repository
    (`gitexp/__main__.py`, `click.py`) could pass for one of Python's modules, and would be run: the folder is somebody
    else's.
    """
    import subprocess

    nothing = subprocess.DEVNULL
    command = [sys.executable, "-P", "-c", _WORK, str(seconds), *words]
    try:
        begun = subprocess.Popen(
            command, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except (OSError, ValueError):
        return None
    begun.returncode = 0  # nobody waits for it, and Python need not complain
    return begun.pid


def work() -> None:
    """Do what `begin` started, as the work of this whole process."""
    import contextlib
    import os
    import threading

    seconds = float(sys.argv.pop(1))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    watch = threading.Timer(seconds, _end)
    watch.daemon = True
    watch.start()
    from gitexp.cli import main

    main()


def _end() -> None:
    """End at once, and git's processes with it: the session is this process's own."""
    import os
    import signal

    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
