"""A real repository for tests: fixed names and dates, untouched by the configuration of who runs them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

AUTHOR = ("Ada Author", "ada@example.org")
START = datetime(2024, 1, 1, 12, 0, tzinfo=UTC)
"""The date of a repository's first commit; each further one is a day later."""

ISOLATED = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "TZ": "UTC",
}


def isolate(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Take the user's git configuration and variables out of this process, for the code under test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in {**ISOLATED, "HOME": str(home), "XDG_CONFIG_HOME": str(home)}.items():
        monkeypatch.setenv(name, value)


class Repository:
    """A repository on disk. `commit` writes files and commits them one day after the last commit."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0

    @classmethod
    def create(
        cls, path: Path, *, bare: bool = False, object_format: str = "sha1", branch: str = "main"
    ) -> Repository:
        """Lay an empty repository."""
        path.mkdir(parents=True, exist_ok=True)
        repository = cls(path)
        kind = ["--bare"] if bare else []
        repository.git(
            "init", "--quiet", f"--object-format={object_format}", f"--initial-branch={branch}", *kind
        )
        return repository

    def clone(self, path: Path, *options: str) -> Repository:
        """Clone it over a file URL, so that `--depth` and `--filter` count."""
        self.git("clone", "--quiet", *options, self.path.as_uri(), str(path))
        return Repository(path)

    def git(self, *args: str | bytes, stdin: bytes = b"", author: tuple[str, str] = AUTHOR) -> str:
        """Run git here and return what it prints without the last line end; a failure fails the test."""
        return (
            self.git_bytes(*args, stdin=stdin, author=author).decode("utf-8", "surrogateescape").rstrip("\n")
        )

    def git_bytes(self, *args: str | bytes, stdin: bytes = b"", author: tuple[str, str] = AUTHOR) -> bytes:
        """Run git here and return the bytes it prints."""
        done = subprocess.run(
            ["git", *args],
            cwd=self.path,
            env=self.environment(author),
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, f"git {args!r}: {done.stderr.decode('utf-8', 'replace')}"
        return done.stdout

    def environment(self, author: tuple[str, str] = AUTHOR) -> dict[str, str]:
        """Return the environment for git here: nothing of the user's, and the date of the next commit."""
        date = (START + timedelta(days=self.commits)).strftime("%Y-%m-%dT%H:%M:%S+00:00")
        who = {
            f"GIT_{role}_{part}": value
            for role in ("AUTHOR", "COMMITTER")
            for part, value in (("NAME", author[0]), ("EMAIL", author[1]), ("DATE", date))
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return {**kept, **ISOLATED, "HOME": str(self.path), "XDG_CONFIG_HOME": str(self.path), **who}

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a file of the work tree."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def commit(
        self,
        message: str = "Change it",
        files: Mapping[str, str | bytes | None] | None = None,
        *,
        author: tuple[str, str] = AUTHOR,
        **named: str,
    ) -> str:
        """Write the files (None deletes one), commit everything, and return the commit's id."""
        for path, text in {**(files or {}), **named}.items():
            if text is None:
                (self.path / path).unlink()
            else:
                self.write(path, text)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", message, author=author)
        self.commits += 1
        return self.git("rev-parse", "HEAD")

    def rev(self, name: str = "HEAD") -> str:
        """Return the id of a revision."""
        return self.git("rev-parse", "--verify", name)

    def show(self, spec: str) -> str:
        """Return the text of an object, such as `main:README.md`."""
        return self.git("show", spec)
