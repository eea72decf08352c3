"""The index of a test's repository, opened as a new process of recall opens it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gitexp.adapters.index_git import GitIndex
from gitexp.cli.wiring_recall import RecallWiring


@contextmanager
def index_in(path: Path) -> Iterator[GitIndex]:
    """Give the index, and close its database."""
    index = RecallWiring(str(path)).served
    try:
        yield index
    finally:
        index.database.close()
