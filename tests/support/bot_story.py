"""The rocket on a double of GitHub: merged pull requests that teach something, and jobs of the bot as real processes."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.story import AGREED, CLOSE_RULE, CODE, PANEL, PANEL_RULE, PUMP, PUMP_RULE, VALVE, VALVE_RULE
from support.github_double import GithubDouble, HubRepo
from support.github_double.state import stamp
from support.process import Finished, exp
from support.repository import ISOLATED

READ = {"contents": "read", "pull_requests": "read", "issues": "read", "actions": "read", "metadata": "read"}
WRITE = READ | {"contents": "write", "pull_requests": "write", "issues": "write"}
LESSONS = ((VALVE, VALVE_RULE), (PUMP, PUMP_RULE), (VALVE, CLOSE_RULE), (PANEL, PANEL_RULE))


@dataclass
class Rocket:
    """A repository on the double; `merge_a_lesson` makes one more merged pull request that teaches something."""

    hub: GithubDouble
    folder: Path
    repo: HubRepo = field(init=False)
    runs: int = 0

    def __post_init__(self) -> None:
        self.repo = self.hub.repo("acme/rocket", CODE)
        self.repo.user("rex", "maintain")
        self.repo.user("ada", "read")
        self.hub.token("read-token", permissions=READ)
        self.hub.token("write-token", permissions=WRITE)

    def merge_a_lesson(self, path: str = VALVE, words: str = VALVE_RULE, *, answer: str = AGREED) -> int:
        """Return the number of a merged pull request in which rex says something and ada takes it over."""
        many = len(self.repo.issues) + 1
        changed = CODE[path].rstrip("\n") + f"\n# change {many}\n"
        number = self.repo.pull(f"Change {path} ({many})", "A small change.", "ada", {path: changed})
        line = changed.count("\n")
        root = self.repo.line_comment(number, "rex", path, line, words)
        self.repo.line_comment(number, "ada", path, line, answer, root)
        self.repo.review(number, "rex", "APPROVED")
        self.repo.merge(number, "squash", "rex")
        return number

    def checkout(self, ref: str = "main") -> Path:
        """Return a fresh clone, as actions/checkout makes one."""
        self.runs += 1
        place = self.folder / f"job-{self.runs}"
        command = ["git", "clone", "--quiet", "--branch", ref, self.repo.remote, str(place)]
        subprocess.run(command, check=True, env=os.environ | ISOLATED, cwd=self.folder)
        return place

    def job(
        self,
        mode: str,
        *,
        token: str = "write-token",
        level: str = "pull-request",
        event: str = "push",
        place: Path | None = None,
        code: int | None = 0,
        **more: str,
    ) -> Job:
        """Run one job of the bot in a fresh clone and return what it said; another exit code fails the test."""
        place = place or self.checkout()
        self.runs += 1
        files = {name: self.folder / f"{name}-{self.runs}" for name in ("output", "summary")}
        before = len(self.hub.calls)
        environment = self.hub.environment(
            self.repo,
            token,
            GITHUB_EVENT_NAME=event,
            GITHUB_OUTPUT=str(files["output"]),
            GITHUB_STEP_SUMMARY=str(files["summary"]),
            EXP_LEVEL=level,
            EXP_ARTIFACT=str(self.folder / "artifact.json"),
            EXP_NOW=more.pop("now", self.now),
            **more,
        )
        done = exp(place, "ci", mode, env=environment)
        assert code in (None, done.plain.code), done.both
        texts = [path.read_text("utf-8") if path.exists() else "" for path in files.values()]
        return Job(done, outputs(texts[0]), texts[1], len(self.hub.calls) - before)

    @property
    def now(self) -> str:
        """Return a time shortly after all that has happened."""
        return stamp(self.hub.clock.now)

    def closed(self, number: int) -> str:
        """Return the file of the event that a pull request of the proposal branch was closed."""
        name = self.repo.full_name
        head = {"ref": "exp/proposals", "repo": {"full_name": name}}
        event = {"action": "closed", "pull_request": {"number": number, "head": head}}
        path = self.folder / f"event-{self.runs}.json"
        path.write_text(json.dumps(event | {"repository": {"full_name": name, "default_branch": "main"}}))
        return str(path)

    def git(self, *args: str) -> str:
        """Return what git says in the shared repository."""
        command = ["git", "-C", self.repo.remote, *args]
        return subprocess.run(
            command, check=True, env=os.environ | ISOLATED, capture_output=True, text=True
        ).stdout

    def tip(self) -> str:
        """Return the commit of the proposal branch."""
        return self.git("rev-parse", "refs/heads/exp/proposals").strip()

    def ledger(self) -> dict[str, str]:
        """Return the bot's memory, as files."""
        names = self.git("ls-tree", "-r", "--name-only", "refs/exp/ledger").splitlines()
        return {name: self.git("show", f"refs/exp/ledger:{name}") for name in names}

    def proposal(self) -> Any:
        """Return the one open pull request of the bot; none, or several, fail the test."""
        found = [
            pull for pull in self.repo.pulls() if pull.head_ref == "exp/proposals" and pull.state == "open"
        ]
        assert 1 == len(found), [pull.number for pull in found]
        return found[0]


@dataclass(frozen=True)
class Job:
    """What one job said."""

    process: Finished
    outputs: Mapping[str, str]
    summary: str
    calls: int


def outputs(text: str) -> dict[str, str]:
    """Return the outputs of a step as GitHub's runner reads them."""
    found: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        name, _, mark = line.partition("<<")
        value: list[str] = []
        for inner in lines:
            if inner == mark:
                break
            value.append(inner)
        found[name] = "\n".join(value)
    return found
