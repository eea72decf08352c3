"""What commands work upon: the memory, the files of the branch as they lie there now, and what has been changed so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from gitexp.errors import RecordError
from gitexp.records.bot import BotState, Carried, OpenProposal, Refusal, Row, RowState
from gitexp.records.experience import Experience, Standing
from gitexp.records.labelled_case import LabelledCase
from gitexp.records.text import Redacted
from gitexp.steps.nearest_names import likeness
from gitexp.steps.redact import redacted_experience

MAX_WORDS = 600
LIKE = 0.7
"""How much a beginning must be like an id's to be taken for a slip of it."""
MIN_BEGINNING = 3
"""Characters of the beginning of an id that name it."""


class Files(Protocol):
    """The files of the proposal branch at its tip."""

    def text(self, path: str) -> str | None:
        """Return the text of a file, None where there is none, or none that can be read."""
        ...

    def places(self, hex: str) -> tuple[str, ...]:
        """Return where files with the identity of an experience or change record lie."""
        ...

    def before(self, blob: str) -> str | None:
        """Return the text of a blob: a standing file as it was before the proposal."""
        ...

    def standing(self, path: str) -> Standing[str] | None:
        """Return the experience of a file as it lies on the branch, None where it can't be read."""
        ...

    def read(self, text: str, path: str) -> Experience[str]:
        """Return the experience in a text. Raises RecordError."""
        ...

    def edited(self, text: str, path: str, wanted: Experience[Redacted]) -> Redacted:
        """Return the text changed in place to hold the wanted experience. Raises RecordError where that does not fit."""
        ...

    def written(self, wanted: Experience[Redacted]) -> Redacted:
        """Return the text of a new file. Raises RecordError where it does not fit."""
        ...

    def laid(self, path: str, text: Redacted) -> Standing[str]:
        """Store a text where the memory can keep it, and return the experience in it."""
        ...


class Undone(Exception):
    """A command that can't be carried out, and why: nothing is changed by it."""


@dataclass(frozen=True)
class Asking:
    """Who commands, when, and on which pull request."""

    by: str
    at: str
    pull: int


