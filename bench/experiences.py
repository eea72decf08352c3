"""Makes a bare clone that shares its objects with another, and commits a hundred experiences on top of its HEAD."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from bench.asking import git

# One branch, so that a commit-graph of all that is reachable is one of what is asked about.
CLONE = ("git", "clone", "--quiet", "--shared", "--bare", "--single-branch", "--no-tags")
COUNT = 100
COVERING = 10
"""How many of them cover the file asked about."""
EXPERIENCE = """\
# yaml-language-server: $schema=../.schemas/experience.schema.json
id: {name}
title: Keep the tables of part {number} sorted
when: Changing the tables of part {number}
what: Keep TABLE_{number} sorted by its key, and never add a row at its end.
why: The reader of part {number} searches it by halves, so an unsorted row is lost without a word.
preconditions: none
scope: {{paths: [{path}], symbols: [TABLE_{number}]}}
evidence:
  - turn: review_comment:{number}
    quote: Keep it sorted, the reader searches by halves.
    by: rita
    at: "2024-03-12"
lens: logic
kind: constraint
status: active
"""


def lay(source: Path, clone: Path, files: list[str]) -> None:
    """Clone without copying objects and commit the experiences; the first ones cover each of the files."""
    subprocess.run([*CLONE, source, clone], check=True, capture_output=True)
    branch = git(clone, "rev-parse", "--symbolic-full-name", "HEAD").strip()
    if branch == "HEAD":
        branch = "refs/heads/main"
        git(clone, "symbolic-ref", "HEAD", branch)
    base, day = git(source, "log", "-1", "--format=%H %ct", "HEAD").split()
    commit = stream(branch, base, day, files)
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=clone, input=commit, check=True)


def stream(branch: str, base: str, day: str, files: list[str]) -> bytes:
    """Return what git fast-import reads for a commit with the experiences on top of a base."""
    person = f"A <a@example.com> {day} +0000"
    parts = [f"commit {branch}\ncommitter {person}\ndata 21\nA hundred experiences\nfrom {base}\n".encode()]
    for number in range(COUNT):
        covering = bool(files) and number < COVERING
        path = json.dumps(files[number % len(files)] if covering else f"tables/part{number}/**")
        name = f"part-{number:03d}-{number:010x}"
        text = EXPERIENCE.format(name=name, number=number, path=path).encode()
        parts.append(
            b"M 100644 inline experiences/tables/%s.yaml\ndata %d\n%s\n" % (name.encode(), len(text), text)
        )
    return b"".join(parts)
