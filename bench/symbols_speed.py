"""How long `exp symbols` takes against the `git grep` of the same words, and the index of a whole tree, in one run."""

from __future__ import annotations

import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.asking import EXP, PLAIN, git, progress
from bench.symbols_listing import LANGUAGE

RUNS = 5
NAMES = 5
FACTOR, MORE = 2.0, 0.3
"""The bar of a question: so many times the `git grep`, and so many seconds."""
MEGABYTES = 3.0
AFTER = 0.5
CHANGED = 10


def seconds(clone: Path, *command: str) -> float:
    """Return how long a command takes; NaN where it fails."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=clone, stdin=subprocess.DEVNULL, capture_output=True)
    taken = time.perf_counter() - start
    if done.returncode > 1:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no word"]
        print(f"{command[0]} ends with {done.returncode}: {said[-1]}", file=sys.stderr)
        return float("nan")
    return taken


def forget(clone: Path) -> None:
    """Delete exp's index."""
    shutil.rmtree(clone / "exp", ignore_errors=True)


def cold(clone: Path, *command: str) -> float:
    """Return how long a command takes without an index."""
    forget(clone)
    return seconds(clone, *command)


def words_of(names: Sequence[str]) -> list[str]:
    """Return the words of the names, for git to search."""
    return sorted({word for name in names for word in re.split(r"[^\w$?!]+", name) if word})


def measure(clone: Path, root: Path, names: Sequence[str], seed: int) -> bool:
    """Measure, print, and return whether every bar holds."""
    asked = random.Random(seed).sample(sorted(names), min(NAMES, len(names)))
    grep = [
        "git",
        *PLAIN,
        "grep",
        "-w",
        "-F",
        "-l",
        *(part for word in words_of(asked) for part in ("-e", word)),
        "HEAD",
    ]
    exp = [EXP, "symbols", "--json", "--", *asked]
    python = [sys.executable, "-c", "import click"]
    timed: dict[str, Callable[[], float]] = {
        "python": lambda: seconds(clone, *python),
        "grep": lambda: seconds(clone, *grep),
        "cold": lambda: cold(clone, *exp),
        "warm": lambda: seconds(clone, *exp),
    }
    times: dict[str, list[float]] = {name: [] for name in timed}
    for turn in range(RUNS + 1):  # the first one warms the caches of the machine
        for name, run in timed.items():
            taken = run()
            times[name] += [taken] if turn else []
        progress(turn, RUNS, "runs")
    of = {name: statistics.median(taken) for name, taken in times.items()}
    limit = FACTOR * of["grep"] + MORE
    print(
        f"\n{'what':34} {'s':>8} {'git grep':>9} {'ratio':>7} {'bar':>8}      Python starts in {of['python']:.3f} s"
    )
    fine = True
    for name in ("cold", "warm"):
        fine &= of[name] <= limit
        mark = "ok" if of[name] <= limit else "MISSED"
        ratio = of[name] / of["grep"]
        print(
            f"{f'{len(asked)} names, {name}':34} {of[name]:8.3f} {of['grep']:9.3f} {ratio:7.2f} {limit:8.3f}  {mark}"
        )
    return _index(clone, root) and fine


def _index(clone: Path, root: Path) -> bool:
    """Measure the index of the whole tree: cold, warm, and after a commit of a few files."""
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) / 1e6
    index = [EXP, "symbols", "--json"]  # without a name it indexes the whole tree
    first = cold(clone, *index)
    warm = statistics.median(seconds(clone, *index) for _ in range(3))
    after = []
    for number in range(3):
        commit_changed(clone, number)
        after.append(seconds(clone, *index))
    rate, again = size / first, statistics.median(after)
    lines = [
        (
            f"whole index cold, {size:.1f} MB",
            f"{first:8.2f} s, {rate:6.2f} MB/s  bar {MEGABYTES}",
            rate >= MEGABYTES,
        ),
        ("whole index warm", f"{warm:8.3f} s", True),
        (f"after a commit of {CHANGED} files", f"{again:8.3f} s  bar {AFTER}", again <= AFTER),
    ]
    for title, text, fine in lines:
        print(f"{title:34} {text}  {'ok' if fine else 'MISSED'}")
    kept = sum(file.stat().st_size for file in (clone / "exp").rglob("*") if file.is_file()) / 1e6
    print(f"{'the index lies in':34} {kept:8.1f} MB")
    return all(fine for _, _, fine in lines)


def commit_changed(clone: Path, number: int) -> str:
    """Commit a line more in some source files on top of HEAD, without a work tree; return the commit."""
    branch = git(clone, "rev-parse", "--symbolic-full-name", "HEAD").strip()
    head = git(clone, "rev-parse", "HEAD").strip()
    if branch == "HEAD":
        branch = "refs/heads/main"
        git(clone, "update-ref", branch, head)
        git(clone, "symbolic-ref", "HEAD", branch)
    paths = [
        path
        for path in git(clone, "ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")
        if Path(path).suffix in LANGUAGE and path.isprintable() and '"' not in path
    ]
    step = max(1, len(paths) // CHANGED)
    person = "A <a@example.com> 1700000000 +0000"
    parts = [f"commit {branch}\ncommitter {person}\ndata 5\nLines\nfrom {head}\n".encode()]
    for path in paths[number::step][:CHANGED]:
        text = git(clone, "cat-file", "blob", f"HEAD:{path}").encode("utf-8", "surrogateescape") + b"\n"
        parts.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text))
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=clone, input=b"".join(parts), check=True)
    return git(clone, "rev-parse", "HEAD").strip()
