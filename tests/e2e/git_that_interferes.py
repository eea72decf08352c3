"""A `git` on the PATH that does something to exp at one call: so that a test picks the moment, not the clock."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

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


def moment(folder: Path, command: str, call: int, act: str) -> dict[str, str]:
    """Return the environment in which the given call of one git command does something to exp.

    `act` is `kill-before` or `kill-after` the command, `interrupt`, or `wait`: git then writes into the pipe
    `reached`, and goes on once something is written into the pipe `gate`.
    """
    git = shutil.which("git")
    assert git
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "git"
    program.write_text(SCRIPT.replace("{git}", git))
    program.chmod(0o755)
    for pipe in ("reached", "gate"):
        os.mkfifo(folder / pipe)
    return {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "MOMENT_FOLDER": str(folder),
        "MOMENT_COMMAND": command,
        "MOMENT_CALL": str(call),
        "MOMENT_ACT": act,
    }
