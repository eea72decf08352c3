"""Reads a recall set: a store in `experiences/`, search words, and questions to it in `questions/`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeGuard

from gitexp.adapters import experience_yaml
from gitexp.adapters.cases_rows import MAX_CASES, Unfit, hash_of, rows
from gitexp.adapters.recall_gold import gold_experiences
from gitexp.adapters.recall_questions import question
from gitexp.adapters.source_files import printable
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.recall_cases import RecallCase, RecallSet
from gitexp.records.skipped import Skipped

EXPERIENCES, QUESTIONS, SEARCH = "experiences", "questions", "search.jsonl"
GOLD_PREFIX = "gold:"


def is_recall_set(folder: Path) -> bool:
    """Return whether a folder holds questions to a store."""
    return any(_files(folder / QUESTIONS))


def read_recall_set(folder: Path, gold: Path | None = None) -> tuple[RecallSet, list[Skipped]]:
    """Return the store and the questions, and the rows that do not fit. `gold` is a file of gold rows.

    Questions about gold rows are left out where there is no such file; `without_gold` names them.
    """
    reading = _Reading(with_gold=gold is not None)
    for path in _files(folder / EXPERIENCES):
        reading.take_experiences(path)
    if gold is not None:
        found, unfit = gold_experiences(gold)
        reading.skipped += unfit
        for name, experience in found.items():
            reading.keep(f"{GOLD_PREFIX}{name}", experience, printable(gold))
    if (folder / SEARCH).is_file():
        reading.take_search_words(folder / SEARCH)
    for path in _files(folder / QUESTIONS):
        reading.take_questions(path)
    return reading.made(), reading.skipped


@dataclass
class _Reading:
    """What was read so far. `ids` leads from the name that a row of the set uses to the experience's own id."""

    with_gold: bool
    standing: dict[str, Standing[str]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    cases: dict[str, RecallCase] = field(default_factory=dict)
    without_gold: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    def take_experiences(self, path: Path) -> None:
        for place, row in self._objects(path):
            try:
                text = json.dumps(row, ensure_ascii=False)
                self.keep(None, experience_yaml.read(text, place).experience, place)
            except RecordError as error:
                self.skipped.append(
                    Skipped(place, f"{error.what}; {error.mend}" if error.mend else error.what)
                )

    def keep(self, name: str | None, one: Experience[str], place: str) -> None:
        """Keep an experience under the name by which the set calls it, by default its own id."""
        if one.id in self.standing:
            self.skipped.append(Skipped(place, f"`{one.id}` is there already"))
            return
        blob = hash_of(repr(one))
        self.standing[one.id] = Standing(one, f"experiences/{one.id}.yaml", blob)
        self.ids[name or one.id] = one.id

    def take_search_words(self, path: Path) -> None:
        for place, row in self._objects(path):
            name, search = row.get("id"), row.get("search")
            if not isinstance(name, str) or not _is_search(search):
                self.skipped.append(Skipped(place, "has no `id` and `search`: words by language"))
            elif name in self.ids:
                self._add_words(self.ids[name], search)
            elif self.with_gold or not name.startswith(GOLD_PREFIX):
                self.skipped.append(Skipped(place, f"`{name}` is no experience of this set"))

    def _add_words(self, identity: str, search: Mapping[str, list[str]]) -> None:
        one = self.standing[identity]
        words = {language: tuple(some) for language, some in search.items()}
        self.standing[identity] = replace(one, experience=replace(one.experience, search=words))

    def take_questions(self, path: Path) -> None:
        for place, row in self._objects(path):
            try:
                self._take_question(question(row))
            except Unfit as fault:
                self.skipped.append(Skipped(place, str(fault)))

    def _take_question(self, case: RecallCase) -> None:
        if case.id in self.cases or case.id in self.without_gold:
            raise Unfit(f"`{case.id}` is there already")
        unknown = [name for name in case.right if name not in self.ids]
        if unknown and not self.with_gold and all(name.startswith(GOLD_PREFIX) for name in unknown):
            self.without_gold.append(case.id)
            return
        if unknown:
            raise Unfit(f"`right` names `{unknown[0]}`, which is no experience of this set")
        self.cases[case.id] = replace(case, right=tuple(self.ids[name] for name in case.right))

    def _objects(self, path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
        where = printable(path)
        for many, line in enumerate(rows(path)):
            if many == MAX_CASES:
                self.skipped.append(Skipped(where, f"has more than {MAX_CASES} lines: the rest is left out"))
                return
            if isinstance(line, Skipped):
                self.skipped.append(line)
            elif isinstance(line.content, Mapping):
                yield f"{where}:{line.line}", line.content
            else:
                self.skipped.append(Skipped(f"{where}:{line.line}", "is no object"))

    def made(self) -> RecallSet:
        standing = tuple(sorted(self.standing.values(), key=lambda one: one.experience.id))
        # An answer depends on all that stands: with another store it is another case.
        store = hash_of(*(repr(one.experience) for one in standing))
        hashes = {name: hash_of(repr(case), store) for name, case in self.cases.items()}
        whole = hash_of(*sorted(f"{name} {one}" for name, one in hashes.items()))
        return RecallSet(standing, tuple(self.cases.values()), hashes, whole, tuple(self.without_gold))


def _is_search(value: object) -> TypeGuard[Mapping[str, list[str]]]:
    return isinstance(value, Mapping) and all(
        isinstance(words, list) and all(isinstance(word, str) for word in words) for words in value.values()
    )


def _files(folder: Path) -> list[Path]:
    """Return the files of rows in a folder; a link that leaves it is not followed."""
    top = folder.resolve()
    found = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    return [path for path in found if path.is_file() and path.resolve().is_relative_to(top)]
