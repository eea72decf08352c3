"""Replays edits of real histories: what was taken back and is made again must warn, later work in the same files must not.

python -m bench.hook_past CLONE|FOLDER… [--reverts 40] [--later 12] [--seed 1]      ends with 1 where a bar is missed
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.asking import bar, clones, git, is_clone

from gitexp.adapters.git import Layout, discover
from gitexp.adapters.past_git import GitPast
from gitexp.adapters.past_kept import KeptPast
from gitexp.adapters.past_learning import Learning
from gitexp.adapters.tried_lines import changed_lines
from gitexp.errors import ExpError
from gitexp.records.agent_event import FileEdit
from gitexp.records.tried import Tried
from gitexp.steps.foreign_files import is_foreign
from gitexp.steps.tried import tried
from gitexp.steps.tried_again import Again, again_lines, tried_again

_NAMED = re.compile(r"^This reverts commit ([0-9a-f]{7,64})", re.M)
_HUNK = re.compile(r"^@@ .*$", re.M)
_BACK = re.compile(
    r"revert|re-?land|re-?appl|back ?out|roll ?back|again|second try|take 2|re-?enabl|re-?introduc", re.I
)
FILES = 2
"""Files of one revert that are looked at."""
SMALL = 2
"""Lines with words that an approach adds, or takes out, from which on it can be known again."""

MOSTLY = 0.6
"""The part of an approach's new lines with which a later edit is a second attempt at it, whatever it says."""


class Case(NamedTuple):
    """A commit that a later one took back, in one file."""

    clone: Path
    original: str
    revert: str
    path: str


def reverts(clone: Path, most: int, draw: random.Random) -> list[Case]:
    """Return reverts that name one commit of this history, drawn by a seed."""
    told = git(clone, "log", "--no-merges", "--grep=^This reverts commit ", "--format=%x01%H%x00%B", "HEAD")
    found: list[Case] = []
    records = told.split("\x01")[1:]
    draw.shuffle(records)
    for record in records:
        revert, message = record.split("\x00", 1)
        named = _NAMED.findall(message)
        if len(named) != 1 or not message.lower().startswith("revert") or len(found) >= most:
            continue
        asked = git(clone, "cat-file", "--batch-check", stdin=f"{named[0]}^{{commit}}\n").split()
        if asked[1:2] == ["commit"]:
            shared = changed(clone, asked[0]) & changed(clone, revert)
            found += [Case(clone, asked[0], revert, path) for path in sorted(shared)[:FILES]]
    return found[:most]


def changed(clone: Path, commit: str) -> set[str]:
    """Return the files that a commit changed and people write."""
    told = git(clone, "diff-tree", "-r", "--no-commit-id", "--name-only", "-z", "--diff-filter=AM", commit)
    return {path for path in told.split("\x00") if path and not is_foreign(path)}


def edit_of(clone: Path, commit: str, path: str) -> FileEdit:
    """Return what a commit did to a file as an agent would write it: old and new text of the changed places."""
    told = git(clone, "diff", "--no-ext-diff", "--no-color", "-U2", f"{commit}^", commit, "--", path)
    body = "\n".join(part for part in _HUNK.split(told)[1:])
    lines = body.split("\n")
    old = "\n".join(line[1:] for line in lines if line[:1] in (" ", "-"))
    new = "\n".join(line[1:] for line in lines if line[:1] in (" ", "+"))
    return FileEdit(path, old, new)


class Known:
    """What is learnt of files at commits of one clone, and how long that took."""

    def __init__(self, clone: Path) -> None:
        self.layout: Layout = discover(str(clone))
        self.git = self.layout.git()
        self.seconds: list[float] = []

    def at(self, commit: str, path: str) -> tuple[Tried, ...]:
        """Return what was tried in a file and is out, as the commit has it."""
        start = time.perf_counter()
        past = GitPast(self.git, self.layout, commit)
        try:
            return tried(path, past, lambda asked, paths: changed_lines(self.git, asked, paths))
        except ExpError as error:
            print(f"not learnt: {path} {error}", file=sys.stderr)
            return ()
        finally:
            self.seconds.append(time.perf_counter() - start)


def is_plain(case: Case, edit: FileEdit) -> bool:
    """Return whether a commit tried something of its own, in more than one line that is new and says something."""
    subject = git(case.clone, "log", "-1", "--format=%s", case.original)
    before = {line.strip() for line in (edit.old or "").split("\n")}
    new = {line.strip() for line in edit.new.split("\n")} - before
    return not _BACK.search(subject) and sum(bool(re.search(r"\w{3}", line)) for line in new) >= SMALL


