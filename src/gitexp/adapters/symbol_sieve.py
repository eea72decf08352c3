"""Gathers from the lines of a search where words stand, and which files may declare, take or type them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import chain

from gitexp.adapters.symbol_asked import MAX_NAME, Asked
from gitexp.adapters.symbol_lines import TypeLines, declares, imports, may_be_code
from gitexp.records.outline import parts_of
from gitexp.records.sighting import Sight, Sighted, Types
from gitexp.records.universal import is_code

PLACES = 5
"""Sights kept of each text."""
SHOWN = 300
"""Letters of a line that a sight shows."""
_PIECE = 1 << 16
_TOKEN = re.compile(r"\w+")
_NARROW = re.compile(r"[^\W\u2e80-\U0003ffff]+")
"""A word without letters of the scripts that put no blank before and after a name."""
_COMMENT = re.compile(rb"\s*(?:\*|//|#|--)")
_MARKS = (b"\xff\xfe", b"\xfe\xff")


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


class Sieve:
    """Gathers what the lines say, a file at a time, and keeps no line but the first few sights."""

    def __init__(self, asked: Asked, types: TypeLines) -> None:
        """Gather the words asked; where none is, every type."""
        self._asked = asked
        self._types = types
        self._words = _searching(asked.tokens)
        self._words_in_bytes = re.compile(self._words.pattern.encode())
        self._name = b""
        self._file: _File | None = None
        self._places: dict[str, tuple[list[Sight], ...]] = defaultdict(lambda: ([], [], []))
        """The first sights of each text: those that declare it, others of code, those of prose and data."""
        self._files: dict[str, set[str]] = defaultdict(set)
        self._declaring: dict[str, set[str]] = defaultdict(set)
        self._importing: dict[str, set[str]] = defaultdict(set)
        self._types_in: dict[str, set[str]] = defaultdict(set)
        self.utf16: list[str] = []

    def take(self, name: bytes, number: int, line: bytes) -> None:
        """Take one line of a file; those of a file come together."""
        # A comment declares nothing: of the many that hold a word such as `class`, only those with a word asked count.
        if number > 1 and _COMMENT.match(line) and line.isascii() and not self._words_in_bytes.search(line):
            return
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
            if not piece.isascii() or self._words.search(piece):
                tokens = _TOKEN.findall(piece)
                if not piece.isascii():
                    tokens += _NARROW.findall(piece)
                if not self._asked.tokens.isdisjoint(tokens):
                    self._see(file, number, piece, self._asked.tokens.intersection(tokens))
            if file.code and not self._asked.tokens:
                file.types.update(self._types.names(piece))

    def _see(self, file: _File, number: int, line: str, tokens: Collection[str]) -> None:
        for token in tokens:
            for word, pattern in self._asked.by_token[token]:
                if pattern is not None and not pattern.search(line):
                    continue
                file.words.add(word)
                if word in file.declared and word not in self._asked.wholes and self._full(word, file):
                    continue
                declared = file.code and (declares(line, word) or word in self._types.names(line))
                if declared:
                    file.declared.add(word)
                elif file.code and word not in file.taken and imports(line):
                    file.taken.add(word)
                self._sight(file, number, line, word, declared=declared)
                for text, first, whole in self._asked.wholes.get(word, ()):
                    if (
                        first in line
                        and self._wanted(text, _rank(file, declared=declared))
                        and whole.search(line)
                    ):
                        self._sight(file, number, line, text, declared=declared)

    def _full(self, text: str, file: _File) -> bool:
        return not any(self._wanted(text, _rank(file, declared=declared)) for declared in (True, False))

    def _wanted(self, text: str, rank: int) -> bool:
        places = self._places.get(text)
        return places is None or len(places[rank]) < PLACES

    def _sight(self, file: _File, number: int, line: str, text: str, *, declared: bool) -> None:
        wanted = self._wanted(text, _rank(file, declared=declared))
        if wanted and sum(one[0] == text for one in file.sights) < 2 * PLACES:
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
            kept = self._places[text][_rank(file, declared=declared)]
            if len(kept) < PLACES:
                kept.append(Sight(file.path, number, line))

    def again(self, path: str, text: str) -> None:
        """Take a whole file, which git could not search because of how it is written."""
        self._file = _File(path, may_be_code(path))
        for number, line in enumerate(text.split("\n"), 1):
            self.read(self._file, number, line)
        self.close()

    def types(self) -> dict[str, frozenset[str]]:
        """Return the files by the types that they may declare."""
        self.close()
        return _frozen(self._types_in)

    def sighted(self, types: Types, *, whole: bool) -> Sighted:
        """Return all that was seen of the words asked."""
        self.close()
        return Sighted(
            {text: tuple(chain.from_iterable(kept))[:PLACES] for text, kept in self._places.items()},
            _frozen(self._files),
            _frozen(self._declaring),
            types,
            _frozen(self._importing),
            whole,
        )


MOST_WORDS = 100
"""Words that one pattern looks for; beyond it, taking every line apart is quicker."""
_ANY = re.compile("")


def _rank(file: _File, *, declared: bool) -> int:
    """Return how much a sight tells: 0 where it declares, 1 in code, 2 in prose and data."""
    return 0 if declared else 1 if is_code(file.path) else 2


def _searching(tokens: Collection[str]) -> re.Pattern[str]:
    """Return a pattern that tells lines with none of the words from those that may hold one."""
    if not tokens or len(tokens) > MOST_WORDS:
        return _ANY
    return re.compile("|".join(re.escape(token) for token in sorted(tokens)))


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
