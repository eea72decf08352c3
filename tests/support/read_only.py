"""Folders that can only be read, also by root: a process that gives up what makes root pass every lock."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_DROP = 24
_PASSING = (1, 2)
"""Of Linux: what takes a right out of those that a process can ever have, and the rights to pass permissions."""
_REFUSED = 99


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """Take the right to write from a folder and all folders in it."""
    folders = [folder, *(inner for inner in folder.rglob("*") if inner.is_dir() and not inner.is_symlink())]
    for one in folders:
        one.chmod(0o555)
    try:
        yield folder
    finally:
        for one in folders:
            one.chmod(0o755)


def run_bound(
    command: list[Any], cwd: Path | None, env: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """Run a process that permissions bind, whoever runs the tests; where that can't be the test is skipped."""
    done = subprocess.run(
        command, cwd=cwd, env=env, preexec_fn=_bound(), capture_output=True, timeout=120, check=False
    )
    if done.returncode == _REFUSED:
        pytest.skip("root can't be bound here")
    return done


def _bound() -> Callable[[], None] | None:
    if os.geteuid() != 0:
        return None
    if sys.platform != "linux":
        pytest.skip("root can't be bound here")
    system = ctypes.CDLL(None)

    def drop() -> None:
        for right in _PASSING:
            if system.prctl(_DROP, right, 0, 0, 0):
                os._exit(_REFUSED)

    return drop
