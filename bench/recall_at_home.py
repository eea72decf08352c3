"""Asks each experience that recorded replies extract at its own place, in a snapshot of its project.

`make bench-recall-home` (docs/how-to/measure-recall.md): how many are applicable there, how many blocked, and of how
many nobody can tell. Nothing is written into the clones.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from bench.asking import clones, git
from bench.recall_extracted import Extracted, extracted
from bench.recall_store import DAY, PERSON, file
from bench.recall_timing import MODULE, environment

from gitexp.records.globs import matches

PROJECTS = 8
BAR = 0.10
"""Of the experiences asked at their own place so many may be unknown."""
KINDS = ("applicable", "unknown", "blocked", "silent")


class Answer(NamedTuple):
    """What recall said of an experience at its own place, and why."""

    of: Extracted
    kind: str
    reason: str


def main() -> int:
    """Ask, print, and end with 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("mirror", type=Path, help="clones in folders named owner+name")
    parser.add_argument("shared", type=Path, help="a folder that holds discussions/")
    options = parser.parse_args()
    here = {name.lower(): place for name, place in clones(options.mirror).items()}
    with tempfile.TemporaryDirectory(prefix="exp-bench-home-") as folder:
        scratch = Path(folder)
        found = sorted(extracted(options.shared / "discussions", scratch), key=lambda one: one.discussion)
        answers: list[Answer] = []
        for name, some in groupby(found, key=lambda one: one.discussion):
            rows = list(some)
            if clone := here.get(rows[0].repo.lower()):
                print(f"{name}: {len(rows)}", file=sys.stderr)
                answers += at_home(rows, clone, scratch / f"{len(answers)}")
    return told(found, answers, {one.repo for one in found if one.repo.lower() not in here})


def at_home(rows: Sequence[Extracted], clone: Path, folder: Path) -> list[Answer]:
    """Check a snapshot of the project out, lay the experiences of one discussion on top, and ask for each."""
    snapshot(rows, clone, folder)
    answers = [asked(one, folder) for one in rows]
    subprocess.run(["rm", "-rf", folder], check=True)
    return answers


def snapshot(rows: Sequence[Extracted], clone: Path, folder: Path) -> None:
    """Make a repository that borrows the clone's objects; its branch main holds the project of that day and the store."""
    until = ("--before", rows[0].until) if rows[0].until else ()
    commit = git(clone, "rev-list", "-1", "--first-parent", *until, "HEAD").strip()
    commit = commit or git(clone, "rev-parse", "HEAD").strip()
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    objects = git(clone, "rev-parse", "--path-format=absolute", "--git-path", "objects").strip()
    (folder / ".git" / "objects" / "info" / "alternates").write_text(f"{objects}\n", "utf-8")
    head = f"commit refs/heads/main\ncommitter {PERSON} {DAY} +0000\ndata 1\nA\nfrom {commit}\n".encode()
    laid = head + b"".join(file(one.path, one.text) for one in rows)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input=laid, check=True)
    git(folder, "read-tree", "main")
    # A mirror may lack its largest files; the others are laid all the same.
    lay = ["git", "checkout-index", "--all", "--force", "--quiet"]
    subprocess.run(lay, cwd=folder, check=False, capture_output=True)


def asked(one: Extracted, folder: Path) -> Answer:
    """Ask at the first place of an experience, where it has none for its symbols, or with the words of its `when`."""
    paths, symbols = one.experience.scope.paths, one.experience.scope.symbols
    tracked = git(folder, "ls-files", "-z").split("\0")
    held = (file for file in tracked if file and matches(paths[0], file)) if paths else iter(())
    place = next(held, paths[0] if paths else "")  # a file that is not there yet may be asked about too
    if place:
        about = ["--file", str(place)]
    elif symbols:
        about = ["--symbol", symbols[0]]
    else:
        about = [one.experience.when]
    command = [*MODULE, "recall", *about, "--json"]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=True)
    return judged(one, json.loads(done.stdout), " ".join(about))


def judged(one: Extracted, document: dict[str, Any], about: str) -> Answer:
    """Return what an answer says of one experience."""
    for kind in KINDS[:3]:
        for item in document[kind]:
            if item["id"] == one.experience.id:
                missing = (
                    f"{missing['condition']}: {missing['question']}" for missing in item.get("missing", [])
                )
                return Answer(one, kind, "; ".join([*missing, *item.get("blocked_by", [])]) or about)
    told = "; ".join([*(skip["what"] for skip in document["skipped"]), *document["limits"]])
    return Answer(one, "silent", f"{about}: {told or document['match']}")


def told(found: Sequence[Extracted], answers: Sequence[Answer], missing: Iterable[str]) -> int:
    """Print the table, what is not applicable with its reason, and the bars."""
    print(f"{'project':32}{'asked':>6}{'with a check':>14}" + "".join(f"{kind:>12}" for kind in KINDS))
    for repo in sorted({one.of.repo for one in answers}):
        print(_row(repo, [one for one in answers if one.of.repo == repo]))
    print(_row("all", answers))
    for one in answers:
        if one.kind != "applicable":
            print(f"{one.kind}: {one.of.discussion} {one.of.experience.id}: {one.reason}")
    checks = sum(one.checks > 0 for one in found)
    conditions = sum(one.conditions > 0 for one in found)
    print(
        f"\nof all {len(found)} that are extracted {checks} carry a check, {conditions} a condition that decides"
    )
    projects = len({one.of.repo for one in answers})
    unknown = sum(one.kind == "unknown" for one in answers) / max(1, len(answers))
    fine = (unknown <= BAR, projects >= PROJECTS)
    print(f"unknown {unknown:.3f}   bar <= {BAR:.2f}   {'ok' if fine[0] else 'MISSED'}")
    print(f"projects {projects}   bar >= {PROJECTS}   {'ok' if fine[1] else 'MISSED'}")
    if lacking := sorted(missing, key=str.lower):
        print(f"no clone of: {', '.join(lacking)}")
    return 0 if all(fine) else 1


def _row(name: str, answers: Sequence[Answer]) -> str:
    kinds = Counter(one.kind for one in answers)
    checks = sum(one.of.checks > 0 for one in answers)
    shares = "".join(f"{kinds[kind]:>5} {kinds[kind] / max(1, len(answers)):>5.0%} " for kind in KINDS)
    return f"{name:32}{len(answers):>6}{checks:>14}{shares}"


if __name__ == "__main__":
    sys.exit(main())
