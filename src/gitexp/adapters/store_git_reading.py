"""Reads one file of the store: the experience that it holds, or why it gives none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Protocol

from gitexp.adapters.git import shown
from gitexp.adapters.git_objects import StoredObject
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.skipped import Skipped

MAX_FILE = 1 << 16
"""Bytes of one experience: a person judges about thirty lines."""
TOO_LARGE = f"larger than {MAX_FILE >> 10} KiB: not read"


class ReadExperience(Protocol):
    """What the reader of a file found."""

    @property
    def experience(self) -> Experience[str]:
        """Return the experience."""
        ...

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """Return the keys that this version does not know."""
        ...


Read = Callable[[bytes, str], ReadExperience]


def standing_of(
    data: bytes, path: str, blob: str, read: Read, *, approved: bool = True
) -> Standing[str] | Skipped:
    """Return what a file holds."""
    try:
        found = read(data, path)
    except RecordError as error:
        return Skipped(error.where or path, f"{error.what}; {error.mend}" if error.mend else error.what)
    return named(path, blob, found, approved=approved)


def named(path: str, blob: str, found: ReadExperience, *, approved: bool) -> Standing[str] | Skipped:
    """Return what stands; the name of the file and the id inside must agree."""
    if found.experience.id != PurePosixPath(path).stem:
        return Skipped(
            path, f"the id in it is `{shown(found.experience.id)[:80]}`; the file's name must be ID.yaml"
        )
    return Standing(found.experience, path, blob, approved, found.unknown_keys)


def data_of(found: StoredObject | None) -> bytes | None:
    """Return the bytes of a blob, None where there are none to be had."""
    return found.data if found is not None and found.kind == "blob" else None


def unreadable(found: StoredObject | None) -> str:
    """Return why a blob gave no text."""
    return (
        TOO_LARGE
        if found is not None
        else "not in this clone: git fetch --refetch --no-filter brings what it lacks"
    )


def not_served(shown_base: str, *, differs: bool) -> str:
    """Return why an entry of HEAD is not served."""
    return f"differs from {shown_base}: not served" if differs else f"not on {shown_base} yet: not served"
