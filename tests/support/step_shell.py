"""Runs the scripts of steps one after another, each with the files GitHub gives it, in an environment of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.step_files import StepFiles, commands

SECONDS = 300
"""When a step hangs the test fails; no test measures time."""
SHELLS = {
    "bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail"),
    "bash -e": ("bash", "-e"),  # where a step of a workflow names none
    "sh": ("sh", "-e"),
    "python": ("python",),
}
PROGRAMS = ("bash", "git", "sh", "env", "cat")
"""Their folders make up the path, beside what the test names."""


class Shell:
    """Where steps run: their environment, and what they have told so far."""

    def __init__(
        self,
        workspace: Path,
        scratch: Path,
        env: Mapping[str, str],
        event: Mapping[str, Any],
        path: Sequence[Path | str],
        secrets: Mapping[str, str],
    ) -> None:
        self.workspace = workspace
        self.scratch = scratch
        self.token = env.get("GITHUB_TOKEN", "")
        self.masks = [value for value in (self.token, *secrets.values()) if value]
        self.path = [str(one) for one in path]
        self.log: list[str] = []
        self.summary: list[str] = []
        self.count = 0
        for name in ("home", "temp"):
            (scratch / name).mkdir(parents=True, exist_ok=True)
        (scratch / "event.json").write_text(json.dumps(event), encoding="utf-8")
        self.env = {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_PATH": str(scratch / "event.json"),
            "GITHUB_WORKSPACE": str(workspace),
            "HOME": str(scratch / "home"),
            "LANG": "C.UTF-8",
            "RUNNER_OS": "Linux",
            "RUNNER_TEMP": str(scratch / "temp"),
            **{name: value for name, value in env.items() if name != "GITHUB_TOKEN"},
        }

    @contextmanager
    def over(self, env: Mapping[str, str]) -> Iterator[None]:
        """Let more stand in the environment, for one step or one action."""
        before = {name: self.env.get(name) for name in env}
        self.env |= env
        yield
        for name, value in before.items():
            if self.env[name] != env[name]:
                continue  # a script wrote it into GITHUB_ENV
            if value is None:
                del self.env[name]
            else:
                self.env[name] = value

    def run(self, script: str, shell: str, where: str) -> tuple[int, dict[str, str]]:
        """Run a script and return its exit code and what it gave out."""
        self.count += 1
        files = StepFiles(self.scratch / f"step-{self.count}")
        file = self.scratch / f"step-{self.count}" / "script"
        file.write_text(script, encoding="utf-8")
        env = {**self.env, "PATH": os.pathsep.join([*self.path, *_programs()])}
        done = subprocess.run(
            [*SHELLS[shell], str(file)],
            cwd=self.workspace / where,
            env={**env, **{name: str(path) for name, path in files.paths.items()}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
        self._tell(done.stdout.decode("utf-8", "replace"))
        self.env |= files.env
        self.path = [*files.path, *self.path]
        self.summary.append(self._masked(files.summary))
        return done.returncode, files.outputs

    def _tell(self, text: str) -> None:
        self.masks += [one.message for one in commands(text) if one.name == "add-mask" and one.message]
        self.log.append(self._masked(text if text.endswith("\n") or not text else f"{text}\n"))

    def _masked(self, text: str) -> str:
        for secret in self.masks:
            text = text.replace(secret, "***")
        return text


def _programs() -> list[str]:
    """Return the folders of what every runner has, and of the Python that runs the tests."""
    found = [
        Path(sys.executable).parent,
        *(Path(shutil.which(name) or "/bin/sh").parent for name in PROGRAMS),
    ]
    return [str(folder) for folder in dict.fromkeys(found)]
