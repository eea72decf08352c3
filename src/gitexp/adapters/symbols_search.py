"""Searches the text of a tree for many names at once, and for every line that declares a type, by one `git grep`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from gitexp.adapters.git import Git, one_line
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.store_git_tree import STORE
from gitexp.adapters.symbol_asked import Asked
from gitexp.adapters.symbol_lines import TypeLines, type_patterns, type_words
from gitexp.adapters.symbol_sieve import Sieve
from gitexp.errors import RepositoryError
from gitexp.records.sighting import Sighted, Types

SECONDS = 60
MAX_LINES = 4_000_000
MAX_LINE = 1 << 26
"""Bytes of a line; a longer one ends the search."""
MAX_LACKING = 300
"""Files that git is told to leave out; with more of them it looks at each for too long."""
MAX_UTF16 = 200
"""Files in UTF-16 that are read one by one."""
MAX_BYTES = 2_000_000

_RECORD = re.compile(rb"([^\0]+)\0(\d+)\0([^\n]*)\n")
_PROMISED = re.compile(rb"fatal: could not fetch [0-9a-f]+ from promisor remote")
_UNREAD = re.compile(rb"error: '[^:']*:(.*)': unable to read [0-9a-f]+$")
# What can't be read here but could hold no name either.
_NO_TEXT = frozenset(
    # data and prose, which declare nothing
    "json jsonl xml yml yaml csv tsv txt md rst adoc html htm css scss less svg lock map po pot snap resx xsd log"
    # no text at all
    " a avi bin bmp bz2 class dll dylib eot exe gif gz ico jar jpeg jpg lib mo mov mp3 mp4 o obj ogg otf pack pdf png"
    " psd pyc rar so tar tgz tif tiff ttf wasm wav webm webp whl woff woff2 xz zip zst 7z".split()
)


def search(git: Git, rev: str, texts: Collection[str], files: Mapping[str, str], types: Types) -> Sighted:
    """Return what a tree's text says of these texts; `files` are the blobs of its files by path.

    Raises RepositoryError where the tree can't be searched at all.
    """
    asked = Asked(texts)
    sieve, whole = _sifted(git, rev, files, asked, asked.patterns())
    return sieve.sighted(types, whole=whole)


def search_types(git: Git, rev: str, files: Mapping[str, str]) -> tuple[Mapping[str, frozenset[str]], bool]:
    """Return the files by the names of the types that they may declare, and whether all was searched.

    That takes git longer than a few words do, and is needed only where bases have to be followed.
    """
    patterns = [pattern.encode() for pattern in type_patterns(type_words(files))]
    try:
        sieve, whole = _sifted(git, rev, files, Asked(()), patterns)
    except RepositoryError:
        return {}, False
    return sieve.types(), whole


def _sifted(
    git: Git, rev: str, files: Mapping[str, str], asked: Asked, patterns: list[bytes]
) -> tuple[Sieve, bool]:
    lacking: list[str] = []
    while True:
        sieve = Sieve(asked, TypeLines(type_words(files)))
        found = _Grep(git, rev, lacking)
        for path, number, line in found.lines(patterns):
            sieve.take(path, number, line)
        # git ends at the first file that a partial clone lacks: once more, without those.
        if not found.ended or lacking or not (lacking := _lacking(git, rev, files)):
            break
    _read_utf16(git, sieve, files)
    whole = found.whole and len(sieve.utf16) <= MAX_UTF16 and not any(map(_may_be_text, lacking))
    return sieve, whole


def _lacking(git: Git, rev: str, files: Mapping[str, str]) -> list[str]:
    """Return the files that this clone lacks, none where they are too many to search without them."""
    told = git.try_run("rev-list", "--objects", "--no-object-names", "--missing=print", "-1", rev) or b""
    missing = {line[1:] for line in told.decode("ascii", "replace").split("\n") if line.startswith("?")}
    paths = [path for path, blob in files.items() if blob in missing]
    return paths if len(paths) <= MAX_LACKING else []


class _Grep:
    """One `git grep`: its lines, and whether it saw all there is."""

    def __init__(self, git: Git, rev: str, without: Sequence[str]) -> None:
        self._git = git
        self._rev = rev
        self._without = without
        self.whole = True
        self.ended = False
        """Whether git ended at a file that this clone lacks."""

    def lines(self, patterns: list[bytes]) -> Iterator[tuple[bytes, int, bytes]]:
        """Yield path, number and text of every line that one of the patterns matches."""
        ask = ("grep", "-n", "-z", "-a", "-w", "-E", "--full-name", "--no-column", "--no-recurse-submodules")
        # Attributes may call a text binary, and it is searched all the same. UTF-16 is told by its mark.
        given = b"|".join(patterns) + b"|(\xff\xfe|\xfe\xff).*"
        left_out = [f":(top,exclude,literal){path}" for path in (STORE, *self._without)]
        where = ("-f", "-", self._rev, "--", *left_out)
        with tempfile.TemporaryFile() as errors:
            process = self._git.start(*ask, *where, stderr=errors, env={"GIT_LITERAL_PATHSPECS": "0"})
            timer = threading.Timer(SECONDS, process.kill)
            with process:
                try:
                    timer.start()
                    yield from self._read(process, given)
                    status = process.wait()
                finally:
                    timer.cancel()
                    process.kill()
            errors.seek(0)
            self._judge(status, errors.read(1 << 20))

    def _read(self, process: subprocess.Popen[bytes], given: bytes) -> Iterator[tuple[bytes, int, bytes]]:
        assert process.stdin is not None and process.stdout is not None
        try:
            with process.stdin as pipe:
                pipe.write(given)
        except BrokenPipeError:
            return
        front = len(self._rev) + 1
        try:
            records = _records(process.stdout.fileno())
            for name, number, line in islice(records, MAX_LINES):
                yield name[front:], int(number), line
            ended_early = next(records, None) is not None
        except _TooLongError:
            ended_early = True
        if ended_early:
            self.whole = False
            process.kill()

    def _judge(self, status: int, errors: bytes) -> None:
        """Note whether all was seen. Raises RepositoryError where git could not search at all."""
        # git gives hints there as well, about grafts for one.
        told = [line for line in errors.splitlines() if line.startswith((b"error:", b"fatal:"))]
        self.ended = any(_PROMISED.match(line) for line in told)
        if status > 1 and not self.ended and not any(_UNREAD.match(line) for line in told):
            raise RepositoryError("git grep", one_line(errors) or "failed")
        self.whole = self.whole and status in (0, 1) and not any(map(_matters, told))


class _TooLongError(Exception):
    """A line that is longer than a line may be."""


def _records(pipe: int) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield what git prints, read in large parts: most of the time goes into a few lines of the regex engine."""
    held: list[bytes] = []
    size = 0
    while chunk := os.read(pipe, 1 << 20):
        held.append(chunk)
        size += len(chunk)
        if size > MAX_LINE:
            raise _TooLongError
        if b"\n" not in chunk:
            continue
        text = b"".join(held)
        # The last line may not be whole: looking for one in it would be tried at each of its bytes.
        end, at = text.rfind(b"\n") + 1, 0
        for match in _RECORD.finditer(text, 0, end):
            yield match[1], match[2], match[3]
            at = match.end()
        held = [text[at:]]
        size = len(held[0])


def _matters(line: bytes) -> bool:
    """Return whether what git could not read may hold a name."""
    told = _UNREAD.match(line)
    return told is None or _may_be_text(told[1].decode("utf-8", "replace"))


def _may_be_text(path: str) -> bool:
    return path.rpartition(".")[2].lower() not in _NO_TEXT


def _read_utf16(git: Git, sieve: Sieve, files: Mapping[str, str]) -> None:
    """Read the files that git could not search because of how they are written."""
    with ObjectReader(git) as objects:
        for path in sieve.utf16[:MAX_UTF16]:
            found = objects.read(files[path], MAX_BYTES) if path in files else None
            if found is not None and found.data is not None:
                sieve.again(path, found.data.decode("utf-16", "replace"))
