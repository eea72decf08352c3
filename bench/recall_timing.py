"""Runs a process, with those that it waits for, and tells its time by the clock, that of the processor, and its memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SCRIPT = os.environ.get("EXP") or str(Path(sys.executable).with_name("exp"))
MODULE = (sys.executable, "-m", "gitexp")
CLICK = (sys.executable, "-c", "import click")
_DROPPED = ("GIT_", "EXP_", "PYTHONDONTWRITEBYTECODE")
_ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


class Sample(NamedTuple):
    """What one run took: milliseconds by the clock and of the processor."""

    clock: float
    processor: float


def environment() -> dict[str, str]:
    """Return the environment of a measured process, without the user's settings.

    Bytecode is written: an installed exp has it beside it, as click has.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    return {**kept, **_ALONE}


def run(command: Sequence[str], cwd: Path) -> Sample:
    """Run a command to its end; one that fails ends the measurement."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode} in {cwd}")
    return Sample(1000 * seconds, 1000 * (usage.ru_utime + usage.ru_stime))


def memory(command: Sequence[str], cwd: Path) -> int:
    """Return the kilobytes that a command takes at most. A child counts what its parent held, so a small one starts it."""
    tell = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdin=-3, stdout=-3, stderr=-3);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    asked = [sys.executable, "-S", "-c", tell, *command]
    told = int(subprocess.run(asked, cwd=cwd, env=environment(), capture_output=True, check=True).stdout)
    return told if sys.platform != "darwin" else told >> 10


def middle(samples: Sequence[Sample]) -> Sample:
    """Return the median of each figure."""
    return Sample(
        statistics.median(one.clock for one in samples),
        statistics.median(one.processor for one in samples),
    )
