"""Reads a folder of cases: discussions with GOLD.jsonl, pairs for dedup, new texts for merge, questions to recall."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from gitexp.adapters.cases_pairs import PAIRS, read_pairs
from gitexp.adapters.cases_placements import PLACEMENTS, read_placements
from gitexp.adapters.cases_rows import hash_of, rows
from gitexp.adapters.gold_rows import Labels, read_gold
from gitexp.adapters.recall_set import SEARCH, is_recall_set, read_recall_set
from gitexp.adapters.source_files import HEAD, READERS, FileSource, nearest, printable
from gitexp.adapters.source_reader import Here
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.discussion import Discussion
from gitexp.records.gold import CaseSet, Pairs, Placements
from gitexp.records.recall_cases import Half, RecallSet
from gitexp.records.skipped import Skipped

GOLD = "GOLD.jsonl"
OTHERS = (GOLD, PAIRS, PLACEMENTS, SEARCH, "CHARTER.md", "README.md")
"""Files of the folder that are no discussions: the cases, the charter that goes with prompts, and words on them."""
_Set = TypeVar("_Set", Pairs, Placements)
MEND = "docs/reference/evaluate.md says what stands in it"


def read_cases(folder: Path, gold: Path | None = None, half: Half | None = None) -> CaseSet:
    """Return the cases of a folder, and what of it could not be read; no cases where nothing could be.

    `gold` is the folder whose rows of gold questions to recall may be about, the same one by default; `half` which
    half of the questions is wanted.

    Raises UsageError where there is no such folder, RepositoryError where it has cases of no kind.
    """
    where = printable(folder)
    if not folder.is_dir():
        mend = "give a folder with discussions and GOLD.jsonl"
        if os.path.lexists(folder):
            raise UsageError(where, "is no folder", mend)
        raise UsageError(where, "no such folder", nearest(folder) or mend)
    if not any((folder / name).is_file() for name in (GOLD, PAIRS, PLACEMENTS)) and not is_recall_set(folder):
        raise RepositoryError(printable(folder / GOLD), "is not there", MEND)
    try:
        found = _discussions(folder)
        pairs, unfit_pairs = _governance(folder / PAIRS, read_pairs, Pairs())
        placements, unfit_placements = _governance(folder / PLACEMENTS, read_placements, Placements())
        recall, unfit_questions = _recall(folder, gold, half)
    except OSError as error:
        raise RepositoryError(where, f"cannot be read: {error.strerror or error}") from None
    skipped = (*found.skipped, *unfit_pairs, *unfit_placements, *unfit_questions)
    return replace(found, skipped=skipped, pairs=pairs, placements=placements, recall=recall)


def _recall(folder: Path, gold: Path | None, half: Half | None) -> tuple[RecallSet, list[Skipped]]:
    """Return the questions to recall, none where there are no such files."""
    rows_of_gold = (gold or folder) / GOLD
    if gold and not rows_of_gold.is_file():
        raise UsageError(printable(rows_of_gold), "no such file", "`--gold` is a folder with GOLD.jsonl")
    if not is_recall_set(folder):
        return RecallSet(), []
    found, skipped = read_recall_set(folder, rows_of_gold if rows_of_gold.is_file() else None)
    return found.of(half) if half else found, skipped


def _governance(
    path: Path, read: Callable[[Path], tuple[_Set, list[Skipped]]], none: _Set
) -> tuple[_Set, list[Skipped]]:
    """Return the cases of a file, none where it is not there or is a link that leaves the folder."""
    if not path.is_file():
        return none, []
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(path.parent)):
        return none, [Skipped(printable(path), "is a link that leaves the folder")]
    return read(path)


def _discussions(folder: Path) -> CaseSet:
    """Return the discussions of the folder and what gold expects of them."""
    gold = folder / GOLD
    labels = read_gold(rows(gold), printable(gold)) if gold.is_file() else Labels()
    found = _Found(folder, labels)
    found.read()
    cases = tuple(
        replace(case, hash=hash_of(found.content[case.name], repr(case)))
        for case in labels.cases()
        if case.name in found.content
    )
    absent = [
        Skipped(place, f"no discussion `{name}` lies beside it")
        for name, place in labels.places.items()
        if name not in found.content
    ]
    skipped = (*labels.skipped, *found.skipped, *absent, *_unheard(labels, found))
    together = hash_of(*(f"{case.name} {case.hash}" for case in cases))
    return CaseSet(cases, tuple(found.discussions), found.names, together, skipped)


class _Found:
    """The discussions of the folder that gold is about, as they are met."""

    def __init__(self, folder: Path, labels: Labels) -> None:
        self.folder = folder
        self.labels = labels
        self.discussions: list[Discussion[str]] = []
        self.names: dict[str, str] = {}
        self.content: dict[str, str] = {}
        """By the name of a case, what stands for its file."""
        self.skipped: list[Skipped] = []

    def read(self) -> None:
        """Read every file that may be a discussion; sub-folders are left alone."""
        top = os.path.realpath(self.folder)
        for path in sorted(self.folder.iterdir()):
            if path.name in OTHERS or path.name.startswith(".") or not path.is_file():
                continue
            if not Path(os.path.realpath(path)).is_relative_to(top):
                self.skipped.append(Skipped(printable(path), "is a link that leaves the folder", bad=False))
            elif self.labels.knows(path.stem) or _recognised(path):
                self._file(path)
            else:
                self.skipped.append(Skipped(printable(path), "is in no format that exp reads", bad=False))

    def _file(self, path: Path) -> None:
        for one in FileSource([str(path)]).discussions():
            if isinstance(one, Skipped):
                self.skipped.append(one)
            else:
                self._keep(path, one)

    def _keep(self, path: Path, one: Discussion[str]) -> None:
        name = next((name for name in (path.stem, one.id) if self.labels.knows(name)), None)
        if name is None:
            self.skipped.append(Skipped(printable(path), f"no row of {GOLD} is about it: not scored"))
        elif one.id in self.names:
            self.skipped.append(Skipped(printable(path), f"holds {one.id}, which another file holds too"))
        else:
            self.names[one.id] = name
            self.discussions.append(one)
            self.content[name] = hash_of(self.content.get(name, ""), _content(path))


def _recognised(path: Path) -> bool:
    """Return whether a source reads such a file; what it can't open it will tell."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return True
    return any(make(Here()).recognises(head) for make in READERS)


def _unheard(labels: Labels, found: _Found) -> list[Skipped]:
    """Return the rows that cite no turn of their discussion: nothing can ever match them."""
    turns: dict[str, list[str]] = {}
    for one in found.discussions:
        turns.setdefault(found.names[one.id], []).extend(turn.id for turn in one.turns)
    return [
        Skipped(labels.lines[name, row.id], f"`{row.id}` cites no turn of {name}")
        for name, rows in labels.rows.items()
        if name in turns
        for row in rows
        if not any(row.cites(turn) for turn in turns[name])
    ]


def _content(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
