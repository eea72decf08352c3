"""Gives the discussions of files, folders and standard input; each format's reader recognises its own by content."""

from __future__ import annotations

import difflib
import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, cast

from gitexp.adapters.github_shape import combined
from gitexp.adapters.json_values import Flaw, decoded, json_values
from gitexp.adapters.session_formats import SESSION_READERS, recognising
from gitexp.adapters.session_same import fuller, said
from gitexp.adapters.source_github_files import GithubFiles
from gitexp.adapters.source_neutral import NeutralFiles
from gitexp.adapters.source_reader import TOO_LARGE, Here, Reader, Replayed, contents, whole
from gitexp.errors import UsageError
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

STDIN = "-"
STDIN_NAME = "standard input"
HEAD = 1 << 16
"""Bytes that a reader recognises its format by."""

READERS: tuple[Callable[[Here], Reader], ...] = (*SESSION_READERS, whole(GithubFiles), whole(NeutralFiles))
"""The formats, the first that recognises a file reads it. A new one is a new file and its name here."""


class FileSource:
    """A source over paths as the user gave them: files, folders, and `-` for standard input."""

    def __init__(
        self,
        paths: Sequence[str],
        stdin: BinaryIO | None = None,
        this_repo: str | None = None,
        readers: Sequence[Callable[[Here], Reader]] = READERS,
        roots: Sequence[str] = (),
    ) -> None:
        self.paths = paths
        self.stdin = stdin
        self.here = Here(this_repo, tuple(roots))
        self.readers = readers

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield what could not be read as it shows, then the discussions: each once, in the order they were met.

        Raises UsageError for a path that does not exist, before anything is read.
        """
        for path in self.paths:
            self._check(path)
        readers = [make(self.here) for make in self.readers]
        met: dict[str, _Met] = {}
        for entry in self._entries():
            if isinstance(entry, Skipped):
                yield entry
                continue
            for one in _read(entry, readers):
                skipped = one if isinstance(one, Skipped) else _meet(met, one, entry)
                if skipped is not None:
                    yield skipped
        for meeting in met.values():
            yield meeting.discussion

    def _check(self, path: str) -> None:
        if path == STDIN and (self.stdin is None or self.stdin.isatty()):
            raise UsageError(STDIN, "nothing comes in on standard input", "pipe a discussion into it")
        if path != STDIN and (not path or _mode(Path(path)) is None):
            raise UsageError(
                printable(Path(path)) if path else "''", "no such file or folder", nearest(Path(path))
            )

    def _entries(self) -> Iterator[_File | Skipped]:
        """Yield the files to read; of two with the same name the later is named by its path."""
        names: set[str] = set()
        for path in dict.fromkeys(self.paths):
            for entry in self._stdin() if path == STDIN else _files(Path(path)):
                if isinstance(entry, _File):
                    entry = replace(entry, name=entry.where) if entry.name in names else entry
                    names.add(entry.name)
                yield entry

    def _stdin(self) -> Iterator[_File]:
        if self.stdin is not None:
            yield _File(STDIN_NAME, "stdin", self.stdin, named=True)


@dataclass(frozen=True)
class _File:
    """A file to read: where it is, printable; what is read, a path or an open stream; whether the user named it."""

    where: str
    name: str
    place: Path | BinaryIO
    named: bool


@dataclass(frozen=True)
class _Met:
    """A discussion, and the file in which it was met first."""

    discussion: Discussion[str]
    where: str


def _meet(met: dict[str, _Met], one: Discussion[str], entry: _File) -> Skipped | None:
    """Keep a discussion; one that was met before is put together with what is new, or skipped where nothing is."""
    known = met.setdefault(one.id.casefold(), _Met(one, entry.where))
    if known.discussion is one:
        return None
    if one.kind == known.discussion.kind == "session":
        return _meet_session(met, one, known, entry)
    more = one.kind == "pull_request" and one != known.discussion
    both = combined(known.discussion, one) if more else known.discussion
    if both == known.discussion:
        return Skipped(entry.where, f"the same discussion as in {known.where}: {one.id}", bad=False)
    met[one.id.casefold()] = _Met(both, known.where)
    return None


def _meet_session(met: dict[str, _Met], one: Discussion[str], known: _Met, entry: _File) -> Skipped:
    """Keep the fuller account of a session; return that the other is the same."""
    longer = said(one) > said(known.discussion)
    kept, left = (entry.where, known.where) if longer else (known.where, entry.where)
    met[one.id.casefold()] = _Met(fuller(known.discussion, one), kept)
    return Skipped(left, f"the same discussion as in {kept}: {one.id}", bad=False)


def _read(entry: _File, readers: Sequence[Reader]) -> Iterator[Discussion[str] | Skipped]:
    """Yield what one file holds."""
    try:
        if isinstance(entry.place, Path):
            with entry.place.open("rb") as stream:
                yield from _sniffed(entry, stream, readers)
        else:
            yield from _sniffed(entry, entry.place, readers)
    except OSError as error:
        yield Skipped(entry.where, f"cannot be read: {error.strerror or error}")


def _sniffed(
    entry: _File, stream: BinaryIO, readers: Sequence[Reader]
) -> Iterator[Discussion[str] | Skipped]:
    head = stream.read(HEAD)
    reader = recognising(readers, head)
    if reader is None and not entry.named:
        yield Skipped(entry.where, "is in no format that exp reads" if head else "is empty", bad=False)
        return
    again = cast(BinaryIO, io.BufferedReader(Replayed(head, stream)))
    if reader is None:
        yield _unknown(entry, contents(again))
        return
    for one in reader.read(again, entry.where, entry.name):
        # What is not recognised in a file that the user named is a fault of the call; in a folder it is not.
        itself = isinstance(one, Skipped) and one.where == entry.where and entry.named
        yield one._replace(bad=True) if isinstance(one, Skipped) and itself else one


def _unknown(entry: _File, content: bytes | None) -> Skipped:
    """Return why a file that the user named can't be read; broken JSON is told with its place."""
    if content is None:
        return Skipped(entry.where, TOO_LARGE)
    if not content.strip():
        return Skipped(entry.where, "is empty")
    text = decoded(content)
    if text.lstrip().startswith(("{", "[")):
        flaw = next((value for value in json_values(text) if isinstance(value, Flaw)), None)
        if flaw is not None:
            return Skipped(f"{entry.where}:{flaw.line}:{flaw.column}", flaw.what)
    return Skipped(entry.where, "is in no format that exp reads; see `exp propose --help`")


