"""A store that tells the time: each commit says in its message what is served from then on, to be held against answers."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from bench.recall_store import DAY, PERSON, Laid, file, git
from bench.recall_timing import MODULE, environment

CLOCK = """\
id: clock-{number}-{number:010x}
title: Clock {number}
when: Reading the clocks
what: Clock {number} stands at {count}.
preconditions: {preconditions}
scope: {{paths: [clocks/{number}.py, "clocks/all/**"], symbols: [Clock.tick]}}
evidence: [{{turn: review_comment:{number}, quote: It stands there.}}]
lens: logic
kind: constraint
status: active
"""
GUEST = """\
id: guest-{number}-{number:09x}f
title: Guest {number}
when: Reading the clocks
what: Guest {number} came at {count}.
preconditions: none
scope: {{paths: [clocks/{number}.py, "clocks/all/**"], symbols: [Clock.tick]}}
evidence: [{{turn: review_comment:{number}, quote: It came.}}]
lens: logic
kind: constraint
status: active
"""
BRANCH = "refs/heads/main"


class State(NamedTuple):
    """What is served: each clock's count, when each guest came (0 where none is there), and how many in all."""

    clocks: tuple[int, ...]
    guests: tuple[int, ...]
    served: int


class Moved(NamedTuple):
    """A commit that became HEAD between two moments."""

    commit: str
    before: float
    after: float


class Clockwork:
    """Commits to the branch main of a laid store, from many threads: it moves by compare-and-swap."""

    def __init__(self, laid: Laid, clocks: int) -> None:
        self.root = laid.root
        self._texts = laid.tree.texts
        self._sources = [one.path for one in laid.tree.sources]
        self._package = laid.tree.packages[0].name
        served = json.loads(_recalled(laid.root))["looked_at"]
        state = State((1,) * clocks, (0,) * clocks, served + clocks)
        files = [self._clock(number, 1) for number in range(clocks)]
        self.moved = [Moved(*self._commit(git(self.root, "rev-parse", BRANCH).strip(), state, files))]

    def tick(self, number: int) -> None:
        """Commit once for a clock: mostly it goes on, and every fourth commit changes sources alone."""
        while True:
            tip = git(self.root, "rev-parse", BRANCH).strip()
            state = self.state(tip)
            new, files = self._next(number, state)
            try:
                self.moved.append(Moved(*self._commit(tip, new, files, number)))
                return
            except subprocess.CalledProcessError:
                continue  # another was faster

    def state(self, commit: str) -> State:
        """Return what a commit serves."""
        clocks, guests, served = json.loads(git(self.root, "log", "-1", "--format=%B", commit))
        return State(tuple(clocks), tuple(guests), served)

    def order(self) -> list[Moved]:
        """Return the commits as they followed each other."""
        known = {one.commit: one for one in self.moved}
        listed = git(self.root, "rev-list", "--reverse", BRANCH).split()
        return [known[commit] for commit in listed if commit in known]

    def _next(self, number: int, state: State) -> tuple[State, list[bytes]]:
        """Return the state after the next commit for a clock, and its files."""
        turn = len(self.moved)
        if turn % 4 == 3:
            path = self._sources[turn % len(self._sources)]
            return state, [file(path, f"{self._texts[path]}\n# {turn}\n")]
        count = state.clocks[number] + 1
        clocks = (*state.clocks[:number], count, *state.clocks[number + 1 :])
        files = [self._clock(number, count)]
        guest, served = state.guests[number], state.served
        if count % 3 == 0:
            name = f"experiences/guests/guest-{number}-{number:09x}f.yaml"
            files.append(
                f"D {name}\n".encode() if guest else file(name, GUEST.format(number=number, count=count))
            )
            guest, served = (0, served - 1) if guest else (count, served + 1)
        guests = (*state.guests[:number], guest, *state.guests[number + 1 :])
        return State(clocks, guests, served), files

    def _clock(self, number: int, count: int) -> bytes:
        check = f'{{must: [{{text: it is there, check: {{dependency: "pypi:{self._package}"}}}}]}}'
        text = CLOCK.format(number=number, count=count, preconditions=check if number % 2 else "none")
        return file(f"experiences/clocks/clock-{number}-{number:010x}.yaml", text)

    def _commit(self, parent: str, state: State, files: list[bytes], by: int = 0) -> tuple[str, float, float]:
        """Move the branch. Raises CalledProcessError where it has moved from the parent meanwhile."""
        message = json.dumps(state).encode()
        head = f"commit {BRANCH}\nmark :1\ncommitter {PERSON} {DAY + 60 + by} +0000\ndata {len(message)}\n".encode()
        lines = [head, message, f"\nfrom {parent}\n".encode(), *files, b"get-mark :1\n"]
        before = time.monotonic()
        commit = git(self.root, "fast-import", "--quiet", "--cat-blob-fd=1", stdin=b"".join(lines))
        return commit.strip(), before, time.monotonic()


def _recalled(root: Path) -> str:
    asked = [*MODULE, "recall", "--file", "clocks/0.py", "--json"]
    return subprocess.run(asked, cwd=root, env=environment(), capture_output=True, check=True).stdout.decode()
