"""Cases for dedup and merge: pairs of statements, and a new statement beside what stands, each with the right answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from gitexp.records.judgement import Action
from gitexp.records.text import Text


@dataclass(frozen=True)
class Words(Generic[Text]):
    """A statement of a case: what is compared of a candidate or of a standing experience."""

    when: Text
    what: Text
    why: Text | None = None
    symbols: tuple[Text, ...] = ()
    paths: tuple[Text, ...] = ()


@dataclass(frozen=True)
class PairCase(Generic[Text]):
    """Two statements, and whether they are the same. Pairs of one `chain` share their texts."""

    id: str
    one: Words[Text]
    other: Words[Text]
    duplicate: bool
    kind: str = ""
    reason: str = ""
    chain: str = ""
    """What its row calls the chain it belongs to; empty for a pair that stands alone."""


@dataclass(frozen=True)
class Known(Generic[Text]):
    """A standing experience of a case."""

    id: str
    words: Words[Text]


@dataclass(frozen=True)
class PlacementCase(Generic[Text]):
    """A new statement, what stands beside it, and what merge should do to which one."""

    id: str
    new: Words[Text]
    history: tuple[Known[Text], ...]
    action: Action
    target: str | None = None
    kind: str = ""
    reason: str = ""
