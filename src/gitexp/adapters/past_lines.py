"""Asks git which commits touched some lines of a file, and who wrote the lines that live there."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from gitexp.adapters.git import Git
from gitexp.adapters.past_log import Head, heads
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.archaeology import Living
from gitexp.records.past import Place

_RUN = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+) (\d+)")


def touching(git: Git, rev: str, place: Place) -> list[Head]:
    """Return the commits that touched the lines of a place, newest first, across renames of the file.

    Raises UsageError where the file has no such line.
    """
    # The option names renames anew: git's own configuration is switched off, and with it its following of them.
    lines = f"-L{place.first},{place.last}:{place.path}"
    try:
        return list(heads(git, "-M", lines, "--end-of-options", rev))
    except RepositoryError as error:
        many = re.search(r"has only (\d+) lines?", error.what)
        if many is None:
            raise
        raise UsageError(place.shown, f"the file has only {many[1]} lines at this revision") from error


def runs(out: bytes, borders: Collection[str]) -> list[Living]:
    """Return what `git blame --incremental` printed as runs of lines, in the order of the file."""
    people: dict[bytes, _Commit] = {}
    found: list[tuple[int, int, bytes]] = []
    commit = _Commit()
    for row in out.split(b"\n"):
        key, _, value = row.partition(b" ")
        if match := _RUN.fullmatch(row):
            commit = people.setdefault(match[1], _Commit())
            found.append((int(match[2]), int(match[3]), match[1]))
        elif key == b"author":
            commit.author = value.decode("utf-8", "replace")
        elif key == b"author-time":
            commit.seconds = int(value) if value.lstrip(b"-").isdigit() else 0
    return [
        Living(first, count, id.decode(), people[id].author, people[id].day, id.decode() in borders)
        for first, count, id in sorted(found)
    ]


@dataclass
class _Commit:
    """What blame tells of one commit."""

    author: str = ""
    seconds: int = 0

    @property
    def day(self) -> str:
        """Return the author's date in UTC, ISO 8601; "" for one that no calendar has."""
        try:
            return datetime.fromtimestamp(self.seconds, UTC).isoformat()
        except (OverflowError, ValueError, OSError):
            return ""
