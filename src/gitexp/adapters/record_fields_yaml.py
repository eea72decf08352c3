"""Reads the fields that experiences and change records have in common: id, path globs, evidence, provenance."""

from __future__ import annotations

import re

from gitexp.adapters.preconditions_yaml import path_fault
from gitexp.adapters.yaml_fields import Fields
from gitexp.adapters.yaml_strict import shown
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Provenance

EVIDENCE = ("turn", "quote", "url", "by", "at")
PROVENANCE = ("agent", "engine", "model", "prompts", "run", "derived")
MAX_ID = 100
_ID = re.compile(r"[a-z0-9][a-z0-9-]*-[0-9a-f]{10}")


def id_of(fields: Fields, example: str) -> str:
    """Return the id: words and the hex that is the identity. `example` shows in a fault how one is written."""
    value = fields.needed("id")
    if len(value) > MAX_ID or not _ID.fullmatch(value):
        form = f"write lower-case words and ten hex digits, joined by `-`: `{example}`"
        raise fields.fault("id", f"can't be `{shown(value)}`", form)
    return value


def paths_of(fields: Fields) -> tuple[str, ...]:
    """Return the path globs, each one that gitignore's rules know."""
    paths = fields.texts("paths")
    for path in paths:
        if mend := path_fault(path):
            raise fields.fault("paths", f"can't hold `{shown(path)}`", mend)
    return paths


def evidence_of(fields: Fields) -> Evidence[str]:
    """Return one quote and where it stands."""
    return Evidence(
        fields.needed("turn"),
        fields.needed("quote"),
        fields.text("url"),
        fields.text("by"),
        fields.text("at"),
    )


def provenance_of(fields: Fields) -> Provenance:
    """Return who or what wrote the file."""
    return Provenance(
        fields.text("agent"),
        fields.text("engine"),
        fields.text("model"),
        fields.texts("prompts"),
        fields.text("run"),
        fields.texts("derived"),
    )
