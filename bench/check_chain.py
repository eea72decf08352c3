"""Compares the chain that `exp archaeology` tells of files with `git log --follow`, and with what commits touched.

python -m bench.check_chain CLONE|FOLDER [--files A B] [--n 20]      ends with 1 where a bar is missed
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asking import Answer, Change, Question, ask, bar, clones, git, is_clone, progress

RECENT = 5000
"""Commits in which the most changed and the renamed files are looked for."""
SEED = 4
HELD = 0.98
ID = re.compile("([0-9a-f]{40,64})")


@dataclass(frozen=True)
class Compared:
    """One file: what `--follow` lists, and what exp tells."""

    place: str
    followed: int = 0
    lost: tuple[str, ...] = ()
    """Commits of `--follow` that exp does not tell."""
    more: int = 0
    """Commits that exp tells beyond those: side branches."""
    false: tuple[Change, ...] = ()
    """Changes whose commit did not touch the path that they name."""
    ratio: float = 0.0
    fault: str = ""

    @property
    def held(self) -> float:
        """Return the share of `--follow` that exp tells."""
        return 1 - len(self.lost) / self.followed if self.followed else 1.0


def compare(place: str, followed: Sequence[str], answer: Answer, touched: Mapping[str, set[str]]) -> Compared:
    """Return how an answer stands to `--follow`; `touched` holds the commits that touched each path."""
    told = {change.commit for change in answer.changes}
    lost = tuple(commit for commit in followed if commit not in told)
    false = tuple(one for one in answer.changes if one.commit not in touched.get(one.path, ()))
    return Compared(place, len(followed), lost, len(told.difference(followed)), false)


def touching(clone: Path, changes: Sequence[Change]) -> dict[str, set[str]]:
    """Return, for each path that changes name, those of their commits that touch it against any of their parents."""
    paths: dict[str, list[str]] = {}
    for change in changes:
        paths.setdefault(change.path, []).append(change.commit)
    diff = ("diff-tree", "--stdin", "-r", "-m", "--root", "--no-renames", "--raw", "--no-abbrev")
    touched = {}
    for path, commits in paths.items():
        # A commit's id is printed only where something of the path differs; what differs begins with a colon.
        lines = git(clone, *diff, "--", path, stdin="\n".join(commits) + "\n").splitlines()
        touched[path] = {found[1] for line in lines if (found := ID.match(line))}
    return touched


def measure(clone: Path, place: str, at: str) -> Compared:
    """Compare one file."""
    start = time.perf_counter()
    followed = git(clone, "log", "--follow", "--format=%H", at, "--", place).split()
    seconds = time.perf_counter() - start
    answer = ask(Question(clone, place, ("--at", at, "--no-blame")))
    if answer.fault:
        return Compared(place, len(followed), fault=answer.fault)
    compared = compare(place, followed, answer, touching(clone, answer.changes))
    return Compared(**{**vars(compared), "ratio": answer.seconds / seconds})


def pick(clone: Path, at: str, count: int) -> list[str]:
    """Return files to compare: the most changed, renamed ones, and some by a fixed seed; the same every time."""
    entries = (line.split("\t", 1) for line in git(clone, "ls-tree", "-r", "-z", at).split("\0") if line)
    files = {path for head, path in entries if head.startswith("100")}
    log = ("log", f"-{RECENT}", "--no-merges", "--format=", "-z")
    names = git(clone, *log, "--no-renames", "--name-only", at).split("\0")
    changed = Counter(name for name in names if name in files)
    most = sorted(changed, key=lambda name: (-changed[name], name))[: count // 3]
    # Only renames without a change: those need no blobs, which a partial clone may lack.
    renames = git(clone, *log, "--diff-filter=R", "--find-renames=100%", "--name-only", at).split("\0")
    renamed = sorted(set(renames) & files - set(most))
    several = renamed[:: max(1, len(renamed) // max(1, count // 3))][: count // 3]
    rest = sorted(files - set(most) - set(several))
    return [
        *most,
        *several,
        *random.Random(SEED).sample(rest, min(len(rest), count - len(most) - len(several))),
    ]


def line(one: Compared) -> str:
    """Return a file's line of the table."""
    if one.fault:
        return f"{'FAULT':>8}  {one.place}: {one.fault}"
    figures = (
        f"{one.held:8.3f} {one.followed:8} {len(one.lost):5} {one.more:5} {len(one.false):6} {one.ratio:7.2f}"
    )
    return f"{figures}  {one.place}"


def misses(compared: Sequence[Compared]) -> list[str]:
    """Return what was lost and what is false, at most ten of each file."""
    lines = []
    for one in compared:
        lines += [f"lost   {commit} {one.place}" for commit in one.lost[:10]]
        lines += [f"false  {change.commit} did not touch {change.path}" for change in one.false[:10]]
    return lines


def figures(compared: Sequence[Compared]) -> tuple[list[str], bool]:
    """Return the lines of the figures, and whether every bar holds."""
    asked = [one for one in compared if not one.fault]
    followed = sum(one.followed for one in asked)
    lines = [
        bar("asked without a fault", len(asked), len(compared), 1.0),
        bar("of --follow told", followed - sum(len(one.lost) for one in asked), followed, HELD),
        bar(
            "files with commits that did not touch it",
            sum(bool(one.false) for one in asked),
            len(asked),
            most=0.0,
        ),
    ]
    below = sum(one.held < HELD for one in asked)
    ratio = statistics.median([one.ratio for one in asked] or [0.0])
    texts = [
        f"{below} files hold less than {HELD:.0%}; median of exp's time over that of --follow: {ratio:.2f}"
    ]
    return [*(text for text, _ in lines), *texts], all(fine for _, fine in lines)


def main() -> None:
    """Compare the files, print figures and misses."""
    parser = ArgumentParser(description="Compare the chain that exp tells with git log --follow")
    parser.add_argument("repo", type=Path, help="a clone, bare or not, or a folder of clones owner+name")
    parser.add_argument("--files", nargs="*", default=[], help="the files (default: some are picked)")
    parser.add_argument("--n", type=int, default=20, help="how many files to pick (default: 20)")
    parser.add_argument("--at", default="HEAD", help="the revision to ask at (default: HEAD)")
    given = parser.parse_args()
    places = {"": given.repo} if is_clone(given.repo) else clones(given.repo)
    if not places:
        parser.error(f"{given.repo}: no clone; give REPO=CLONE")
    compared = []
    for name, clone in places.items():
        at = git(clone, "rev-parse", "--verify", f"{given.at}^{{commit}}").strip()
        files = given.files or pick(clone, at, given.n)
        print(f"{name}\n    held   follow  lost  more  false   ratio  file".lstrip("\n"))
        for number, file in enumerate(files, 1):
            compared.append(measure(clone, file, at))
            print(line(compared[-1]), flush=True)
            progress(number, len(files), file)
    lines, fine = figures(compared)
    print("\n".join(["", *misses(compared), "", *lines]))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
