"""Keeps what the work tree says in the index of this clone, so that recall parses a manifest only when it has changed."""

from __future__ import annotations

import contextlib
import sqlite3
from time import time_ns
from typing import TYPE_CHECKING

from gitexp.adapters.facts_gathering import gathered
from gitexp.adapters.facts_kept_readings import KeptReadings
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.adapters.manifests_files import state_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Mapping, Sequence

    from gitexp.adapters.derived_sqlite import DerivedDatabase
    from gitexp.adapters.facts_kept_readings import News
    from gitexp.adapters.manifests_files import ManifestFiles
    from gitexp.records.facts import Fact, Facts
    from gitexp.records.skipped import Skipped


class KeptFacts(RepositoryFacts):
    """Answers `ports.FactsSource` as RepositoryFacts does, out of the index of the clone; `now` is in nanoseconds."""

    def __init__(
        self,
        root: str | os.PathLike[str] | None,
        tracked: Callable[[], Sequence[str]],
        layers: Sequence[Mapping[str, Fact]],
        platform: str | None,
        unread: Sequence[Skipped],
        database: DerivedDatabase,
        now: Callable[[], int] = time_ns,
        git_dir: str | None = None,
    ) -> None:
        super().__init__(root, tracked, layers, platform, unread, git_dir)
        self._database = database
        self._now = now

    def _told(
        self, files: ManifestFiles, facts: Facts, names: Collection[str] | None
    ) -> tuple[Facts, Sequence[Skipped]]:
        begun, top = self._now(), state_of(files.root)
        if top is None:
            return super()._told(files, facts, names)
        tree = f"{top.st_dev:x}:{top.st_ino:x}"

        def question(db: sqlite3.Connection) -> tuple[tuple[Facts, Sequence[Skipped]], News]:
            readings = KeptReadings(files, db, tree, begun)
            return gathered(facts, readings, names), readings.news

        try:
            told, news = self._database.ask(question)
        except (sqlite3.Error, ValueError, TypeError):
            # What is kept makes no sense: all of it is read anew in the next call.
            self._keep(tree, None)
            return super()._told(files, facts, names)
        if news.seen or news.read:
            self._keep(tree, news)
        return told

    def _keep(self, tree: str, news: News | None) -> None:
        """Write what is new in one transaction, or without news forget all; where that can't be nothing happens."""
        if not self._database.kept:
            return
        from gitexp.adapters.facts_kept_write import forget, write  # late: most calls find nothing new

        with contextlib.suppress(sqlite3.Error):
            self._database.change(lambda db: write(db, tree, news) if news else forget(db))
