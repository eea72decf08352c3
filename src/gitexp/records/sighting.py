"""What a search of a tree's text saw of some words: where they stand, and which files may declare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Sight(NamedTuple):
    """A line that holds a text as whole words. Lines are cut at some hundred characters."""

    path: str
    line: int
    text: str


@dataclass(frozen=True)
class Sighted:
    """What one search saw.

    `places` holds the first few sights of each text asked that was seen at all, however code writes it (`A.b`,
    `A::b`, `A->b`, `A#b`). `files` holds for each word of the texts (`A` and `b` of `A.b`) all files that hold it,
    `declaring` those of them with a line that looks as if it declared it (`class A`, `def b`, `b =`), `importing`
    those with a line that takes it from elsewhere (`import`, `from`, `use`, `require`). `types` holds for every
    type, package and namespace of the tree, asked or not, the files with a line that may declare it. `whole` is
    False where the search ended early: what is not here may still exist.
    """

    places: Mapping[str, tuple[Sight, ...]] = field(default_factory=dict)
    files: Mapping[str, frozenset[str]] = field(default_factory=dict)
    declaring: Mapping[str, frozenset[str]] = field(default_factory=dict)
    types: Mapping[str, frozenset[str]] = field(default_factory=dict)
    importing: Mapping[str, frozenset[str]] = field(default_factory=dict)
    whole: bool = True
