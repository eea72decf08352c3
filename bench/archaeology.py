"""How long `exp archaeology` takes against git itself, as medians of interleaved runs, and how much memory Python needs.

python -m bench.archaeology CLONE [--file F] [--lines A-B] [--symbol S] [--runs 5]      prints; always ends with 0
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import experiences
from bench.asking import PLAIN, Answer, Question, ask, command, git, is_clone, progress

KNOWN = (
    "src/click/core.py",
    "numpy/_core/fromnumeric.py",
    "diff.c",
    "builtin/fetch.c",
    "activerecord/lib/active_record/persistence.rb",
)
"""Files of public repositories, as earlier measurements have them; those that a clone has are measured."""
SYMBOLS = {
    "src/click/core.py": "Context.invoke",
    "numpy/_core/fromnumeric.py": "reshape",
    "diff.c": "fill_mmfile",
    "builtin/fetch.c": "fetch_one",
    "activerecord/lib/active_record/persistence.rb": "update_columns",
}
RECENT = 20000
TEXT = (".md", ".txt", ".rst", ".lock", ".json", ".yml", ".yaml", ".toml", ".cfg", ".po", ".adoc")
MEGABYTES = 80
PEAK = """
import resource, sys
from gitexp.cli import main
try:
    main()
finally:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stderr.write(f"\\npeak {peak // (1024 if sys.platform == 'darwin' else 1)}\\n")
"""


@dataclass(frozen=True)
class Run:
    """Something that is timed: git's own commands, one after the other, or a question to exp."""

    name: str
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Line:
    """A question to exp, and the runs of git that it may take 1.3 times as long as, and some seconds more."""

    name: str
    against: tuple[str, ...]
    more: float


LINES = (
    Line("whole", ("S", "B"), 0.25),
    Line("--no-blame", ("S",), 0.2),
    Line("lines", ("log -L", "blame -L"), 0.2),
    Line("symbol", ("log -L symbol", "blame -L symbol"), 0.2),
)


def runs(clone: Path, file: str, names: Sequence[str], lines: str, symbol: str, extent: str) -> list[Run]:
    """Return what is timed for a file."""

    def log(*args: str) -> tuple[str, ...]:
        return ("git", *PLAIN, "log", *args)

    def exp(place: str, *options: str) -> tuple[tuple[str, ...], ...]:
        return (tuple(command(Question(clone, place, options))),)

    def ranged(span: str, suffix: str) -> list[Run]:
        blame = ("git", *PLAIN, "blame", "-w", "--porcelain", f"-L{span}", "HEAD", "--", file)
        return [
            Run(f"log -L{suffix}", (log("-s", f"-L{span}:{file}", "HEAD"),)),
            Run(f"blame -L{suffix}", (blame,)),
        ]

    found = [
        Run("S", tuple(log("--full-history", "--raw", "HEAD", "--", name) for name in names)),
        Run("B", (("git", *PLAIN, "blame", "-w", "--porcelain", "HEAD", "--", file),)),
        *ranged(lines, ""),
        Run("whole", exp(file)),
        Run("--no-blame", exp(file, "--no-blame")),
        Run("lines", exp(f"{file}:{lines.replace(',', '-')}")),
    ]
    if symbol and extent:
        found += [*ranged(extent, " symbol"), Run("symbol", exp(f"{file}::{symbol}"))]
    return found


def seconds(clone: Path, run: Run) -> float:
    """Return how long a run takes; NaN where it fails."""
    start = time.perf_counter()
    for one in run.commands:
        if subprocess.run(one, cwd=clone, stdin=subprocess.DEVNULL, capture_output=True).returncode:
            return float("nan")
    return time.perf_counter() - start


def medians(clone: Path, timed: Sequence[Run], count: int) -> dict[str, float]:
    """Run all in turn, once to warm up and then `count` times; return the median of each."""
    times: dict[str, list[float]] = {run.name: [] for run in timed}
    for turn in range(count + 1):
        for run in timed:
            taken = seconds(clone, run)
            if turn:
                times[run.name].append(taken)
        progress(turn, count, "runs")
    return {name: statistics.median(taken) for name, taken in times.items()}


def rows(taken: dict[str, float]) -> list[str]:
    """Return the table: exp's seconds, git's, their ratio, the bar and whether it holds."""
    lines = [f"{'exp':14} {'s':>8} {'git':>8} {'ratio':>7} {'bar':>8}"]
    for line in LINES:
        if line.name in taken:
            times = [taken[name] for name in (line.name, *line.against)]
            if any(math.isnan(one) for one in times):
                lines.append(f"{line.name:14} failed: exp or git ended with an error")
                continue
            base = max(times[1:])
            limit = 1.3 * base + line.more
            mark = "ok" if taken[line.name] <= limit else "over"
            parts = "  ".join(f"{name} {taken[name]:.3f}" for name in line.against)
            ratio = taken[line.name] / base
            lines.append(
                f"{line.name:14} {taken[line.name]:8.3f} {base:8.3f} {ratio:7.2f} {limit:8.3f} {mark:5} {parts}"
            )
    return lines


