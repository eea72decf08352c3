"""Searches the text of a tree for many names at once, and for every line that declares a type, by one `git grep`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gitexp.adapters.git import Git, one_line
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.store_git_tree import STORE
from gitexp.adapters.symbol_lines import TypeLines, declares, imports, may_be_code, type_patterns, type_words
from gitexp.errors import RepositoryError
from gitexp.records.outline import parts_of
from gitexp.records.sighting import Sight, Sighted

PLACES = 5
"""Sights kept of each text."""
SECONDS = 60
MAX_LINES = 4_000_000
MAX_LINE = 1 << 26
"""Bytes of a line; a longer one ends the search."""
MAX_NAME = 200
MAX_LACKING = 300
"""Files that git is told to leave out; with more of them it looks at each for too long."""
MAX_UTF16 = 200
"""Files in UTF-16 that are read one by one."""
MAX_BYTES = 2_000_000
SHOWN = 300
_PIECE = 1 << 16

_RECORD = re.compile(rb"([^\0]+)\0(\d+)\0([^\n]*)\n")
_NARROW = re.compile(r"[^\W\u2e80-\U0003ffff]+")
"""A word without letters of the scripts that put no blank before and after a name."""
_TOKEN = re.compile(r"\w+")
_SPECIAL = re.compile(r"[.\[\]{}()*+?^$|\\]")
_ESCAPED = r"\\\g<0>"
_SEPARATOR = r"(?:\.|::|->|#|\\|\?\.|&\.)"
_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PROMISED = re.compile(rb"fatal: could not fetch [0-9a-f]+ from promisor remote")
_UNREAD = re.compile(rb"error: '[^:']*:(.*)': unable to read [0-9a-f]+$")
# What can't be read here but could hold no name either.
_NO_TEXT = frozenset(
    "a avi bin bmp bz2 class dll dylib eot exe gif gz ico jar jpeg jpg lib mo mov mp3 mp4 o obj ogg otf pack pdf png"
    " psd pyc rar so tar tgz tif tiff ttf wasm wav webm webp whl woff woff2 xz zip zst 7z".split()
)


def search(git: Git, rev: str, texts: Collection[str], files: Mapping[str, str]) -> Sighted:
    """Return what a tree's text says of these texts; `files` are the blobs of its files by path.

    Raises RepositoryError where the tree can't be searched at all.
    """
    words = type_words(files)
    asked = _Asked(texts)
    patterns = [*asked.patterns(), *(pattern.encode() for pattern in type_patterns(words))]
    lacking: list[str] = []
    while True:
        sieve = _Sieve(asked, TypeLines(words))
        found = _Grep(git, rev, lacking)
        for path, number, line in found.lines(patterns):
            sieve.take(path, number, line)
        # git ends at the first file that a partial clone lacks: once more, without those.
        if not found.ended or lacking or not (lacking := _lacking(git, rev, files)):
            break
    _read_utf16(git, sieve, files)
    seen = found.whole and len(sieve.utf16) <= MAX_UTF16 and not any(map(_may_be_text, lacking))
    return sieve.sighted(whole=seen)


def _lacking(git: Git, rev: str, files: Mapping[str, str]) -> list[str]:
    """Return the files that this clone lacks, none where they are too many to search without them."""
    told = git.try_run("rev-list", "--objects", "--no-object-names", "--missing=print", "-1", rev) or b""
    missing = {line[1:] for line in told.decode("ascii", "replace").split("\n") if line.startswith("?")}
    paths = [path for path, blob in files.items() if blob in missing]
    return paths if len(paths) <= MAX_LACKING else []


class _Asked:
    """The texts asked, taken apart into words, and the runs of letters that stand for each word."""

    def __init__(self, texts: Collection[str]) -> None:
        self.by_token: dict[str, list[tuple[str, re.Pattern[str] | None]]] = defaultdict(list)
        """Each word by a run of letters in it; with a pattern where the word is more than that run."""
        self.wholes: dict[str, list[tuple[str, str, re.Pattern[str]]]] = defaultdict(list)
        """Each text of several parts by its last word, with its first."""
        self._signs: list[str] = []
        names = sorted(
            {text for text in texts if len(text) <= MAX_NAME and "\n" not in text and _sound(text)}
        )
        words = {word: None for text in names for word in parts_of(text)}
        for text in names:
            parts = parts_of(text)
            if len(parts) > 1:
                spelled = _SEPARATOR.join(map(_spelled, parts))
                self.wholes[parts[-1]].append((text, parts[0], _whole(spelled)))
            elif parts and parts[0] != text:
                self.wholes[parts[0]].append((text, parts[0], _whole(re.escape(parts[0]))))
        for word in words:
            runs = _TOKEN.findall(word)
            if runs:
                token = max(runs, key=len)
                self.by_token[token].append((word, None if token == word else _whole(_spelled(word))))
            else:
                # Of `+` or `[]` only the definition can be told from all its uses.
                defined = re.compile(rf"(?<!\w)(?:def|func)\s+(?:self\.)?{re.escape(word)}(?=[\s(\w]|$)")
                for opener in ("def", "func"):
                    self.by_token[opener].append((word, defined))
                self._signs.append(word)
        self.tokens = frozenset(self.by_token)
        self._searched = {
            token for token, words in self.by_token.items() if any(_TOKEN.search(w) for w, _ in words)
        }

    def patterns(self) -> list[bytes]:
        """Return the patterns that git searches for; a word of other letters also as Latin-1 writes it."""
        escaped = [_SPECIAL.sub(_ESCAPED, token) for token in sorted(self._searched)]
        old = [
            text.encode("latin-1", "ignore")
            for text in escaped
            if not text.isascii() and max(text) < "\u0100"
        ]
        signs = [f"(def|func)[[:space:]]+(self\\.)?{_SPECIAL.sub(_ESCAPED, word)}" for word in self._signs]
        return [text.encode() for text in (*escaped, *signs)] + old


def _spelled(word: str) -> str:
    """Return the pattern of a word; C++ and C# may put blanks into the name of an operator."""
    if word.startswith("operator") and not word[8:9].isalnum():
        return rf"operator\s*{re.escape(word[8:].strip())}"
    return re.escape(word)


