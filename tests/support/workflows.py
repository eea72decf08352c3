"""Reads workflows and action.yml for tests: as YAML, and with what they use as it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
ACTION = ROOT / "action.yml"
OWN = ROOT / ".github" / "workflows"
TEMPLATES = ROOT / "src" / "gitexp" / "templates" / "github"
PIN = "owner/name@" + "1" * 40
"""What the workflows of tests use."""
_USES = re.compile(r"^ +(?:- )?uses: (\S+)(?: # (.*))?$", re.MULTILINE)


def read(path: Path) -> Any:
    """Return a file as YAML in which every value is a text, as GitHub takes `on` and most else."""
    return yaml.load(path.read_text("utf-8"), yaml.BaseLoader)


def uses(path: Path) -> list[tuple[str, str]]:
    """Return what a file uses, each with the remark behind it."""
    return _USES.findall(path.read_text("utf-8"))


@dataclass(frozen=True)
class Job:
    """One job of a workflow, with what tests ask of it."""

    workflow: Path
    name: str
    body: dict[str, Any]

    @property
    def writes(self) -> set[str]:
        """Return what it may write."""
        return {what for what, how in self.body["permissions"].items() if how == "write"}

    @property
    def steps(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.body["steps"]
        return found

    @property
    def calls(self) -> list[dict[str, str]]:
        """Return the inputs of each step that runs exp."""
        return [step["with"] for step in self.steps if "mode" in step.get("with", {})]

    def checkouts(self) -> list[dict[str, str]]:
        """Return the inputs of each checkout."""
        return [step["with"] for step in self.steps if step.get("uses", "").startswith("actions/checkout@")]


def jobs(path: Path) -> list[Job]:
    """Return the jobs of a workflow."""
    return [Job(path, name, body) for name, body in read(path)["jobs"].items()]