def peak(clone: Path, file: str) -> str:
    """Return how much memory the Python process of exp needs by itself, with the whole answer."""
    args = [sys.executable, "-c", PEAK, *command(Question(clone, file))[1:]]
    done = subprocess.run(args, cwd=clone, stdin=subprocess.DEVNULL, capture_output=True)
    words = done.stderr.decode("utf-8", "replace").split()
    if done.returncode or not words:
        return f"not measured: exp ends with {done.returncode}"
    megabytes = int(words[-1]) / 1024
    return f"{megabytes:.0f} MB (bar {MEGABYTES} MB: {'ok' if megabytes <= MEGABYTES else 'over'})"


def most_changed(clone: Path) -> tuple[list[str], list[str]]:
    """Return the file of code and the file of any kind that changed most often of late."""
    names = git(
        clone, "log", f"-{RECENT}", "--no-merges", "--no-renames", "--name-only", "--format=", "-z", "HEAD"
    )
    entries = (one.split("\t", 1) for one in git(clone, "ls-tree", "-r", "-z", "HEAD").split("\0") if one)
    files = {path for head, path in entries if head.startswith("100")}
    order = [name for name, _ in Counter(names.split("\0")).most_common() if name in files]
    return [name for name in order if not name.endswith(TEXT)][:1], order[:1]


def all_names(clone: Path, file: str, answer: Answer) -> list[str]:
    """Return all names that a file had: exp's own answer, else what git finds."""
    if answer.names:
        return list(answer.names)
    followed = git(
        clone, "log", "--follow", "--name-status", "--diff-filter=R", "-z", "--format=", "HEAD", "--", file
    )
    return list(dict.fromkeys([file, *(name for name in followed.split("\0")[1::3] if name)]))


def middle(clone: Path, file: str) -> str:
    """Return forty lines in the middle of a file, as git wants them."""
    count = max(1, git(clone, "cat-file", "blob", f"HEAD:{file}").count("\n"))
    first = max(1, count // 2 - 20)
    return f"{first},{min(count, first + 39)}"


def measure(clone: Path, file: str, lines: str, symbol: str, count: int) -> None:
    """Measure one file and print."""
    answer = ask(Question(clone, file, ("--no-blame",)))
    names = all_names(clone, file, answer)
    extent = ask(Question(clone, f"{file}::{symbol}", ("--no-blame",))).symbol if symbol else ""
    span = lines.replace("-", ",") or middle(clone, file)
    print(
        f"\n{file}: {len(answer.changes)} changes, {len(names)} names, lines {span}"
        + f", {symbol} {extent}" * bool(extent)
    )
    if answer.fault:
        print(f"exp fails: {answer.fault}")
    print("\n".join(rows(medians(clone, runs(clone, file, names, span, symbol, extent), count))), flush=True)


def main() -> None:
    """Measure each file as the clone is found, then with a commit-graph."""
    parser = ArgumentParser(description="Measure exp archaeology against git")
    parser.add_argument("repo", type=Path, help="a clone, bare or not; nothing is written into it")
    parser.add_argument("--file", default="", help="the file (default: a most changed one, and known ones)")
    parser.add_argument("--lines", default="", help="A-B of that file (default: forty in the middle)")
    parser.add_argument("--symbol", default="", help="a symbol of that file")
    parser.add_argument("--runs", type=int, default=5, help="runs for each median (default: 5)")
    given = parser.parse_args()
    if not is_clone(given.repo):
        parser.error(f"{given.repo}: no clone; give REPO=CLONE")
    source = given.repo.resolve()
    code, any_kind = most_changed(source)
    known = [name for name in KNOWN if git(source, "ls-tree", "HEAD", "--", name)]
    files = [given.file] if given.file else list(dict.fromkeys([*known, *code]))
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        clone = Path(folder, "clone.git")
        experiences.lay(source, clone, files)
        print(f"{git(clone, 'rev-list', '--count', 'HEAD').strip()} commits, {experiences.COUNT} experiences")
        for graph in (False, True):
            print(f"\n{'with a commit-graph and changed paths' if graph else 'without a commit-graph'}")
            git(clone, "config", "core.commitGraph", str(graph).lower())
            if graph:
                git(clone, "commit-graph", "write", "--reachable", "--changed-paths")
            for file in files:
                measure(clone, file, given.lines, given.symbol or SYMBOLS.get(file, ""), given.runs)
        print("\npeak memory of Python")
        for file in dict.fromkeys([*files, *any_kind]):
            print(
                f"{len(ask(Question(clone, file)).changes):6} changes  {peak(clone, file)}  {file}",
                flush=True,
            )


if __name__ == "__main__":
    main()
