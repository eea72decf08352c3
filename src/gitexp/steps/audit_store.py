"""Audits the store's own files: each one by itself, its text, and all of them together. What they name is not looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.fault import Fault
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_duplicates import audit_duplicates
from gitexp.steps.audit_file import audit_file
from gitexp.steps.audit_ids import audit_ids
from gitexp.steps.audit_private import private
from gitexp.steps.audit_relations import audit_relations
from gitexp.steps.audit_text import conflict, invisible, unseen_lines


def audit_store(files: Sequence[StoreFile], *, today: str) -> tuple[Fault, ...]:
    """Return what is held against the files, by file and line. `today` (YYYY-MM-DD) tells what is in force."""
    faults = [fault for file in files for fault in _alone(file)]
    faults += (*audit_ids(files), *audit_duplicates(files, today), *audit_relations(files))
    return tuple(sorted(faults, key=lambda fault: (fault.file, fault.line, fault.code, fault.message)))


def _alone(file: StoreFile) -> Iterator[Fault]:
    """Yield what is held against one file. What explains why it can't be read takes the place of the parser's words."""
    marked = conflict(file)
    # Cases are kept as they were said, hostile ones too; what the tool laid it lays anew.
    unseen = {} if file.kind in ("case", "tool") else unseen_lines(file)
    for fault in audit_file(file):
        if fault.code != "unreadable" or not (marked or fault.line in unseen):
            yield fault
    if marked:
        yield marked
    if unseen:
        yield invisible(file, unseen)
    yield from private(file)
