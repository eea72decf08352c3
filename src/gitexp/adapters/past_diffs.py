"""Asks git for the diffs of many commits at once: which blobs they changed, and their lines as counted hashes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError
from gitexp.records.past import FileChange, Patch, Request

_DIFF_TREE = (
    "diff-tree",
    "--stdin",
    "-r",
    "--root",
    "--always",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
)
_BEGIN = b"\x01"
_MODES = (b"old mode ", b"new mode ", b"new file mode ", b"deleted file mode ")
MOST_LINES = 200_000
"""Lines of one diff that are counted; a larger one can't be compared and is left out."""


def changed_files(git: Git, requests: Sequence[Request]) -> dict[Request, tuple[FileChange, ...]]:
    """Return for each commit, against the parent asked for, the files that it changed; one process for all."""
    if not requests:
        return {}
    found: dict[Request, list[FileChange]] = {}
    waiting = iter(requests)
    into: list[FileChange] = []
    command = (*_DIFF_TREE, "-z", "--raw", "--no-abbrev", "--format=%H")
    with closing(git.stream(*command, stdin=_stdin(requests))) as tokens:
        for token in tokens:
            word = token.lstrip(b"\n")
            if not word.startswith(b":"):
                into = found[next(waiting)] = []
                continue
            old_mode, new_mode, old, new, status = word[1:].decode("ascii", "replace").split(" ")
            path = next(tokens, b"").decode("utf-8", "surrogateescape")
            into.append(
                FileChange(
                    path, "" if status == "A" else old, "" if status == "D" else new, old_mode, new_mode
                )
            )
    return {request: tuple(changes) for request, changes in found.items()}


def patches(
    git: Git, requests: Sequence[Request], *, reverse: bool = False, paths: Sequence[str] = ()
) -> tuple[dict[Request, Patch], str]:
    """Return for each commit the lines it takes out and puts in, and why some are not there ("" where all are).

    `reverse` asks for the diff that would take the commit back, as git itself makes it: a diff read backwards
    may part its hunks elsewhere. With `paths` only the changes of these files.
    """
    found: dict[Request, Patch] = {}
    if not requests:
        return found, ""
    # With -R git swaps the prefixes of the names; without prefixes both directions name the same files.
    options = (
        "-p",
        "--no-prefix",
        "--no-color",
        "--full-index",
        "--format=%x01%H",
        *(("-R",) if reverse else ()),
    )
    where = ("--", *paths) if paths else ()
    try:
        with closing(
            git.stream(*_DIFF_TREE, *options, *where, stdin=_stdin(requests), separator=b"\n")
        ) as lines:
            for request, patch in zip(requests, _patches(lines), strict=False):
                if patch is not None:
                    found[request] = patch
    except RepositoryError as error:
        return found, str(error)
    return found, ""


def _patches(lines: Iterator[bytes]) -> Iterator[Patch | None]:
    """Yield what each commit changed; None where it is too much to compare."""
    counter: _Counting | None = None
    for line in lines:
        if line.startswith(_BEGIN):
            if counter is not None:
                yield counter.patch()
            counter = _Counting()
        elif counter is not None:
            counter.add(line)
    if counter is not None:
        yield counter.patch()


class _Counting:
    """Counts the lines of one diff, and sums up each file's part of it as `git patch-id --stable` does."""

    def __init__(self) -> None:
        self.removed: Counter[int] = Counter()
        self.added: Counter[int] = Counter()
        self.files: list[bytes] = []
        self.digest = hashlib.sha1(usedforsecurity=False)
        self.blobs = b""
        self.lines = 0
        self.left = (0, 0)
        """Lines of the hunk that are still to come, of the old file and of the new one."""

    def add(self, line: bytes) -> None:
        """Take one line of the diff."""
        old, new = self.left
        if old > 0 or new > 0:
            self._hunk(line)
        elif line.startswith(b"@@ "):
            self.left = _lengths(line)
        elif line.startswith(b"diff --git "):
            self._end()
            self.digest.update(b"".join(line.split()))
        elif line.startswith(b"index "):
            self.blobs = line.split()[1]
        elif line.startswith(_MODES):
            self.digest.update(b"".join(line.split()))
            self.lines += 1
        elif line.startswith(b"Binary files "):
            # Of what has no lines the blobs themselves are compared.
            self.digest.update(self.blobs)
            self.lines += 1

    def _hunk(self, line: bytes) -> None:
        sign, text = line[:1], line[1:]
        old, new = self.left
        if sign == b"\\":
            return
        # An empty context line may come without its blank.
        self.left = (old - (sign != b"+"), new - (sign != b"-"))
        self.lines += 1
        if self.lines > MOST_LINES:
            return
        self.digest.update(sign.strip() + b"".join(text.split()))
        if sign == b"-":
            self.removed[hash(text.rstrip(b"\r"))] += 1
        elif sign == b"+":
            self.added[hash(text.rstrip(b"\r"))] += 1

    def _end(self) -> None:
        self.files.append(self.digest.digest())
        self.digest = hashlib.sha1(usedforsecurity=False)

    def patch(self) -> Patch | None:
        """Return the diff's sum."""
        self._end()
        if self.lines > MOST_LINES:
            return None
        identity = hashlib.sha1(b"".join(sorted(self.files)), usedforsecurity=False).hexdigest()
        return Patch(dict(self.removed), dict(self.added), identity if self.lines else "")


def _lengths(line: bytes) -> tuple[int, int]:
    """Return how many lines of the old and of the new file a hunk has."""
    words = line.split(b" ")
    return _length(words[1]), _length(words[2])


def _length(word: bytes) -> int:
    _, comma, length = word.partition(b",")
    return int(length) if comma else 1


def _stdin(requests: Sequence[Request]) -> bytes:
    return "".join(f"{commit} {parent}".rstrip() + "\n" for commit, parent in requests).encode()


def _blob(word: str) -> str:
    return "" if not word.strip("0") else word