def _sound(text: str) -> bool:
    """Return whether a text can be written as bytes."""
    return text.isprintable() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _whole(pattern: str) -> re.Pattern[str]:
    """Return the pattern of a text that no letter stands before or after; `--no` does not stand in `--no-cache`."""
    dashed = "-" in pattern
    return re.compile(rf"(?<![\w-]){pattern}(?!-?\w)" if dashed else rf"(?<!\w){pattern}(?!\w)")


@dataclass
class _File:
    """What the lines of one file said so far."""

    path: str
    code: bool
    words: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    sights: list[tuple[str, bool, int, str]] = field(default_factory=list)
    binary: bool = False


class _Sieve:
    """Gathers what the lines say, a file at a time, and keeps no line but the first few sights."""

    def __init__(self, asked: _Asked, types: TypeLines) -> None:
        self._asked = asked
        self._types = types
        self._name = b""
        self._file: _File | None = None
        self._places: dict[str, tuple[list[Sight], list[Sight]]] = defaultdict(lambda: ([], []))
        self._files: dict[str, set[str]] = defaultdict(set)
        self._declaring: dict[str, set[str]] = defaultdict(set)
        self._importing: dict[str, set[str]] = defaultdict(set)
        self._types_in: dict[str, set[str]] = defaultdict(set)
        self.utf16: list[str] = []

    def take(self, name: bytes, number: int, line: bytes) -> None:
        """Take one line of a file; those of a file come together."""
        if name != self._name or self._file is None:
            self.close()
            self._name = name
            path = name.decode("utf-8", "surrogateescape")
            self._file = _File(path, may_be_code(path))
        if line.startswith(_MARKS) and number == 1:
            self.utf16.append(self._file.path)
        self.read(self._file, number, _decoded(line))

    def read(self, file: _File, number: int, line: str) -> None:
        """Take what one line says of a file."""
        if "\0" in line:
            file.binary = True
            return
        pieces = (line,) if len(line) <= _PIECE else _pieces(line)
        for piece in pieces:
            tokens = _TOKEN.findall(piece)
            if not piece.isascii():
                tokens += _NARROW.findall(piece)
            if not self._asked.tokens.isdisjoint(tokens):
                self._see(file, number, piece, self._asked.tokens.intersection(tokens))
            if file.code:
                file.types.update(self._types.names(piece))

    def _see(self, file: _File, number: int, line: str, tokens: Collection[str]) -> None:
        for token in tokens:
            for word, pattern in self._asked.by_token[token]:
                if pattern is not None and not pattern.search(line):
                    continue
                file.words.add(word)
                if word in file.declared and word not in self._asked.wholes and self._full(word):
                    continue
                declared = file.code and declares(line, word)
                if declared:
                    file.declared.add(word)
                elif file.code and word not in file.taken and imports(line):
                    file.taken.add(word)
                self._sight(file, number, line, word, declared=declared)
                for text, first, whole in self._asked.wholes.get(word, ()):
                    if first in line and self._wanted(text, declared=declared) and whole.search(line):
                        self._sight(file, number, line, text, declared=declared)

    def _full(self, text: str) -> bool:
        return not self._wanted(text, declared=True) and not self._wanted(text, declared=False)

    def _wanted(self, text: str, *, declared: bool) -> bool:
        places = self._places.get(text)
        return places is None or len(places[not declared]) < PLACES

    def _sight(self, file: _File, number: int, line: str, text: str, *, declared: bool) -> None:
        if self._wanted(text, declared=declared) and sum(one[0] == text for one in file.sights) < 2 * PLACES:
            file.sights.append((text, declared, number, _shown(line, text)))

    def close(self) -> None:
        """Take over what the last file said, unless it is no text."""
        file, self._file = self._file, None
        if file is None or (file.binary and not file.words <= file.declared):
            return
        for word in file.words:
            self._files[word].add(file.path)
        for word in file.declared:
            self._declaring[word].add(file.path)
        for word in file.taken:
            self._importing[word].add(file.path)
        for name in file.types:
            self._types_in[name].add(file.path)
        for text, declared, number, line in file.sights:
            kept = self._places[text][not declared]
            if len(kept) < PLACES:
                kept.append(Sight(file.path, number, line))

    def again(self, path: str, text: str) -> None:
        """Take a whole file, which git could not search because of how it is written."""
        self._file = _File(path, may_be_code(path))
        for number, line in enumerate(text.split("\n"), 1):
            self.read(self._file, number, line)
        self.close()

    def sighted(self, *, whole: bool) -> Sighted:
        """Return all that was seen."""
        self.close()
        return Sighted(
            {text: tuple((*first, *then)[:PLACES]) for text, (first, then) in self._places.items()},
            _frozen(self._files),
            _frozen(self._declaring),
            _frozen(self._types_in),
            _frozen(self._importing),
            whole,
        )