def later(case: Case, most: int, draw: random.Random) -> list[str]:
    """Return later commits to the file, which do not say that they bring something in again or take it back."""
    told = git(case.clone, "log", "--no-merges", "--format=%H %s", f"{case.revert}..HEAD", "--", case.path)
    plain = [line.split(" ")[0] for line in told.splitlines() if not _BACK.search(line)]
    return sorted(draw.sample(plain, min(most, len(plain))))


def share(original: FileEdit, edit: FileEdit) -> float:
    """Return how many of the lines that an edit brings another one brings too."""
    mine, theirs = (
        {line.strip() for line in one.new.split("\n") if len(line.strip()) > SMALL}
        - {line.strip() for line in (one.old or "").split("\n")}
        for one in (original, edit)
    )
    return len(mine & theirs) / len(mine) if mine else 0.0


def shown(case: Case, commit: str, again: Sequence[Again]) -> Iterator[str]:
    """Yield a warning as it is read."""
    yield f"{case.clone} {case.path} {commit[:10]} {git(case.clone, 'log', '-1', '--format=%s', commit).strip()}"
    for number, one in enumerate(again, 1):
        yield from (f"    {line}" for line in again_lines(number, one))


class Figures:
    """What is counted over all clones."""

    def __init__(self) -> None:
        self.plain: list[bool] = []
        self.small: list[bool] = []
        self.innocent: list[bool] = []
        self.second = 0
        """Later edits that warn, and do bring back most lines of what was tried without a word of it."""
        self.seconds: list[float] = []

    def replay(self, clone: Path, most: int, later_ones: int, seed: int) -> None:
        """Replay the edits of one clone."""
        draw, known = random.Random(seed), Known(clone)
        for case in reverts(clone, most, draw):
            edit = edit_of(clone, case.original, case.path)
            again = tried_again(edit, known.at(case.revert, case.path))
            hit = any(one.tried.undone == case.revert for one in again)
            plain = is_plain(case, edit)
            (self.plain if plain else self.small).append(hit)
            if plain and not hit:
                print(f"MISSED {clone} {case.path} {case.original[:10]} taken back by {case.revert[:10]}")
            for commit in later(case, later_ones, draw):
                self._later(case, commit, known)
        self.seconds += known.seconds

    def _later(self, case: Case, commit: str, known: Known) -> None:
        edit = edit_of(case.clone, commit, case.path)
        again = tried_again(edit, known.at(f"{commit}^", case.path))
        if any(share(edit_of(case.clone, one.tried.commit, case.path), edit) >= MOSTLY for one in again):
            self.second += 1
            print("\n".join(("SECOND ATTEMPT", *shown(case, commit, again))), flush=True)
            return
        self.innocent.append(bool(again))
        if again:
            print("\n".join(("TOLD", *shown(case, commit, again))), flush=True)


def warm(clone: Path) -> float:
    """Return the milliseconds in which what is known of a file is told, by the median of many."""
    layout = discover(str(clone))
    head = git(clone, "rev-parse", "HEAD").strip()
    some = Tried("1" * 40, "title", "2024-01-01", "2" * 40, "2024-01-02", added=frozenset(range(100)))
    with tempfile.TemporaryDirectory() as folder:
        Learning(layout.git(), folder, head).learn(["a.py"], lambda path: (some,) * 5)
        taken = []
        for _ in range(200):
            start = time.perf_counter()
            KeptPast(layout.git(), folder, head, lambda paths: None).of("a.py")
            taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def main() -> None:
    """Replay, print what was missed and what was told in error, and the figures."""
    parser = ArgumentParser(description="Replay edits through the warnings of what was taken back")
    parser.add_argument(
        "repos", type=Path, nargs="+", help="clones, bare or not, or folders of clones owner+name"
    )
    parser.add_argument("--reverts", type=int, default=40)
    parser.add_argument("--later", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    places = [place for one in given.repos for place in ([one] if is_clone(one) else clones(one).values())]
    told = Figures()
    for clone in places:
        told.replay(clone, given.reverts, given.later, given.seed)
        print(
            f"{clone}: {sum(told.plain)}/{len(told.plain)}, {sum(told.innocent)}/{len(told.innocent)}",
            file=sys.stderr,
        )
    lines = [
        bar("what was taken back, made again, warns", sum(told.plain), len(told.plain), 0.8),
        bar("the same of one line, and of reverts", sum(told.small), len(told.small)),
        bar("other later edits of the files warn", sum(told.innocent), len(told.innocent), most=0.01),
    ]
    print("\n".join(line for line, _ in lines))
    print(f"second attempts that do not say so: {told.second}")
    if told.seconds:
        print(
            f"learning a file: median {statistics.median(told.seconds):.2f} s, longest {max(told.seconds):.2f} s"
        )
        print(f"asking for what is known: {warm(places[0]):.2f} ms")
    sys.exit(0 if all(fine for _, fine in lines) else 1)


if __name__ == "__main__":
    main()
