"""A `git` on the PATH that does something to exp at one call: so that a test picks the moment, not the clock."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from pathlib import Path

from support.process import SECONDS

SCRIPT = """\
#!/bin/sh
for word in "$@"; do
  case "$word" in "$MOMENT_COMMAND") found=yes; break;; esac
done
if [ -n "$found" ]; then
  echo >> "$MOMENT_FOLDER/calls"
  if [ "$(wc -l < "$MOMENT_FOLDER/calls")" -eq "$MOMENT_CALL" ]; then
    case "$MOMENT_ACT" in
      kill-before) kill -KILL "$PPID"; exit 1;;
      kill-after) "{git}" "$@"; kill -KILL "$PPID"; exit 1;;
      interrupt) kill -INT "$PPID";;
      wait) echo here > "$MOMENT_FOLDER/reached"; read -r go < "$MOMENT_FOLDER/gate";;
    esac
  fi
fi
exec "{git}" "$@"
"""


class Moment:
    """The given call of one git command, and what happens to exp then.

    `act` is `kill-before` or `kill-after` the command, `interrupt`, or `wait` until the test lets it go on.
    """

    def __init__(self, folder: Path, command: str, call: int, act: str) -> None:
        git = shutil.which("git")
        assert git
        (folder / "bin").mkdir(parents=True)
        program = folder / "bin" / "git"
        program.write_text(SCRIPT.replace("{git}", git))
        program.chmod(0o755)
        for pipe in ("reached", "gate"):
            os.mkfifo(folder / pipe)
        # Open on both ends, so that neither this side nor the other waits for someone to open it.
        self._reached, self._gate = (os.open(folder / pipe, os.O_RDWR) for pipe in ("reached", "gate"))
        self.env = {
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "MOMENT_FOLDER": str(folder),
            "MOMENT_COMMAND": command,
            "MOMENT_CALL": str(call),
            "MOMENT_ACT": act,
        }

    def __enter__(self) -> Moment:
        return self

    def __exit__(self, *_: object) -> None:
        self.go_on()
        os.close(self._reached)
        os.close(self._gate)

    def wait_for(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until exp is at the moment; a process that ends before fails the test."""
        for _ in range(SECONDS):
            if select.select([self._reached], [], [], 1)[0]:
                return
            assert process.poll() is None, "it ended before the moment"
        raise AssertionError("the moment never came")

    def go_on(self) -> None:
        """Let git go on."""
        os.write(self._gate, b"go\n")
