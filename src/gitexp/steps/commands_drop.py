"""Carries out `drop`: the file goes, the candidate is refused with its kind, and a labelled case is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from gitexp.errors import RecordError
from gitexp.records.bot import Refusal, Row
from gitexp.records.commanded import Commanded
from gitexp.records.garbage import GarbageKind
from gitexp.records.labelled_case import LabelledCase
from gitexp.steps.commands_change import asked_of
from gitexp.steps.commands_desk import Asking, Files, Undone, Work
from gitexp.steps.commands_words import told
from gitexp.steps.redact import redacted_experience

GONE = "; its file was not on the branch any more"


def drop(work: Work, row: Row, command: Commanded, asking: Asking, files: Files) -> Work:
    """Refuse what a row proposes. Raises Undone."""
    if row.state == "dropped":
        raise Undone(f"row {row.number} is dropped already")
    if row.kind == "question" and row.state != "open":
        raise Undone(
            f"row {row.number} is answered already: revert that commit on the branch to take it back"
        )
    case = case_of(work, row, command, asking)
    gone = replace(work, cases=(*work.cases, case)) if case else work
    words = told(command, asking.by)
    if row.kind == "question":
        refused = asked_of(work, row, files)
    else:
        places = work.places(row, files)
        refused = files.standing(places[0] if places else row.path) if row.kind == "experience" else None
        gone = _without_file(gone, row, places, files)
        words += "" if places else GONE
    id = refused.experience.id if refused and row.kind == "question" else row.id
    refusal = Refusal(row.key, id, command.kind, command.text, asking.by, asking.at, asking.pull)
    gone = gone.without(row, refusal, refused)
    return gone.with_row(row, "dropped", words)


def case_of(work: Work, row: Row, command: Commanded, asking: Asking) -> LabelledCase | None:
    """Return the case that a drop makes; none of what is private, or not remembered."""
    carried = work.carried(row)
    if carried is None or carried.source.private or not carried.source.turns:
        return None
    # Two drops from one discussion are two cases, each with its own name.
    source = replace(carried.source, id=f"{carried.source.id}~{row.key}")
    kind = cast(GarbageKind, command.kind)
    return LabelledCase(f"dropped-{row.key}", kind, source, command.text, asking.by, asking.at)


def emptied(work: Work, files: Files) -> Work:
    """Return the same without any file that a dropped row has brought: what would be left of the branch then."""
    for row in work.proposal.rows:
        if row.state != "dropped" or row.kind == "question":
            continue
        places = work.places(row, files)
        if places and places[0] not in work.texts:
            work = _without_file(work, row, places, files)
    return work


def _without_file(work: Work, row: Row, places: Sequence[str], files: Files) -> Work:
    """Return the same without the row's file; what stood before the proposal is put back where that lies now.

    What a person took out stays out.
    """
    if not row.before:
        for path in places:
            work = work.with_text(path, None)
        return work
    if not places:
        return work
    path, text = work.place(row, files), files.before(row.before)
    if text is None:
        raise Undone(f"what stood at `{path}` before is not in this clone: put it back on the branch by hand")
    try:
        standing = redacted_experience(files.read(text, path))
        return work.with_text(path, files.edited(text, path, standing))
    except RecordError as error:
        raise Undone(f"`{error.where}` {error.what}") from None
