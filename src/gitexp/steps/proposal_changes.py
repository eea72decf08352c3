"""The words of a proposal's change records: what was rejected, why, who said so, and in which file it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.change_record import ChangeRecord, ProposedChange
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_words import whence
from gitexp.steps.quoting import block, code, inline


def merging(carried: int, records: int) -> str:
    """Return what a merge does, where it brings change records."""
    told = counted(records, "change record")
    if not carried:
        return (
            f"**Merging = {told} below: what was rejected, and why, for whoever changes these places next.**"
        )
    what = "the experience" if carried == 1 else f"the {carried} experiences"
    return f"**Merging = your team's agents get {what} below, and {told}.**"


def change_section(
    changes: Sequence[ProposedChange], recorded: Sequence[ChangeRecord[Redacted]]
) -> Iterator[str]:
    """Yield the section of the change records: those of this run, then what waits since earlier ones."""
    if not changes and not recorded:
        return
    yield ""
    yield "## Change records"
    for change in changes:
        yield ""
        yield from _item(change.record, "")
        if change.private:
            yield f"*{whence(change.discussion)}*"
    for record in recorded:
        yield ""
        yield from _item(record, " (waits since an earlier run)")


def change_item(change: ProposedChange, number: int) -> Iterator[str]:
    """Yield the record as one numbered item of a proposal."""
    yield from _item(change.record, "", f"{number} · ")


def _item(record: ChangeRecord[Redacted], more: str, before: str = "") -> Iterator[str]:
    yield f"### {before}{inline(record.intent)}{more}"
    for one in record.rejected:
        yield f"**Rejected:** {inline(one.what)}{f' **because** {inline(one.why)}' if one.why else ''}"
        if one.evidence is not None:
            yield _who(one.evidence)
            yield block(one.evidence.quote)
    for constraint in record.constraints:
        yield f"**Had to hold:** {inline(constraint)}"
    where = ", ".join(code(path) for path in record.impact.paths)
    yield f"{f'touches {where} · ' if where else ''}file {code(Redacted.rendered(record.path))}"


def _who(item: Evidence[Redacted]) -> str:
    by = inline(Redacted.rendered(item.by or "unknown"))
    return f"{by}, {item.at}" if item.at else str(by)
