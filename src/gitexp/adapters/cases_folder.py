"""Reads a folder of cases: discussions in any form that a source recognises, and GOLD.jsonl with what is expected."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from gitexp.adapters.gold_rows import Labels, read_gold
from gitexp.adapters.json_lines import CUT_OFF, json_lines
from gitexp.adapters.json_values import Value
from gitexp.adapters.source_files import HEAD, READERS, FileSource, nearest, printable
from gitexp.adapters.source_reader import Here
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.discussion import Discussion
from gitexp.records.gold import CaseSet
from gitexp.records.skipped import Skipped

GOLD = "GOLD.jsonl"
MEND = "docs/reference/evaluate.md says what stands in it"


def read_cases(folder: Path) -> CaseSet:
    """Return the cases of a folder, and what of it could not be read; no cases where nothing could be.

    Raises UsageError where there is no such folder, RepositoryError where it has no gold.
    """
    where = printable(folder)
    if not folder.is_dir():
        mend = "give a folder with discussions and GOLD.jsonl"
        if os.path.lexists(folder):
            raise UsageError(where, "is no folder", mend)
        raise UsageError(where, "no such folder", nearest(folder) or mend)
    gold = folder / GOLD
    if not gold.is_file():
        raise RepositoryError(printable(gold), "is not there", MEND)
    try:
        labels = read_gold(_lines(gold), printable(gold))
        found = _Found(folder, labels)
        found.read()
    except OSError as error:
        raise RepositoryError(where, f"cannot be read: {error.strerror or error}") from None
    cases = tuple(
        replace(case, hash=_hash(found.content[case.name], repr(case)))
        for case in labels.cases()
        if case.name in found.content
    )
    absent = [
        Skipped(place, f"no discussion `{name}` lies beside it")
        for name, place in labels.places.items()
        if name not in found.content
    ]
    skipped = (*labels.skipped, *found.skipped, *absent, *_unheard(labels, found))
    together = _hash(*(f"{case.name} {case.hash}" for case in cases))
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
            if path.name == GOLD or path.name.startswith(".") or not path.is_file():
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
            self.content[name] = _hash(self.content.get(name, ""), _content(path))


def _recognised(path: Path) -> bool:
    """Return whether a source reads such a file; what it can't open it will tell."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return True
    return any(make(Here()).recognises(head) for make in READERS)


def _lines(path: Path) -> Iterator[Value | Skipped]:
    """Yield the lines of gold. It is written by people, not by a program at work: a line cut off is a fault."""
    with path.open("rb") as stream:
        for line in json_lines(stream, printable(path)):
            cut = isinstance(line, Skipped) and line.what == CUT_OFF
            yield Skipped(line.where, "is no JSON", bad=True) if isinstance(line, Skipped) and cut else line


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


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]
