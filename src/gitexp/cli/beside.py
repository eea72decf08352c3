"""Starts exp once more, in a process of its own for which nobody waits: what a hook has no time for."""

from __future__ import annotations

import sys


def begin(folder: str, *words: str) -> int | None:
    """Start `exp WORDS` about the repository at a folder, and return its process; None where it can't be started.

    Without -P a file of the repository (`gitexp/__main__.py`, `click.py`) could pass for one of Python's modules, and
    would be run: the folder is somebody else's.
    """
    import subprocess

    nothing = subprocess.DEVNULL
    command = [sys.executable, "-P", "-m", "gitexp", *words]
    try:
        begun = subprocess.Popen(
            command, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except (OSError, ValueError):
        return None
    begun.returncode = 0  # nobody waits for it, and Python need not complain
    return begun.pid
