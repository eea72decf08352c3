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
    """Yield what the records that are in force say must hold."""
    for record in records:
        if record.status == "active":
            for text in record.constraints:
                yield Constraint("change_record", text, Witness(id=record.id, at=_at(record)), record.title)


def recorded_rejections(records: Sequence[ChangeRecord[str]]) -> Iterator[RejectedThen]:
    """Yield the alternatives that the records reject."""
    for record in records:
        for one in record.rejected:
            yield RejectedThen(one.what, one.why or "", record.id, _at(record))


def _at(record: ChangeRecord[str]) -> str:
    return record.made_at or ""