def _frozen(found: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    return {name: frozenset(paths) for name, paths in found.items()}


def _decoded(line: bytes) -> str:
    try:
        return line.decode().rstrip("\r")
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip("\r")


def _pieces(line: str) -> Iterator[str]:
    """Yield a long line in pieces that cut no word, and each a little of the one before."""
    start = 0
    while start < len(line):
        end = start + _PIECE
        blank = line.rfind(" ", start + _PIECE // 2, end)
        yield line[max(start - MAX_NAME, 0) : blank if blank > 0 and end < len(line) else end + MAX_NAME]
        start = blank if blank > 0 and end < len(line) else end


def _shown(line: str, text: str) -> str:
    """Return a line, of a long one what stands around the text."""
    if len(line) <= SHOWN:
        return line
    at = max(line.find(parts_of(text)[-1]) - SHOWN // 2, 0)
    return line[at : at + SHOWN]


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


def _read_utf16(git: Git, sieve: _Sieve, files: Mapping[str, str]) -> None:
    """Read the files that git could not search because of how they are written."""
    with ObjectReader(git) as objects:
        for path in sieve.utf16[:MAX_UTF16]:
            found = objects.read(files[path], MAX_BYTES) if path in files else None
            if found is not None and found.data is not None:
                sieve.again(path, found.data.decode("utf-16", "replace"))
