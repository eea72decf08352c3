"""Reads which lines some commits put into a file and took out of it; one process for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from gitexp.adapters.git import Git
from gitexp.records.past import Request
from gitexp.records.tried_lines import Lines

MOST = 20_000
"""Lines of one commit in one file; more were made by a program, and are left out."""
_DIFF = ("diff-tree", "--stdin", "-r", "--root", "--always", "--no-renames", "--no-ext-diff", "--no-textconv")
_SHOWN = ("-p", "-U0", "--no-prefix", "--no-color", "--full-index", "--format=%x01%H")
_BEGIN = b"\x01"


def changed_lines(git: Git, requests: Sequence[Request], paths: Sequence[str]) -> Mapping[Request, Lines]:
    """Return the lines of each commit against the parent asked for, of these files alone. Raises RepositoryError."""
    if not requests:
        return {}
    stdin = "".join(f"{commit} {parent}".rstrip() + "\n" for commit, parent in requests).encode()
    with closing(git.stream(*_DIFF, *_SHOWN, "--", *paths, stdin=stdin, separator=b"\n")) as lines:
        read = zip(requests, _each(lines), strict=False)
        return {request: found for request, found in read if len(found.added) + len(found.removed) <= MOST}


def _each(lines: Iterator[bytes]) -> Iterator[Lines]:
    added: list[str] = []
    removed: list[str] = []
    begun, old, new = False, 0, 0
    for line in lines:
        if old or new:
            sign = line[:1]
            if sign == b"\\":
                continue
            old, new = old - (sign == b"-"), new - (sign == b"+")
            into = added if sign == b"+" else removed
            if len(into) <= MOST:
                into.append(line[1:].decode("utf-8", "replace"))
        elif line.startswith(b"@@ "):
            words = line.split(b" ")
            old, new = _length(words[1]), _length(words[2])
        elif line.startswith(_BEGIN):
            if begun:
                yield Lines(tuple(added), tuple(removed))
            begun, added, removed = True, [], []
    if begun:
        yield Lines(tuple(added), tuple(removed))


def _length(word: bytes) -> int:
    _, comma, length = word.partition(b",")
    return int(length) if comma else 1
