"""Reads and writes one experience as YAML: reading is lenient where recall must go on, writing is strict."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, get_args

from gitexp.adapters.preconditions_yaml import preconditions
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
from gitexp.records.experience import (
    Experience,
    ExperienceKind,
    Incident,
    Lens,
    Lifecycle,
    Relations,
    Scope,
    Severity,
    Status,
)
from gitexp.records.text import Redacted

FIRST_LINE = "# yaml-language-server: $schema=../.schemas/experience.schema.json\n"
FIELDS = (
    "id",
    "title",
    "when",
    "what",
    "why",
    "preconditions",
    "failure_modes",
    "anti_patterns",
    "scope",
    "evidence",
    "example",
    "incident",
    "pattern",
    "lens",
    "kind",
    "status",
    "severity",
    "quality",
    "search",
    "observed_at",
    "lifecycle",
    "relations",
    "provenance",
)
"""The order of DESIGN.md section 4."""
SCOPE = ("paths", "symbols")
INCIDENT = ("trigger", "diagnosis", "fix", "outcome")
LIFECYCLE = ("review_after", "expires", "max_recalls_per_day", "canary", "reason")
RELATIONS = ("supersedes", "superseded_by", "conflicts_with", "merged_from")

LENSES: Final[tuple[Lens, ...]] = get_args(Lens)
KINDS: Final[tuple[ExperienceKind, ...]] = get_args(ExperienceKind)
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)

_CANARY = re.compile(r"[1-9][0-9]?%|100%")


@dataclass(frozen=True)
class ReadExperience:
    """An experience as its file says it, and the keys (`scope.pathz`) that this version does not know."""

    experience: Experience[str]
    unknown_keys: tuple[str, ...] = ()


def read(text: bytes | str, where: str) -> ReadExperience:
    """Return the experience; what exp does not know is read past and named. Raises RecordError only."""
    fields = Fields.root(load(text, where), FIELDS)
    cited = fields.each("evidence", EVIDENCE, "{turn: …, quote: …}")
    scope, incident = fields.within("scope", SCOPE), fields.within("incident", INCIDENT)
    lifecycle, relations = fields.within("lifecycle", LIFECYCLE), fields.within("relations", RELATIONS)
    provenance, search = fields.within("provenance", PROVENANCE), fields.within("search")
    if not cited:
        raise fields.missing("evidence")
    experience = Experience[str](
        id=id_of(fields, "retry-only-get-3fa91c07be"),
        title=fields.needed("title"),
        when=fields.needed("when"),
        what=fields.needed("what"),
        why=fields.text("why"),
        preconditions=preconditions(fields),
        failure_modes=fields.texts("failure_modes"),
        anti_patterns=fields.texts("anti_patterns"),
        scope=_scope(scope),
        evidence=tuple(evidence_of(one) for one in cited),
        example=fields.text("example"),
        incident=_incident(incident),
        pattern=fields.text("pattern"),
        lens=fields.needed_choice("lens", LENSES),
        kind=fields.needed_choice("kind", KINDS),
        status=fields.needed_choice("status", STATUSES),
        severity=fields.choice("severity", SEVERITIES),
        quality=fields.integer("quality", 1, 5),
        search={language: search.texts(language) for language in search.mapping},
        observed_at=fields.date("observed_at"),
        lifecycle=_lifecycle(lifecycle),
        relations=_relations(relations),
        provenance=provenance_of(provenance),
        own={key: resolved(value) for key, value in fields.mapping.items() if key.startswith("x-")},
    )
    unknown = [key for key in fields.unknown() if not key.startswith("x-")]
    for inner in (*cited, scope, incident, lifecycle, relations, provenance):
        unknown += inner.unknown()
    return ReadExperience(experience, tuple(unknown))


def write(experience: Experience[Redacted]) -> Redacted:
    """Return the file's text, always the same, checked against the schema and read back before it is given out."""
    from gitexp.adapters import record_json, schemas  # recall imports this module and writes nothing

    where = f"experience {shown(experience.id)}"
    if experience.preconditions.unread:
        unread = ", ".join(f"`preconditions.{shown(key)}`" for key in experience.preconditions.unread)
        raise RecordError(
            where, f"exp does not know {unread} and would lose it", "take it out, or update exp"
        )
    document = record_json.experience_document(experience)
    schemas.validate("experience", document, where)
    text = FIRST_LINE + dump(document, block=("evidence",))
    if read(text, where).experience != experience:
        raise RecordError(
            where, "can't be written so that it reads back the same", "take out what is empty in it"
        )
    return Redacted.rendered(text)


def _scope(fields: Fields) -> Scope[str]:
    return Scope(paths_of(fields), fields.texts("symbols"))


def _incident(fields: Fields) -> Incident[str]:
    return Incident(
        fields.text("trigger"), fields.text("diagnosis"), fields.text("fix"), fields.text("outcome")
    )


def _lifecycle(fields: Fields) -> Lifecycle:
    canary = fields.text("canary")
    if canary is not None and not _CANARY.fullmatch(canary):
        raise fields.fault(
            "canary", f"can't be `{shown(canary)}`", "write a share from 1% to 100%, such as `20%`"
        )
    return Lifecycle(
        fields.date("review_after"),
        fields.date("expires"),
        fields.integer("max_recalls_per_day", 0),
        canary,
        fields.text("reason"),
    )


def _relations(fields: Fields) -> Relations:
    return Relations(
        fields.texts("supersedes"),
        fields.text("superseded_by"),
        fields.texts("conflicts_with"),
        fields.texts("merged_from"),
    )
