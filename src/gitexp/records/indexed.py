"""What an indexing of a tree did: how much of each language was outlined, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class IndexedLanguage:
    """The files of one language that have an outline, the definitions in them, and their bytes."""

    language: str
    files: int
    definitions: int
    bytes: int


@dataclass(frozen=True)
class Indexed:
    """The whole of a tree, the largest language first.

    `parsed` of the `files` were read now, `parsed_bytes` are theirs; all others were known. `left_out` says which
    files have no outline and why; of those that no grammar reads only how many, by their ending.
    """

    files: int
    parsed: int
    bytes: int
    parsed_bytes: int
    languages: tuple[IndexedLanguage, ...] = ()
    left_out: tuple[Skipped, ...] = ()
