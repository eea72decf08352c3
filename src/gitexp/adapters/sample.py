"""Lays the sample repository of `exp demo`: code in two languages, a reverted change, three discussions beside it."""

from __future__ import annotations

import os
import subprocess
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from gitexp.errors import RepositoryError

PLANTED = "{PLANTED}"
_PEOPLE = {
    "Mara": ("Mara Maintainer", "mara@orchard.example"),
    "Tom": ("Tom Author", "tom@orchard.example"),
}
WHY = (
    "POST /orders is not idempotent: the warehouse commits before it answers, so a retried order was packed twice.\n"
    "Orders must carry an Idempotency-Key before RetryPolicy may repeat them."
)


class Sample:
    """A sample project in a folder: `repository` is a git repository, `discussions` a folder of GitHub's JSON."""

    def __init__(self, folder: Path) -> None:
        self.repository = folder / "orchard"
        self.discussions = folder / "discussions"

    def lay(self) -> None:
        """Write everything. The same call gives the same commits: names and dates are fixed."""
        source = resources.files("gitexp") / "sample"
        _copy(source / "start", self.repository)
        _copy(source / "discussions", self.discussions)
        for file in self.discussions.iterdir():
            text = file.read_text(encoding="utf-8")
            # A key as it leaks in real threads; assembled here so that no scanner takes the sample for a leak.
            file.write_text(text.replace(PLANTED, "Zk3" * 12), encoding="utf-8")
        self.git("init", "--quiet", "--initial-branch=main")
        # Never reached: it only tells exp that the discussions are about this repository, so names can be checked.
        self.git("remote", "add", "origin", "https://github.com/orchard-demo/orchard")
        self.commit("Sell apples and pears", "Mara", "2024-02-05T09:00:00+00:00")
        _copy(source / "wider", self.repository / "src" / "orchard" / "net")
        self.commit("Retry orders on any server error", "Tom", "2024-03-04T10:00:00+00:00")
        self.git("revert", "--no-edit", "--no-commit", "HEAD")
        message = f'Revert "Retry orders on any server error"\n\nThis reverts commit {self.head()}.\n\n{WHY}'
        self.commit(message, "Mara", "2024-03-12T16:30:00+00:00")

    def commit(self, message: str, person: str, date: str) -> None:
        """Commit everything as one of the sample's people."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message, person=person, date=date)

    def head(self) -> str:
        """Return the commit of HEAD."""
        return self.git("rev-parse", "HEAD").strip()

    def git(self, *args: str, person: str = "Mara", date: str = "2024-08-01T09:00:00+00:00") -> str:
        """Run git in the sample, as one of its people and without the user's own settings."""
        name, address = _PEOPLE[person]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        own = {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name,
            "GIT_AUTHOR_EMAIL": address,
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": address,
            "GIT_COMMITTER_DATE": date,
        }
        command = ["git", *args]
        done = subprocess.run(
            command, cwd=self.repository, env={**kept, **own}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RepositoryError(
                f"git {args[0]}", done.stderr.strip().splitlines()[-1] if done.stderr else "failed"
            )
        return done.stdout


def _copy(source: Traversable, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for item in sorted(source.iterdir(), key=lambda item: item.name):
        if item.name in ("__pycache__",):
            continue
        if item.is_dir():
            _copy(item, target / item.name)
        else:
            (target / item.name).write_bytes(item.read_bytes())
