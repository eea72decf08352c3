"""What could not be read, and why: nothing is lost silently."""

from __future__ import annotations

from typing import NamedTuple


class Skipped(NamedTuple):
    """Something a source, the store or the facts could not read, and why. Nothing is lost silently."""

    where: str
    what: str
    bad: bool = True
    """False for a file in a folder that no source recognises: counted, but no fault of the input."""
