"""Audits the identities of the store: the id that a file gives is its name, and no two files share its ten digits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.records.fault import Fault
from gitexp.records.store_file import StoreFile, StoreFileKind
from gitexp.steps.audit_held import held

MOST_TYPED = 40
_IDENTITY = re.compile(r"-([0-9a-f]{10})\Z")


def identity(id: str) -> str:
    """Return the ten hex digits that stay when the words of an id change; empty where it has none."""
    found = _IDENTITY.search(id)
    return found[1] if found else ""


def typed(id: str) -> str:
    """Return what to type for an experience: its id, or its ten digits where that would not fit on a line."""
    return id if len(id) <= MOST_TYPED else identity(id) or id


def audit_ids(files: Sequence[StoreFile]) -> Iterator[Fault]:
    """Yield the files whose id and name differ, and those that share an identity."""
    for kind in _KINDS:
        some = sorted((file for file in files if file.kind == kind and file.id), key=lambda file: file.path)
        yield from _shared(sorted(some, key=lambda file: not _may_be_served(file)))
        yield from _misnamed(some)


_KINDS: tuple[StoreFileKind, ...] = ("experience", "change")


def _shared(files: Sequence[StoreFile]) -> Iterator[Fault]:
    """Yield all but the first file of an identity: it is the one that is served."""
    first: dict[str, StoreFile] = {}
    for file in files:
        hex = identity(file.id)
        other = first.setdefault(hex, file) if hex else file
        if other is not file:
            message = f"has the same identity `{hex}` as {other.path}, so it is not served"
            mend = "keep one of them, or give this one ten other hex digits"
            yield held(file, "duplicate_id", file.line("id"), message, mend)


def _may_be_served(file: StoreFile) -> bool:
    """Return whether nothing about the file itself keeps it from being served: what it holds, its name, its place."""
    depth = {"experience": 2, "change": 3}.get(file.kind)
    read = file.experience is not None or file.change is not None
    return read and file.name == f"{file.id}.yaml" and file.path.count("/") == depth


def _misnamed(files: Sequence[StoreFile]) -> Iterator[Fault]:
    names = {file.stem for file in files}
    for file in files:
        # A copy that kept its id is told as such; its name is not to be changed to one that is taken.
        if file.id == file.stem or file.id in names or not identity(file.id):
            continue
        message = "the id in it is not the name of the file, so it is not served"
        same = identity(file.id) == identity(file.stem)
        mend = (
            f"name it {file.id}.yaml"
            if same
            else f"name it {file.id}.yaml, or write the id that it is named after"
        )
        yield held(file, "id", file.line("id"), message, mend)
