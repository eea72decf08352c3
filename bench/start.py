"""How long `exp recall`, bare `exp` and `exp propose` take, as ratios and seconds measured in one run.

python bench/start.py [REPOSITORY]        REPOSITORY: a large clone on which bare `exp` is measured too
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7
EXPERIENCES = 100
EXPERIENCE = """\
# yaml-language-server: $schema=../.schemas/experience.schema.json
id: matter-{number:03d}-{number:010x}
title: Keep the tables of part {number} sorted
when: Changing src/part{number}/tables.py
what: Keep TABLE_{number} sorted by its key, and never add a row at its end.
why: The reader of part {number} searches it by halves, so an unsorted row is lost without a word.
preconditions:
  must: [{{text: click is used, check: {{dependency: "pypi:click", version: ">=8"}}}}]
scope: {{paths: ["src/part{number}/**"], symbols: [TABLE_{number}]}}
evidence:
  - turn: review_comment:{number}
    quote: Keep it sorted, the reader searches by halves.
    by: rita
    at: 2024-03-12
lens: logic
kind: constraint
status: active
"""


def main() -> None:
    """Lay a repository, measure, print."""
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        root = Path(folder)
        lay(root)
        click = median([sys.executable, "-c", "import click"], root)
        exp = [sys.executable, "-m", "gitexp"]
        recall = median([*exp, "recall", "--file", "src/part7/tables.py"], root)
        print(f"python -c 'import click'       {click * 1000:7.1f} ms   1.00")
        print(
            f"exp recall, {EXPERIENCES} experiences   {recall * 1000:7.1f} ms   {recall / click:.2f}   (bar: 3)"
        )
        helped = median([*exp, "--help"], root)
        print(f"exp --help                     {helped * 1000:7.1f} ms   {helped / click:.2f}")
    if len(sys.argv) > 1:
        bare = median([sys.executable, "-m", "gitexp"], Path(sys.argv[1]))
        commits = git(Path(sys.argv[1]), "rev-list", "--count", "HEAD").strip()
        print(f"bare exp, {commits} commits        {bare:7.2f} s           (bar: 3 s)")


def lay(root: Path) -> None:
    """Write a repository with a hundred experiences."""
    (root / "experiences" / "src").mkdir(parents=True)
    for number in range(EXPERIENCES):
        name = f"matter-{number:03d}-{number:010x}.yaml"
        (root / "experiences" / "src" / name).write_text(EXPERIENCE.format(number=number), encoding="utf-8")
    (root / "requirements.txt").write_text("click==8.1.7\n", encoding="utf-8")
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "A hundred experiences")


def git(root: Path, *args: str) -> str:
    """Run git in a folder."""
    own = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A"}
    own["GIT_COMMITTER_EMAIL"] = "a@example.com"
    command = ["git", *args]
    return subprocess.run(
        command, cwd=root, env={**os.environ, **own}, check=True, capture_output=True, text=True
    ).stdout


def median(command: list[str], cwd: Path) -> float:
    """Return the median wall time of the command in seconds, after one run that warms the caches."""
    times = []
    # An installed exp has its bytecode beside it, like click; the first run writes it here.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run(command, cwd=cwd, env=env, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


if __name__ == "__main__":
    main()
