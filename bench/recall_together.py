"""Many processes recall while others commit experiences: every answer is that of a HEAD between its start and its end.

`make bench-recall-together` (docs/how-to/measure-recall.md). At the end the index equals one that is made from nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.recall_clocks import Clockwork, Moved, State
from bench.recall_same_index import differences
from bench.recall_store import lay
from bench.recall_timing import MODULE, environment

CLOCK = re.compile(r"Clock (\d+) stands at (\d+)\.")
GUEST = re.compile(r"Guest (\d+) came at (\d+)\.")


class Heard(NamedTuple):
    """An answer: which loop asked, for which clocks, between which moments, and what it heard."""

    loop: int
    asked: tuple[int, ...]
    start: float
    end: float
    clocks: tuple[int, ...]
    guests: tuple[int, ...]
    served: int | None
    logged: bool
    """Not what lists the store by `--all`: that is no answer to anybody."""


class Result(NamedTuple):
    """How many answers and commits there were, what was wrong in words, and the seconds of the answers."""

    answers: int
    commits: int
    wrong: tuple[str, ...]
    seconds: tuple[float, ...] = ()


def together(root: Path, seconds: float, recalling: int, committing: int, experiences: int = 300) -> Result:
    """Let so many processes recall in loops while others commit, and return what was wrong."""
    work = Clockwork(lay(root, experiences), committing)
    end = time.monotonic() + seconds
    heard: list[Heard] = []
    wrong: list[str] = []

    def until(do: Callable[[int], None], number: int) -> None:
        while time.monotonic() < end:
            try:
                do(number)
            except (OSError, subprocess.SubprocessError, ValueError) as error:
                wrong.append(f"{type(error).__name__}: {error}")

    def ask(loop: int) -> None:
        answer, complaint = asked(root, loop, len(heard), committing)
        heard.append(answer) if answer else wrong.append(complaint)

    threads = [threading.Thread(target=until, args=(work.tick, number)) for number in range(committing)]
    threads += [threading.Thread(target=until, args=(ask, number)) for number in range(recalling)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wrong += judged(heard, work)
    wrong += logged(root, sum(one.logged for one in heard) + 1)
    wrong += same_as_fresh(root)
    took = sorted(one.end - one.start for one in heard)
    return Result(len(heard), len(work.moved), tuple(wrong), tuple(took))


def asked(root: Path, loop: int, turn: int, clocks: int) -> tuple[Heard | None, str]:
    """Ask once, in one of four ways; return what was heard, or the complaint."""
    every, one = tuple(range(clocks)), turn % clocks
    about, words = (
        (every, ["--file", "clocks/all/x.py", "--all", "--json"]),
        (every, ["--file", "clocks/all/x.py", "--all"]),
        ((one,), ["--file", f"clocks/{one}.py"]),
        (every, ["--symbol", "tick", "--all", "--json"]),
    )[(loop + turn) % 4]
    start = time.monotonic()
    done = subprocess.run([*MODULE, "recall", *words], cwd=root, env=environment(), capture_output=True)
    end = time.monotonic()
    out, err = done.stdout.decode(), done.stderr.decode()
    if done.returncode or err:
        return None, f"exit {done.returncode}: {' '.join(words)}: {err.strip()[-400:] or 'no word'}"
    document = json.loads(out) if "--json" in words else {}
    if document.get("skipped"):
        return None, f"skipped: {document['skipped']}"
    text = "\n".join(item["what"] for item in document["applicable"]) if document else out
    counts, guests = dict(CLOCK.findall(text)), dict(GUEST.findall(text))
    return Heard(
        loop,
        about,
        start,
        end,
        tuple(int(counts.get(str(number), 0)) for number in about),
        tuple(int(guests.get(str(number), 0)) for number in about),
        document.get("looked_at"),
        "--all" not in words,
    ), ""


def judged(heard: Sequence[Heard], work: Clockwork) -> list[str]:
    """Return which answers are none of a HEAD between their start and end, and which loops went back in time."""
    order = work.order()
    states = [work.state(one.commit) for one in order]
    ends = [*(one.after for one in order[1:]), float("inf")]
    wrong = [] if len(order) == len(work.moved) else ["a commit was lost"]
    reached: Counter[int] = Counter()
    for answer in sorted(heard, key=lambda one: one.start):
        fitting = [number for number, state in enumerate(states) if _fits(answer, state)]
        timely = [
            number
            for number in fitting
            if order[number].before <= answer.end and ends[number] >= answer.start
        ]
        if not timely:
            kind = "of another time" if fitting else "of no commit"
            wrong.append(f"{kind}: {answer}; HEAD then: {_between(answer, states, order, ends)}")
            continue
        if max(timely) < reached[answer.loop]:
            wrong.append(f"went back from {reached[answer.loop]} to {max(timely)}: {answer}")
        reached[answer.loop] = max(reached[answer.loop], min(timely))
    return wrong


def _fits(answer: Heard, state: State) -> bool:
    clocks = tuple(state.clocks[number] for number in answer.asked)
    guests = tuple(state.guests[number] for number in answer.asked)
    return (clocks, guests) == (answer.clocks, answer.guests) and answer.served in (None, state.served)


def _between(
    answer: Heard, states: Sequence[State], order: Sequence[Moved], ends: Sequence[float]
) -> list[State]:
    """Return what was served between the start and the end of an answer."""
    along = zip(states, order, ends, strict=True)
    return [state for state, one, end in along if one.before <= answer.end and end >= answer.start]


def logged(root: Path, least: int) -> list[str]:
    """Return what is wrong with the log of usage: a line that is torn, or one too few."""
    lines = [
        line
        for file in (root / ".git" / "exp" / "usage").glob("*.jsonl")
        for line in file.read_text("utf-8").splitlines()
        if line
    ]
    torn = [line for line in lines if not _is_json(line)]
    return [
        *(f"torn: {line[:200]}" for line in torn),
        *([f"{len(lines)} logged of {least}"] if len(lines) < least else []),
    ]


def _is_json(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def same_as_fresh(root: Path) -> list[str]:
    """Return what the index has otherwise than one made from nothing."""
    folder = root / ".git" / "exp"
    question = [*MODULE, "recall", "--file", "clocks/0.py"]
    copies = []
    for name in ("grown", "fresh"):
        subprocess.run(question, cwd=root, env=environment(), capture_output=True, check=True)
        copy = folder / name
        copy.mkdir(exist_ok=True)
        for one in folder.glob("index.db*"):
            shutil.move(one, copy / one.name)
        copies.append(copy / "index.db")
    damaged = [one.name for one in copies[0].parent.iterdir() if "damaged" in one.name]
    return [*(f"moved aside: {name}" for name in damaged), *differences(*copies)]


def main() -> int:
    """Run it, print what was wrong, and end with 1 where anything was."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--recalling", type=int, default=32)
    parser.add_argument("--committing", type=int, default=8)
    parser.add_argument("--experiences", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="exp-bench-together-") as folder:
        done = together(
            Path(folder), options.seconds, options.recalling, options.committing, options.experiences
        )
    for complaint in done.wrong[:20]:
        print(complaint)
    if done.seconds:
        middle, slowest = done.seconds[len(done.seconds) // 2], done.seconds[-1]
        print(f"an answer took {middle:.2f} s, the slowest {slowest:.2f} s")
    print(f"{done.answers} answers while {done.commits} commits were made: {len(done.wrong)} wrong")
    return 1 if done.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
