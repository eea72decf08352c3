"""Turns preconditions into JSON-ready documents and back, with every check whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gitexp.adapters.candidate_json_values import To, maybe_plain, plains, written
from gitexp.adapters.record_json import Document
from gitexp.errors import RecordError
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.records.text import Redacted


def preconditions_document_whole(held: Preconditions[Redacted]) -> Document:
    """Return the conditions; what is empty is not written."""
    return written(
        must=_conditions_document(held.must),
        must_not=_conditions_document(held.must_not),
        typical_env=_conditions_document(held.typical_env),
        unread=list(held.unread) or None,
    )


def preconditions_from(row: Mapping[str, Any], text: To, where: str) -> Preconditions[Redacted]:
    """Return the conditions of a document that fits the schema."""
    must, must_not, typical = (
        tuple(
            Condition(text(one["text"]), _check(one["check"], text, where) if "check" in one else None)
            for one in row.get(name, ())
        )
        for name in ("must", "must_not", "typical_env")
    )
    return Preconditions(must, must_not, typical, plains(row, "unread", text))


def _conditions_document(conditions: Sequence[Condition[Redacted]]) -> list[Document] | None:
    return [
        written(text=one.text, check=_check_document(one.check) if one.check else None) for one in conditions
    ] or None


def _check_document(check: Check) -> Document:
    match check:
        case DependencyCheck(name, ecosystem, version):
            return written(kind="dependency", name=name, ecosystem=ecosystem, version=version)
        case LanguageCheck(name):
            return {"kind": "language", "name": name}
        case PathCheck(name):
            return {"kind": "path", "name": name}
        case SymbolCheck(name):
            return {"kind": "symbol", "name": name}
        case PlatformCheck(name):
            return {"kind": "platform", "name": name}
        case KeyCheck(name, values):
            return {"kind": "key", "name": name, "values": list(values)}


def _check(row: Mapping[str, Any], text: To, where: str) -> Check:
    kind, name = row["kind"], str(text(row["name"]))
    extra = {"dependency": {"ecosystem", "version"}, "key": {"values"}}.get(kind, set())
    if odd := sorted(row.keys() - {"kind", "name"} - extra):
        raise RecordError(where, f"a check on a {kind} has no `{odd[0]}`")
    match kind:
        case "dependency":
            return DependencyCheck(
                name, maybe_plain(row, "ecosystem", text), maybe_plain(row, "version", text)
            )
        case "language":
            return LanguageCheck(name)
        case "path":
            return PathCheck(name)
        case "symbol":
            return SymbolCheck(name)
        case "platform":
            return PlatformCheck(name)
        case _:
            return KeyCheck(name, plains(row, "values", text))
