"""Redacts the words of a change record, all of them together, so that the same secret gets the same placeholder."""

from __future__ import annotations

from collections.abc import Callable

from gitexp.records.change_record import ChangeRecord, Impact, Rejected
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.steps.redact_texts import cleaned

_To = Callable[[str], Redacted]


def redacted_change(record: ChangeRecord[str]) -> ChangeRecord[Redacted]:
    """Return the record with every readable text redacted. Ids, dates, commits and the team's own `x-` keys stay."""
    texts: list[str] = []

    def see(text: str) -> Redacted:
        texts.append(text)
        return Redacted()

    _record(record, see)
    clean = cleaned(texts).of
    return _record(record, lambda text: Redacted(clean[text]))


def _record(record: ChangeRecord[str], to: _To) -> ChangeRecord[Redacted]:
    impact = record.impact
    return ChangeRecord(
        id=record.id,
        title=to(record.title),
        intent=to(record.intent),
        constraints=tuple(to(one) for one in record.constraints),
        impact=Impact(
            None if impact.text is None else to(impact.text),
            tuple(to(one) for one in impact.paths),
            tuple(to(one) for one in impact.symbols),
        ),
        rejected=tuple(_rejected(one, to) for one in record.rejected),
        outcome=None if record.outcome is None else to(record.outcome),
        commits=record.commits,
        pull_request=record.pull_request,
        made_at=record.made_at,
        evidence=tuple(_evidence(one, to) for one in record.evidence),
        status=record.status,
        relations=record.relations,
        provenance=record.provenance,
        own=record.own,
    )


def _rejected(one: Rejected[str], to: _To) -> Rejected[Redacted]:
    why = None if one.why is None else to(one.why)
    return Rejected(to(one.what), why, None if one.evidence is None else _evidence(one.evidence, to))


def _evidence(item: Evidence[str], to: _To) -> Evidence[Redacted]:
    url = None if item.url is None else str(to(item.url))
    return Evidence(item.turn, to(item.quote), url, None if item.by is None else str(to(item.by)), item.at)
