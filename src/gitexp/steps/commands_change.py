"""Carries out `edit`, `canary` and `resolve`: they change files of the branch and refuse nothing that is proposed."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from gitexp.errors import RecordError, UsageError
from gitexp.records.bot import Refusal, Row
from gitexp.records.commanded import Commanded
from gitexp.records.experience import Experience, Provenance, Severity, Standing
from gitexp.records.text import Redacted
from gitexp.steps.becoming import experience_of
from gitexp.steps.commands_desk import Asking, Files, Undone, Work
from gitexp.steps.commands_words import LISTS, told
from gitexp.steps.propose import area_of
from gitexp.steps.redact import redacted
from gitexp.steps.retire import superseded

OLD_HOLDS = "the old one holds"
BOTH = "{}, only {}"
"""`when` of each side, once a person has said where it holds."""
MAX_TOGETHER = 600
"""Characters of `when` and `what` together: the same as two long sentences."""


def edit(work: Work, row: Row, command: Commanded, asking: Asking, files: Files) -> Work:
    """Put a text in place of a field of the row's file. Raises Undone."""
    _is_live(row)
    if row.kind == "question":
        raise Undone(f"row {row.number} is a question and has no file yet: answer it first")
    if row.kind == "change":
        raise Undone(f"row {row.number} is a change record: edit `{row.path}` on the branch")
    path = work.place(row, files)
    before = work.experience(path, files)
    wanted = _edited(before, command.kind, redacted(command.text))
    if wanted == before:
        raise Undone(f"`{command.kind}` of row {row.number} reads so already")
    if len(wanted.when) + len(wanted.what) > MAX_TOGETHER:
        raise Undone(f"`when` and `what` would have more than {MAX_TOGETHER} characters together")
    after = work.changed(path, wanted, files)
    return after.with_row(row, "edited", told(command, asking.by))


def canary(work: Work, row: Row, command: Commanded, asking: Asking, files: Files) -> Work:
    """Let the row's experience be tried on a share only. Raises Undone."""
    _is_live(row)
    if row.kind != "experience":
        raise Undone(f"row {row.number} is no experience that could be tried")
    _is_new(row, files)
    path = work.place(row, files)
    before = work.experience(path, files)
    wanted = replace(before, status="canary", lifecycle=replace(before.lifecycle, canary=command.kind))
    if wanted == before:
        raise Undone(f"row {row.number} is tried on {command.kind} already")
    after = work.changed(path, wanted, files)
    return after.with_row(row, "canary", told(command, asking.by))


def resolve(work: Work, row: Row, command: Commanded, asking: Asking, files: Files) -> Work:
    """Answer the question of a row. Raises Undone."""
    if row.kind != "question":
        raise Undone(f"row {row.number} asks nothing")
    if row.state != "open":
        raise Undone(f"row {row.number} is answered already: {row.words}")
    words = told(command, asking.by)
    if command.kind == "old":
        reason = f"{OLD_HOLDS}: {command.text}" if command.text else OLD_HOLDS
        refused = asked_of(work, row, files)
        id = refused.experience.id if refused else row.id
        refusal = Refusal(row.key, id, None, reason, asking.by, asking.at, asking.pull)
        return work.without(row, refusal, refused).with_row(row, "dropped", words)
    stands = work.place(row, files)
    new, old = _new_one(work, row), work.experience(stands, files)
    path = _path_of(new)
    if command.kind == "new":
        try:
            before, now = superseded(old, new, command.text or None, {old.id: old, new.id: new})
        except UsageError as error:
            raise Undone(f"`{error.where}` {error.what}") from None
    else:
        now, before = _only(new, redacted(command.text)), _only(old, redacted(command.other))
    return work.added(path, now, files).changed(stands, before, files).with_row(row, "resolved", words)


def _is_live(row: Row) -> None:
    if row.state == "dropped":
        raise Undone(f"row {row.number} is dropped already")


def _is_new(row: Row, files: Files) -> None:
    """Raise Undone for a change of an experience in force: on trial it would hold for fewer than it does today."""
    if row.mends:
        why = "it only makes an experience in force follow the code"
        raise Undone(f"row {row.number} can't be put on trial: {why}; drop it, or merge it")
    text = files.before(row.before) if row.before else None
    try:
        in_force = text is not None and files.read(text, row.path).status == "active"
    except RecordError:
        in_force = False
    if in_force:
        what = f"row {row.number} changes an experience that is in force: it can't be put on trial"
        raise Undone(f"{what}; edit it, or drop the change")


def _edited(before: Experience[Redacted], field: str, text: Redacted) -> Experience[Redacted]:
    """Return the experience with another text in a field; what a person worded is derived no more."""
    if field == "severity":
        return replace(before, severity=cast(Severity, str(text)))
    derived = tuple(name for name in before.provenance.derived if name != field)
    provenance: Provenance = replace(before.provenance, derived=derived)
    if field in LISTS:
        several = tuple(redacted(part.strip()) for part in text.split(" | ") if part.strip())
        lists = {"failure_modes": before.failure_modes, "anti_patterns": before.anti_patterns, field: several}
        return replace(
            before,
            failure_modes=lists["failure_modes"],
            anti_patterns=lists["anti_patterns"],
            provenance=provenance,
        )
    match field:
        case "title":
            return replace(before, title=text, provenance=provenance)
        case "when":
            return replace(before, when=text, provenance=provenance)
        case "what":
            return replace(before, what=text, provenance=provenance)
        case "why":
            return replace(before, why=text, provenance=provenance)
    return replace(before, pattern=text, provenance=provenance)


def _new_one(work: Work, row: Row) -> Experience[Redacted]:
    """Return the experience that the question's candidate becomes. Raises Undone where it is not remembered."""
    carried = work.carried(row)
    if carried is None:
        raise Undone(f"what row {row.number} asks about is not remembered any more")
    return experience_of(carried.candidate, judge=carried.judge, run=carried.run)


def asked_of(work: Work, row: Row, files: Files) -> Standing[str] | None:
    """Return what a question asks about as a file that the memory can keep: it lies nowhere on the branch."""
    carried = work.carried(row)
    if carried is None:
        return None
    new = experience_of(carried.candidate, judge=carried.judge, run=carried.run)
    try:
        return files.laid(_path_of(new), files.written(new))
    except RecordError:
        return None  # what fits no file is not remembered as one; its refusal is


def _path_of(new: Experience[Redacted]) -> str:
    return f"experiences/{area_of(new)}/{new.id}.yaml"


def _only(one: Experience[Redacted], condition: Redacted) -> Experience[Redacted]:
    when = Redacted.template(BOTH, redacted(one.when.rstrip(" .;,:")), condition)
    derived = tuple(name for name in one.provenance.derived if name != "when")
    return replace(one, when=when, provenance=replace(one.provenance, derived=derived))
