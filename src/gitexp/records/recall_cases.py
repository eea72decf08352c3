"""Recall cases: a store, and questions to it with what people say its right answer is."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from gitexp.records.experience import Standing

QuestionKind = Literal["answer", "nothing", "blocked", "unknown"]
"""What the right answer is: an experience, silence, "does not hold here", or "nobody can tell"."""
Half = Literal["dev", "locked"]
"""`dev` is for developing, `locked` is looked at once, at the end."""
QUESTION_KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)
HALVES: tuple[Half, ...] = get_args(Half)


def half_of(name: str) -> Half:
    """Return the half that a question is in, by its id alone: nobody chooses it, and it stays."""
    return HALVES[zlib.crc32(name.encode()) % 2]


@dataclass(frozen=True)
class RecallCase:
    """One question, and the ids of the experiences that it is about; none where the right answer is silence."""

    id: str
    kind: QuestionKind
    language: str
    words: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    across: bool = False
    """Whether it is asked in another language than the experience is written in."""
    note: str = ""

    @property
    def half(self) -> Half:
        """Return its half."""
        return half_of(self.id)

    @property
    def told(self) -> str:
        """Return the whole question on one line."""
        files = (f"--file {file}" for file in self.files)
        symbols = (f"--symbol {symbol}" for symbol in self.symbols)
        given = (f"--env {pair}" for pair in self.env)
        return " ".join([*([self.words] if self.words else []), *files, *symbols, *given])


@dataclass(frozen=True)
class RecallSet:
    """The store that is asked, and the questions. `hash` stands for all, `hashes` for each question with the store."""

    standing: tuple[Standing[str], ...] = ()
    cases: tuple[RecallCase, ...] = ()
    hashes: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""
    without_gold: tuple[str, ...] = ()
    """The questions that are about rows of gold which are not at hand."""
    half: Half | None = None
    """Which half this is, None for all."""

    def of(self, half: Half) -> RecallSet:
        """Return one half of the questions; the store stays whole."""
        kept = tuple(case for case in self.cases if case.half == half)
        left_out = tuple(name for name in self.without_gold if half_of(name) == half)
        hashes = {case.id: self.hashes[case.id] for case in kept if case.id in self.hashes}
        return replace(self, cases=kept, hashes=hashes, without_gold=left_out, half=half)

    @property
    def plain(self) -> Sequence[Standing[str]]:
        """Return the store without search words."""
        return [replace(one, experience=replace(one.experience, search={})) for one in self.standing]
