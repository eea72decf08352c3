"""What a search of a tree's text saw of some words: where they stand, and which files may declare them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Sight(NamedTuple):
    """A line that holds a text as whole words. Lines are cut at some hundred characters."""

    path: str
    line: int
    text: str


class Types(Mapping[str, frozenset[str]]):
    """The files that may declare each type of a tree, looked for when the first one is asked."""

    def __init__(
        self,
        known: Mapping[str, frozenset[str]] | None,
        find: Callable[[], tuple[Mapping[str, frozenset[str]], bool]] | None = None,
    ) -> None:
        self._known = known
        self._find = find
        self._whole = True

    @property
    def whole(self) -> bool:
        """Return whether the search for types, as far as it was made, saw all there is."""
        return self._whole

    def __getitem__(self, name: str) -> frozenset[str]:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[str, frozenset[str]]:
        if self._known is None:
            self._known, self._whole = self._find() if self._find else ({}, True)
        return self._known


@dataclass(frozen=True)
class Sighted:
    """What one search saw.

    `places` holds the first few sights of each text asked that was seen at all, however code writes it (`A.b`,
    `A::b`, `A->b`, `A#b`). `files` holds for each word of the texts (`A` and `b` of `A.b`) all files that hold it,
    `declaring` those of them with a line that looks as if it declared it (`class A`, `def b`, `b =`), `importing`
    those with a line that takes it from elsewhere (`import`, `from`, `use`, `require`). `types` holds for every
    type, package and namespace of the tree, asked or not, the files with a line that may declare it; they are looked
    for when the first of them is asked. `whole` tells whether all was searched: where not, what is not here may exist.
    """

    places: Mapping[str, tuple[Sight, ...]] = field(default_factory=dict)
    files: Mapping[str, frozenset[str]] = field(default_factory=dict)
    declaring: Mapping[str, frozenset[str]] = field(default_factory=dict)
    types: Types = field(default_factory=lambda: Types({}))
    importing: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words_whole: bool = True

    @property
    def whole(self) -> bool:
        """Return whether all was searched, as far as it was asked."""
        return self.words_whole and self.types.whole
