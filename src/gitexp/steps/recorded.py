"""What change records say of a place: constraints that must hold, and alternatives that were rejected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.archaeology import Constraint, Witness
from gitexp.records.change_record import ChangeRecord


@dataclass(frozen=True)
class RejectedThen:
    """An alternative that a change record rejects."""

    what: str
    why: str
    id: str
    at: str


def recorded_constraints(records: Sequence[ChangeRecord[str]]) -> Iterator[Constraint]:
    """Yield what the records that are in force say must hold; one that says nothing of the kind tells what it was for."""
    for record in _in_force(records):
        for text in record.constraints:
            yield Constraint("change_record", text, Witness(id=record.id, at=_at(record)), record.title)
        if not record.constraints:
            yield _told(record)


def recorded_rejections(records: Sequence[ChangeRecord[str]]) -> Iterator[RejectedThen]:
    """Yield the alternatives that the records in force reject."""
    for record in _in_force(records):
        for one in record.rejected:
            yield RejectedThen(one.what, one.why or "", record.id, _at(record))


def _in_force(records: Sequence[ChangeRecord[str]]) -> Iterator[ChangeRecord[str]]:
    return (record for record in records if record.status == "active")


def _told(record: ChangeRecord[str]) -> Constraint:
    """Return what came of the change, or what it was for, with the first of its quotes."""
    text = record.outcome or record.intent
    first = next(iter(record.evidence), None)
    quote, by = (first.quote, first.by or "") if first else ("", "")
    where = Witness(id=record.id, at=_at(record), quote=quote, by=by)
    return Constraint("change_record", text, where, quote if quote != text else "")


def _at(record: ChangeRecord[str]) -> str:
    return record.made_at or ""
