"""Reads and writes one change record as YAML: reading is lenient where serving must go on, writing is strict."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, get_args

from gitexp.adapters.record_fields_yaml import (
    EVIDENCE,
    PROVENANCE,
    evidence_of,
    id_of,
    paths_of,
    provenance_of,
)
from gitexp.adapters.yaml_fields import Fields
from gitexp.adapters.yaml_strict import dump, load, resolved, shown
from gitexp.errors import RecordError
from gitexp.records.change_record import (
    ChangeRecord,
    ChangeRelations,
    ChangeStatus,
    Impact,
    Rejected,
)
from gitexp.records.text import Redacted

FIRST_LINE = "# yaml-language-server: $schema=../../.schemas/change.schema.json\n"
SCHEMA = "change"
FIELDS = (
    "id",
    "title",
    "intent",
    "constraints",
    "impact",
    "rejected",
    "outcome",
    "commits",
    "pull_request",
    "made_at",
    "evidence",
    "status",
    "relations",
    "provenance",
)
"""The order of a file."""
IMPACT = ("text", "paths", "symbols")
REJECTED = ("what", "why", "evidence")
RELATIONS = ("fixes", "reverts", "superseded_by")
STATUSES: Final[tuple[ChangeStatus, ...]] = get_args(ChangeStatus)

_COMMIT = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True)
class ReadChange:
    """A change record as its file says it, and the keys (`impact.pathz`) that this version does not know."""

    record: ChangeRecord[str]
    unknown_keys: tuple[str, ...] = ()


def read(text: bytes | str, where: str) -> ReadChange:
    """Return the record; what exp does not know is read past and named. Raises RecordError only."""
    fields = Fields.root(load(text, where), FIELDS)
    impact, relations = fields.within("impact", IMPACT), fields.within("relations", RELATIONS)
    provenance = fields.within("provenance", PROVENANCE)
    rejected = fields.each("rejected", REJECTED, "{what: …, why: …}")
    said = [one.within("evidence", EVIDENCE) for one in rejected]
    cited = fields.each("evidence", EVIDENCE, "{turn: …, quote: …}")
    record = ChangeRecord[str](
        id=id_of(fields, "one-socket-3fa91c07be"),
        title=fields.needed("title"),
        intent=fields.needed("intent"),
        constraints=fields.texts("constraints"),
        impact=_impact(impact),
        rejected=tuple(_rejected(one, inner) for one, inner in zip(rejected, said, strict=True)),
        outcome=fields.text("outcome"),
        commits=_commits(fields),
        pull_request=fields.integer("pull_request", 1),
        made_at=fields.date("made_at"),
        evidence=tuple(evidence_of(one) for one in cited),
        status=fields.choice("status", STATUSES) or "active",
        relations=ChangeRelations(
            relations.texts("fixes"), relations.texts("reverts"), relations.text("superseded_by")
        ),
        provenance=provenance_of(provenance),
        own={key: resolved(value) for key, value in fields.mapping.items() if key.startswith("x-")},
    )
    _must_tell(record, where)
    unknown = [key for key in fields.unknown() if not key.startswith("x-")]
    for inner in (impact, *rejected, *said, *cited, relations, provenance):
        unknown += inner.unknown()
    return ReadChange(record, tuple(unknown))


def write(record: ChangeRecord[Redacted]) -> Redacted:
    """Return the file's text, always the same, checked against the schema and read back before it is given out."""
    from gitexp.adapters import schemas  # serving imports this module and writes nothing
    from gitexp.adapters.record_json import change_document

    where = f"change record {shown(record.id)}"
    _must_tell(record, where)
    document = change_document(record)
    schemas.validate(SCHEMA, document, where)
    text = FIRST_LINE + dump(document, block=("evidence", "rejected"))
    if read(text, where).record != record:
        raise RecordError(
            where, "can't be written so that it reads back the same", "take out what is empty in it"
        )
    return Redacted.rendered(text)


def _must_tell(record: ChangeRecord[str], where: str) -> None:
    if not record.tells:
        mend = "write one of `constraints`, `impact`, `rejected` and `outcome`"
        raise RecordError(where, "says nothing but its intent", mend)


def _impact(fields: Fields) -> Impact[str]:
    return Impact(fields.text("text"), paths_of(fields), fields.texts("symbols"))


def _commits(fields: Fields) -> tuple[str, ...]:
    commits = fields.texts("commits")
    for commit in commits:
        if not _COMMIT.fullmatch(commit):
            raise fields.fault("commits", f"can't hold `{shown(commit)}`", "write at least seven hex digits")
    return commits


def _rejected(fields: Fields, said: Fields) -> Rejected[str]:
    evidence = evidence_of(said) if said.mapping else None
    return Rejected(fields.needed("what"), fields.text("why"), evidence)
