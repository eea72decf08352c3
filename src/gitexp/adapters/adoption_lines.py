"""Reads the lines of many commits out of what `git diff-tree -p` prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gitexp.records.adoption import FileLines

BEGIN = b"\x01"
"""What a commit's own line begins with."""
MOST_LINES = 5000
"""Lines of one commit: a larger one was not written by hand, and tells nothing."""
MOST_ALL = 300_000
MAX_LINE = 1000
_NOTHING = b"/dev/null"


class TooMuch(Exception):
    """There are more lines than are held."""


def files_of(lines: Iterator[bytes]) -> Iterator[tuple[str, tuple[FileLines, ...]]]:
    """Yield each commit with its files; one that is too large has none. Raises TooMuch where all of them are.

    A file whose name git has to quote is left out.
    """
    commit: _Commit | None = None
    held = 0
    for line in lines:
        if commit is None or (line.startswith(BEGIN) and not commit.in_hunk):
            if commit is not None:
                yield commit.name, commit.files()
                held += commit.lines
            if held > MOST_ALL:
                raise TooMuch
            commit = _Commit(line[1:].decode("ascii", "replace"))
        else:
            commit.take(line)
    if commit is not None:
        yield commit.name, commit.files()


@dataclass
class _File:
    path: bytes = b""
    old_path: bytes = b""
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


class _Commit:
    """What one commit changed, as its diff is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines = 0
        self._files: list[_File] = []
        self._left = (0, 0)
        """Lines of the hunk that are still to come, of the old file and of the new one."""

    @property
    def in_hunk(self) -> bool:
        return self._left[0] > 0 or self._left[1] > 0

    def take(self, line: bytes) -> None:
        """Take one line of the diff."""
        if self.in_hunk:
            self._hunk(line)
        elif line.startswith(b"@@ "):
            words = line.split(b" ")
            self._left = (_length(words[1]), _length(words[2]))
        elif line.startswith(b"diff --git "):
            self._files.append(_File())
        elif line.startswith(b"--- ") and self._files:
            self._files[-1].old_path = line[4:].rstrip(b"\t")
        elif line.startswith(b"+++ ") and self._files:
            self._files[-1].path = line[4:].rstrip(b"\t")

    def files(self) -> tuple[FileLines, ...]:
        """Return the files that have lines, none where there are too many."""
        if self.lines > MOST_LINES:
            return ()
        return tuple(
            FileLines(
                _name(file.path if file.path != _NOTHING else file.old_path),
                "" if file.old_path == _NOTHING else _name(file.old_path),
                tuple(file.added),
                tuple(file.removed),
                tuple(file.beside),
            )
            for file in self._files
            if file.path and not file.path.startswith(b'"') and not file.old_path.startswith(b'"')
        )

    def _hunk(self, line: bytes) -> None:
        sign, text = line[:1], line[1 : MAX_LINE + 1].decode("utf-8", "replace")
        if sign == b"\\":
            return
        old, new = self._left
        self._left = (old - (sign != b"+"), new - (sign != b"-"))
        self.lines += 1
        if self.lines > MOST_LINES or not self._files:
            return
        file = self._files[-1]
        {b"+": file.added, b"-": file.removed}.get(sign, file.beside).append(text)


def _length(word: bytes) -> int:
    _, comma, length = word.partition(b",")
    return int(length) if comma else 1


def _name(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
