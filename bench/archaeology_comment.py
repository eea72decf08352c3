"""Counts how many of the last merged changes of repositories would get a comment of `exp ci archaeology`.

python -m bench.archaeology_comment CLONE...  [--last N] [--skip N] [--jobs N]      ends with 1 where a bar is missed

Each change of the first-parent line (a merge of a pull request, or its squashed commit) is judged as if it were the pull
request: its lines against its first parent, with archaeology at that parent. Nothing is written into the clone.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from gitexp.cli.ci.change import Change, messages_of
from gitexp.cli.ci.past_of_change import past_of_change
from gitexp.cli.wiring import Workshop
from gitexp.errors import ExpError
from gitexp.steps.archaeology_comment import title_of

LAST = 200
MOST = 0.05
"""The share of changes that may get a comment."""


@dataclass(frozen=True)
class Judged:
    """One change, and what a comment on it would say."""

    commit: str
    subject: str
    remarks: tuple[str, ...]
    seconds: float
    fault: str = ""


def judge(clone: str, commit: str) -> Judged:
    """Return what a comment on one change would say."""
    os.chdir(clone)
    workshop = Workshop()
    subject = workshop.git.run("log", "-1", "--format=%s", commit, "--").decode("utf-8", "replace").strip()
    start = time.monotonic()
    try:
        change = Change(workshop.revision(f"{commit}^1"), commit, commit)
        told = past_of_change(workshop, change, messages_of(workshop, change))
    except ExpError as error:
        return Judged(commit, subject, (), 0.0, str(error))
    remarks = [f"{one.places[0].path}:{one.places[0].line} {title_of(one)}" for one in told.brought]
    remarks += [f"{one.path}:{one.line} {title_of(one)}" for one in told.met]
    return Judged(commit, subject, tuple(remarks), time.monotonic() - start)


def last(clone: str, most: int, skip: int) -> list[str]:
    """Return the newest commits of the first-parent line, the newest first."""
    os.chdir(clone)
    asked = ("rev-list", "--first-parent", "--min-parents=1", f"--max-count={most}", f"--skip={skip}", "HEAD")
    return Workshop().git.run(*asked, "--").decode().split()


def show(name: str, judged: Sequence[Judged]) -> bool:
    """Print the figures of a repository and each comment; return whether the bar holds."""
    commented = [one for one in judged if one.remarks]
    faults = [one for one in judged if one.fault]
    seconds = [one.seconds for one in judged if not one.fault] or [0.0]
    share = len(commented) / len(judged) if judged else 0.0
    print(
        f"{name}: {len(judged)} changes, {len(commented)} comments ({share:.1%}), {len(faults)} faults; "
        f"a change took {statistics.median(seconds):.2f} s (median), {max(seconds):.2f} s (most)"
    )
    for one in commented:
        print(f"  {one.commit[:12]} {one.subject[:100]}")
        for remark in one.remarks:
            print(f"      {remark}")
    for one in faults:
        print(f"  not judged: {one.commit[:12]}: {one.fault}")
    return bool(judged) and not faults and share <= MOST


def main(words: Sequence[str]) -> int:
    """Judge the changes of each repository."""
    parser = argparse.ArgumentParser(prog="bench.archaeology_comment")
    parser.add_argument("clones", nargs="+", metavar="CLONE")
    parser.add_argument("--last", type=int, default=LAST)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(words)
    clones = [str(Path(clone).resolve()) for clone in asked.clones]
    fine = True
    with ProcessPoolExecutor(asked.jobs) as pool:
        for clone in clones:
            commits = last(clone, asked.last, asked.skip)
            judged = list(pool.map(judge, [clone] * len(commits), commits, chunksize=4))
            fine = show(Path(clone).name.removesuffix(".git"), judged) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
