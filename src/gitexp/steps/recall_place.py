"""How near the scope of an experience is to the files asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.glob_keys import folder_of

if TYPE_CHECKING:
    from gitexp.records.card import Card
    from gitexp.records.question import Question

THE_FILE = 0.75
"""How near a scope is that names the very file."""


TOLD = 3
"""Places that are named as reasons."""


class Place(NamedTuple):
    """How near, 0 to 1; whether a glob of the scope covers a file, or all of them lie elsewhere; and why.

    `area` is the folder that the nearest glob takes in whole, "" where it names the file or only a kind of file.
    """

    near: float
    covered: bool
    elsewhere: bool
    beside: float
    area: str
    because: tuple[str, ...]


def place_of(card: Card, question: Question, covered: Sequence[tuple[str, str]]) -> Place:
    """Return how near a scope is; `covered` are its globs that cover files, each with the file."""
    if covered:
        near, glob = max((_of_a_glob(glob, file), glob) for glob, file in covered)
        because = [file if glob == file else f"{glob} covers {file}" for glob, file in covered[:TOLD]]
        because += [f"and {len(covered) - TOLD} more places"] if len(covered) > TOLD else []
        area = folder_of(glob) if near < THE_FILE else ""
        return Place(near, True, False, 0.0, area, tuple(because))
    elsewhere = bool(question.files and card.paths)
    same = folders_of(question) & set(map(folder_of, card.paths)) if elsewhere else frozenset()
    because = [f"near only: {min(same)}/ too"] if same else []
    return Place(
        0.0, False, elsewhere, _distance(card, question.files) if elsewhere else 0.0, "", tuple(because)
    )


def folders_of(question: Question) -> frozenset[str]:
    """Return the folders that the files asked about lie in."""
    return frozenset({file.rpartition("/")[0] for file in question.files} - {""})


def _of_a_glob(glob: str, file: str) -> float:
    """Return how much a glob tells of a file: the file itself most, a folder the more the nearer it is."""
    if glob.removeprefix("/") == file:
        return THE_FILE
    folder = folder_of(glob)
    depth = len(folder.split("/")) if folder else 0
    return 0.4 + 0.3 * depth / max(1, file.count("/") or 1) if depth <= file.count("/") else 0.7


def _distance(card: Card, files: Sequence[str]) -> float:
    """Return which share of the folders on the way the nearest place of the scope has in common with a file."""
    best = 0.0
    for glob in card.paths:
        own = folder_of(glob).split("/")
        for file in files:
            other = file.split("/")[:-1]
            same = 0
            while same < min(len(own), len(other)) and own[same] == other[same] and own[same]:
                same += 1
            best = max(best, same / max(1, len(own), len(other)))
    return best