def _files(path: Path) -> Iterator[_File | Skipped]:
    """Yield a named file, or the files of a named folder in order, without hidden folders."""
    if not stat.S_ISDIR(_mode(path) or 0):
        yield _File(printable(path), _stem(path), path, named=True)
        return
    root = path.resolve()
    failures: list[OSError] = []
    for place, folders, files in os.walk(path, onerror=failures.append):
        folder = Path(place)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        links = [name for name in folders if (folder / name).is_symlink()]
        for name in sorted([*files, *links]):
            yield from _member(folder / name, root)
    for failure in failures:
        yield Skipped(printable(Path(failure.filename)), f"cannot be read: {failure.strerror}")


def _member(path: Path, root: Path) -> Iterator[_File | Skipped]:
    """Yield one file of a folder, or why it is none. A link to a folder beside it is read there, not here."""
    mode = _mode(path)
    if not Path(os.path.realpath(path)).is_relative_to(root):
        yield Skipped(printable(path), "is a link that leaves the folder", bad=False)
    elif mode is None:
        yield Skipped(printable(path), "is a link to nothing", bad=False)
    elif stat.S_ISREG(mode):
        yield _File(printable(path), _stem(path), path, named=False)
    elif not stat.S_ISDIR(mode):
        yield Skipped(printable(path), "is no regular file", bad=False)


def _stem(path: Path) -> str:
    return printable(Path(path.stem)) if path.stem else "discussion"


def _mode(path: Path) -> int | None:
    """Return what kind of thing a path is; None where there is none. 0 where that can't be told: reading it tells why."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError:
        return 0


def nearest(wanted: Path) -> str:
    """Return the existing name that is closest to the first part of a path that does not exist."""
    folder = next((parent for parent in wanted.parents if stat.S_ISDIR(_mode(parent) or 0)), None)
    if folder is None or not os.access(folder, os.R_OK):
        return ""
    part = wanted.relative_to(folder).parts[0]
    close = difflib.get_close_matches(part, sorted(entry.name for entry in folder.iterdir()), 1)
    return f"did you mean `{printable(folder / close[0])}`?" if close else ""


def printable(path: Path) -> str:
    """Return a path as it can be printed and stored: bytes that are no UTF-8 and control characters escaped."""
    return printable_name(os.fspath(path))


def printable_name(name: str) -> str:
    """Return a name as `printable` does a path."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )
