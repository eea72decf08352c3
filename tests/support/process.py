"""Runs `exp` as a real process: nothing of the user's configuration, its answer whole; also at a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gitexp
from support.repository import ISOLATED

NOBODY = Path(tempfile.gettempdir()) / "home-of-nobody-for-tests-of-exp"
"""A home folder that does not exist, and that exp must not make."""
INSTALLATION = Path(gitexp.__file__).parent
SECONDS = 120
"""When a process hangs the test fails; no test measures time."""


@dataclass(frozen=True)
class Finished:
    """What a process that ended said."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """Return the answer read as JSON; one that is none fails the test."""
        return json.loads(self.stdout)

    @property
    def both(self) -> str:
        """Return all it said, on either stream."""
        return self.stdout + self.stderr

    @property
    def complaint(self) -> str:
        """Return the one line on stderr; several, a traceback or a path of the installation fail the test."""
        lines = self.stderr.splitlines()
        assert len(lines) == 1, f"{len(lines)} lines on stderr:\n{self.stderr}"
        return self.plain.stderr.rstrip("\n")

    @property
    def plain(self) -> Finished:
        """Return it after a look: no traceback, no fault of exp's own, no path of the installation."""
        for sign in ("Traceback", 'File "', str(INSTALLATION), "site-packages", "a fault of exp itself"):
            assert sign not in self.both, self.both[-3000:]
        return self


def environment(home: Path | None = None, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a process: nothing of the user's git, an unknown home, no colours asked for."""
    dropped = ("GIT_", "EXP_", "PYTHON", "NO_COLOR", "COLUMNS", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    who = {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", "Ada Author"), ("EMAIL", "ada@example.org"))
    }
    # The very code that the tests import, and nothing from the folder that exp is called in.
    python = {"PYTHONPATH": str(INSTALLATION.parent), "PYTHONSAFEPATH": "1"}
    own = {"HOME": str(home or NOBODY), "TERM": "xterm", **python}
    return {**kept, **ISOLATED, **who, **own, **(more or {})}


def command(*args: str | bytes) -> list[str | bytes]:
    """Return the command line of `exp` under the Python that runs the tests."""
    return [sys.executable, "-m", "gitexp", *args]


def exp(
    cwd: Path,
    *args: str | bytes,
    stdin: bytes = b"",
    home: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Finished:
    """Run `exp` to its end with pipes, as an agent does."""
    done = subprocess.run(
        command(*args),
        cwd=cwd,
        env=environment(home, env),
        input=stdin,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Finished(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def start(
    cwd: Path,
    *args: str | bytes,
    env: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Start `exp` in a group of its own, for tests that end it."""
    return subprocess.Popen(
        command(*args),
        cwd=cwd,
        env=environment(None, env),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def exp_at_terminal(cwd: Path, *args: str, typed: str = "", env: Mapping[str, str] | None = None) -> Finished:
    """Run `exp` as a person does: the answer goes to a terminal, what stands beside it to a pipe."""
    ours, theirs = pty.openpty()
    keyboard, typing = pty.openpty()
    process = subprocess.Popen(
        command(*args),
        cwd=cwd,
        env=environment(None, env),
        stdin=typing,
        stdout=theirs,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    os.close(typing)
    if typed:
        os.write(keyboard, typed.encode())
    shown = _until_closed(ours)
    _, err = process.communicate(timeout=SECONDS)
    for end in (ours, keyboard):
        os.close(end)
    text = shown.decode("utf-8").replace("\r\n", "\n")
    return Finished(process.returncode, text, err.decode("utf-8"))


def _until_closed(terminal: int) -> bytes:
    """Return what is written to a terminal until nobody holds its other end."""
    shown = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], SECONDS)
        assert ready, "the process said nothing and did not end"
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so when the last holder has closed it.
            return shown
        if not piece:
            return shown
        shown += piece