@dataclass(frozen=True)
class Work:
    """Everything that the commands so far lead to; a frozen value, so that a command that fails leaves nothing half done."""

    state: BotState
    proposal: OpenProposal
    texts: Mapping[str, Redacted | None] = field(default_factory=dict)
    """Files of the branch as they become, by path; None: it is taken out."""
    refusals: tuple[Refusal, ...] = ()
    refused: tuple[Standing[str], ...] = ()
    cases: tuple[LabelledCase, ...] = ()

    def row(self, target: str) -> Row:
        """Return the one row that a target names: its number, its id or key, or a unique beginning of one."""
        wanted = target.lstrip("#").casefold()
        rows = self.proposal.rows
        for row in rows:
            if wanted in (str(row.number), row.key, row.id.casefold()):
                return row
        if len(wanted) >= MIN_BEGINNING:
            found = [
                row for row in rows if row.key.startswith(wanted) or row.id.casefold().startswith(wanted)
            ]
            if len(found) == 1:
                return found[0]
            if found:
                raise Undone(f"`{target}` may be {_numbers(found)}: give the number")
        raise Undone(f"there is no row `{_short(target)}`; {self._near(wanted)}")

    def _near(self, wanted: str) -> str:
        """Return which row may be meant: ids are compared by their beginnings, as they are given."""
        if not self.proposal.rows:
            return "the proposal has no rows"
        alike, row = max(
            ((likeness(wanted, row.id[: len(wanted)]), row) for row in self.proposal.rows),
            key=lambda one: one[0],
        )
        if alike >= LIKE and not wanted.isdecimal():
            return f"did you mean row {row.number}, `{row.id}`?"
        return f"there are {_numbers(self.proposal.rows)}"

    def carried(self, row: Row) -> Carried | None:
        """Return what is remembered of a row's candidate."""
        return next((one for one in self.state.waiting if one.key == row.key), None)

    def with_row(self, row: Row, state: RowState, words: str) -> Work:
        """Return the same, with what became of a row; what was commanded of it before stays in its words."""
        told = f"{row.words}; {words}" if row.words else words
        if len(told) > MAX_WORDS:
            told = words
        now = replace(row, state=state, words=told[:MAX_WORDS])
        rows = tuple(now if one.number == row.number else one for one in self.proposal.rows)
        return replace(self, proposal=replace(self.proposal, rows=rows))

    def _twins(self, row: Row) -> frozenset[str]:
        """Return what waits beside a row's candidate and says the same: seen again elsewhere, it stood behind this row."""
        own = self.carried(row)
        if own is None:
            return frozenset()
        rows = {one.key for one in self.proposal.rows}
        said, when = _flat(own.candidate.what), _flat(own.candidate.when)
        return frozenset(
            one.key
            for one in self.state.waiting
            if one.key not in rows
            and _flat(one.candidate.when) == when
            and (said in _flat(one.candidate.what) or _flat(one.candidate.what) in said)
        )

    def with_text(self, path: str, text: Redacted | None) -> Work:
        """Return the same, with a file as it becomes."""
        return replace(self, texts={**self.texts, path: text})

    def without(self, row: Row, refusal: Refusal, refused: Standing[str] | None = None) -> Work:
        """Return the same, without the row's candidate, which people refused, and without those that say the same."""
        gone = {row.key, *self._twins(row)}
        state = replace(
            self.state,
            waiting=tuple(one for one in self.state.waiting if one.key not in gone),
            changes=tuple(one for one in self.state.changes if one.record.hex != row.key),
        )
        others = tuple(one for one in self.refusals if one.key != refusal.key)
        more = (*self.refused, refused) if refused else self.refused
        return replace(self, state=state, refusals=(*others, refusal), refused=more)

    def places(self, row: Row, files: Files) -> tuple[str, ...]:
        """Return where the row's file lies after the commands so far: people may have moved or copied it."""
        there = row.path in self.texts or files.text(row.path) is not None
        found = dict.fromkeys([*([row.path] if there else []), *files.places(row.id[-10:])])
        return tuple(path for path in found if self.texts.get(path, "") is not None)

    def place(self, row: Row, files: Files) -> str:
        """Return where the row's file lies. Raises Undone where it lies nowhere, or in several places."""
        found = self.places(row, files)
        if row.path in found or len(found) == 1:
            return row.path if row.path in found else found[0]
        if found:
            several = ", ".join(f"`{path}`" for path in found[:5])
            raise Undone(f"the file of row {row.number} lies in several places: {several}")
        raise Undone(f"`{row.path}` is not on the branch any more")

    def text_of(self, path: str, files: Files) -> str:
        """Return a file as it is after the commands so far. Raises Undone where it is not there."""
        text = self.texts[path] if path in self.texts else files.text(path)
        if text is None:
            raise Undone(f"`{path}` is not on the branch any more")
        return text

    def experience(self, path: str, files: Files) -> Experience[Redacted]:
        """Return the experience of a file as it is after the commands so far. Raises Undone."""
        try:
            return redacted_experience(files.read(self.text_of(path, files), path))
        except RecordError as error:
            raise Undone(_said(error)) from None

    def changed(self, path: str, wanted: Experience[Redacted], files: Files) -> Work:
        """Return the same, with the wanted experience in the file's place; comments in it stay. Raises Undone."""
        try:
            return self.with_text(path, files.edited(self.text_of(path, files), path, wanted))
        except RecordError as error:
            raise Undone(_said(error)) from None

    def added(self, path: str, wanted: Experience[Redacted], files: Files) -> Work:
        """Return the same with a new file. Raises Undone."""
        if self.texts.get(path) is not None or (path not in self.texts and files.text(path) is not None):
            raise Undone(f"`{path}` is on the branch already")
        try:
            return self.with_text(path, files.written(wanted))
        except RecordError as error:
            raise Undone(_said(error)) from None


def _flat(words: str) -> str:
    return " ".join(words.split()).casefold()


def _said(error: RecordError) -> str:
    return f"`{error.where}` {error.what}" + (f"; {error.mend}" if error.mend else "")


def _numbers(rows: tuple[Row, ...] | list[Row]) -> str:
    return "rows " + ", ".join(f"{row.number}" for row in rows[:20])


def _short(words: str) -> str:
    return words if len(words) <= 40 else f"{words[:39]}…"
