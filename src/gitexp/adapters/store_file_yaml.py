"""Reads one file of the store for audit: what it holds, and everything that the reader and its schema hold against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gitexp.adapters import change_record_yaml, config_yaml, experience_yaml, facts_yaml, schemas
from gitexp.adapters.yaml_strict import Document, Value, load
from gitexp.errors import ExpError, RecordError
from gitexp.records.change_record import ChangeRecord
from gitexp.records.experience import Experience
from gitexp.records.store_file import Objection, Place, StoreFile, StoreFileKind

_SCHEMAS = {"experience": "experience", "change": change_record_yaml.SCHEMA}
_FIELD = re.compile(r"`([^`]+)`")
_UNKNOWN = "unknown key "


@dataclass(frozen=True)
class _Record:
    """What a file holds, where it holds a record."""

    experience: Experience[str] | None = None
    change: ChangeRecord[str] | None = None
    unread: RecordError | None = None


def kind_of(path: str) -> StoreFileKind:
    """Return what a file under experiences/ means to be, by its path; also where it lies wrong."""
    area = path.removeprefix("experiences/").rpartition("/")[0].partition("/")[0]
    name = path.rpartition("/")[2]
    match area:
        case "" if name == "facts.yaml":
            return "facts"
        case "" if name == ".config.yaml":
            return "settings"
        case ".schemas":
            return "tool"
        case "cases":
            return "case"
    if not name.lower().endswith((".yaml", ".yml")) or area.startswith(".") or (not area and name[0] == "."):
        return "text"
    return "change" if area == "changes" else "experience"


def read(path: str, blob: str, data: bytes) -> StoreFile:
    """Return the file with what it holds. Never raises for what stands in it."""
    kind = kind_of(path)
    file = StoreFile(path, blob, kind, data.decode("utf-8", "replace"))
    match kind:
        case "experience" | "change":
            return _record_file(file, data)
        case "facts":
            return replace(file, errors=_held(path, data, lambda: facts_yaml.read(data, path)))
        case "settings":
            return replace(file, errors=_held(path, data, lambda: config_yaml.trust_in(data, path)))
        case _:
            return file


def _record_file(file: StoreFile, data: bytes) -> StoreFile:
    try:
        document = load(data, file.path)
    except RecordError as error:
        return replace(file, errors=(_objection(file.path, error, unreadable=True),))
    record = _record(file, data)
    if not isinstance(document.data, dict) or not document.data:
        held = [record.unread] if record.unread else []
        return replace(file, errors=tuple(_objection(file.path, one, unreadable=True) for one in held))
    faults = schemas.faults(_SCHEMAS[file.kind], document.data, file.path, document.lines)
    # Two rules of the schema may say the same of one field, such as that it is empty: told once.
    told = {(fault.where, fault.what): fault for fault in reversed(faults)}
    errors = [_objection(file.path, fault) for fault in faults if told[fault.where, fault.what] is fault]
    if record.unread and all(error.kind == "unknown_key" for error in errors):
        errors.append(_objection(file.path, record.unread))
    return replace(
        file,
        experience=record.experience,
        change=record.change,
        errors=tuple(errors),
        unknown_keys=tuple(error.field for error in errors if error.kind == "unknown_key"),
        values=dict(_scalars(document)),
        lines=document.lines,
    )


def _record(file: StoreFile, data: bytes) -> _Record:
    try:
        if file.kind == "change":
            return _Record(change=change_record_yaml.read(data, file.path).record)
        return _Record(experience=experience_yaml.read(data, file.path).experience)
    except RecordError as error:
        return _Record(unread=error)


def _held(path: str, data: bytes, reading: Callable[[], object]) -> tuple[Objection, ...]:
    """Return what a reader that stops at its first fault holds against a file."""
    try:
        load(data, path)
    except RecordError as error:
        return (_objection(path, error, unreadable=True),)
    try:
        reading()
    except ExpError as error:
        return (_objection(path, error),)
    return ()


def _objection(path: str, error: ExpError, *, unreadable: bool = False) -> Objection:
    """Return an error of a reader as what it is about: its words begin with the name of the field."""
    line = error.where.removeprefix(f"{path}:")
    number = int(line) if line.isdecimal() else 0
    if unreadable:
        return Objection("unreadable", number, error.what, error.mend)
    unknown = error.what.startswith(_UNKNOWN)
    named = _FIELD.match(error.what.removeprefix(_UNKNOWN))
    field = named[1] if named else ""
    return Objection("unknown_key" if unknown else "field", number, error.what, error.mend, field)


def _scalars(document: Document) -> Iterator[tuple[Place, str]]:
    """Yield every scalar with its place, in the order of the file; depth costs no stack."""
    waiting: list[tuple[Place, Value]] = [((), document.data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str):
            yield place, str(value)
            continue
        inner: Sequence[tuple[str | int, Value]] = (
            list(value.items()) if isinstance(value, dict) else list(enumerate(value))
        )
        waiting += [((*place, step), one) for step, one in reversed(inner)]
