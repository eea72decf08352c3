"""Finds experiences in force that say the same: equal `when` and `what`, blanks and case apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.fault import Fault
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_held import held
from gitexp.steps.audit_ids import identity


def audit_duplicates(files: Sequence[StoreFile], today: str) -> Iterator[Fault]:
    """Yield each experience that repeats an earlier one, by path. One identity twice is another fault."""
    first: dict[tuple[str, str], StoreFile] = {}
    for file in sorted(files, key=lambda file: file.path):
        experience = file.experience
        if experience is None or not experience.in_force(today):
            continue
        other = first.setdefault((_plain(experience.when), _plain(experience.what)), file)
        if other is file or identity(other.id) == identity(file.id):
            continue
        message = f"says the same as {other.path}"
        mend = f"keep one: `exp supersede {file.id} --by {other.id}`"
        yield held(file, "duplicate", file.line("what"), message, mend, "warning")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
