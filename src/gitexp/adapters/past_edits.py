"""Reads a change that is about to be made: what is staged, or what lies between two revisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from gitexp.adapters.git import Git
from gitexp.records.past import Edit, Hunk, Patch

MOST_WORDS = 4000
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_QUIET = ("--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "-M", "--ignore-submodules=none")


@dataclass(frozen=True)
class _Entry:
    old: str
    new: str
    status: str
    old_path: str
    path: str


@dataclass
class _File:
    hunks: list[Hunk] = field(default_factory=list)
    removed: Counter[int] = field(default_factory=Counter)
    added: Counter[int] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)
    length: int = 0


def edits(git: Git, asked: Sequence[str]) -> list[Edit]:
    """Return the files of a diff; `asked` is what `git diff` is told to compare (`--cached HEAD`, or two commits)."""
    entries = list(_entries(git, asked))
    # A change of type is shown as a deletion and a birth.
    order = [entry for entry in entries for _ in range(2 if entry.status == "T" else 1)]
    files: dict[str, _File] = {}
    at = -1
    left = (0, 0)
    current = _File()
    with closing(git.stream("diff", "-p", "-U0", *_QUIET, *asked, "--", separator=b"\n")) as lines:
        for line in lines:
            if max(left) > 0:
                left = _take(current, line, left)
            elif line.startswith(b"diff --git "):
                at += 1
                current = files.setdefault(order[at].path, _File()) if at < len(order) else _File()
            elif match := _HUNK.match(line):
                numbers = [1 if word is None else int(word) for word in match.groups()]
                current.hunks.append(Hunk(*numbers))
                left = (numbers[1], numbers[3])
    return [_edit(entry, files.get(entry.path, _File())) for entry in entries]


def _edit(entry: _Entry, file: _File) -> Edit:
    patch = Patch(dict(file.removed), dict(file.added), "")
    old_path = "" if entry.status == "A" else entry.old_path
    return Edit(
        entry.path,
        old_path,
        entry.old,
        entry.new,
        tuple(file.hunks),
        patch,
        "\n".join(file.words)[:MOST_WORDS],
    )


def _take(file: _File, line: bytes, left: tuple[int, int]) -> tuple[int, int]:
    """Count one line of a hunk and return how many are still to come."""
    old, new = left
    sign, text = line[:1], line[1:]
    if sign == b"-":
        file.removed[hash(text.rstrip(b"\r"))] += 1
        return old - 1, new
    if sign == b"+":
        file.added[hash(text.rstrip(b"\r"))] += 1
        if file.length < MOST_WORDS:
            file.words.append(text.decode("utf-8", "replace"))
            file.length += len(text)
        return old, new - 1
    return left


def _entries(git: Git, asked: Sequence[str]) -> Iterator[_Entry]:
    with closing(git.stream("diff", "--raw", "-z", "--no-abbrev", *_QUIET, *asked, "--")) as tokens:
        for token in tokens:
            if not token.startswith(b":"):
                continue
            _, _, old, new, status = token.decode("ascii", "replace").split(" ")
            first = next(tokens, b"").decode("utf-8", "surrogateescape")
            path = next(tokens, b"").decode("utf-8", "surrogateescape") if status[0] in "RC" else first
            if status[0] == "U":
                continue  # In conflict: git shows no lines of it, and nothing is settled.
            yield _Entry(_blob(old), _blob(new), status[0], first, path)


def _blob(word: str) -> str:
    return "" if not word.strip("0") else word
