"""The lines that one commit put into a file and took out of it, as they were written."""

from __future__ import annotations

from typing import NamedTuple


class Lines(NamedTuple):
    """The lines of a commit's diff in one file, without their order."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
