"""The part of the wiring that shows the index, makes it anew, compares it with a fresh one, and makes vectors."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters.index_contents import Contents as Contents
from gitexp.adapters.index_contents import contents, empty
from gitexp.adapters.index_git import place
from gitexp.cli.wiring_meaning import endpoint_of, redacted, served, vectors_of
from gitexp.cli.wiring_recall import RecallWiring
from gitexp.config_embeddings import SETTING, embeddings_config, is_on
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from gitexp.adapters.embeddings_build import EmbeddingsBuilder, Plan
    from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
    from gitexp.adapters.embeddings_sqlite import KeptVectors
    from gitexp.records.skipped import Skipped


class Kept(NamedTuple):
    """A file of this clone, and its size in bytes; `path` is "" where nothing can be written and memory must do."""

    path: str
    size: int


class Vectors(NamedTuple):
    """How many of the experiences in force have a vector of this model."""

    model: str
    endpoint: str
    kept: Kept
    have: int
    served: int


class IndexWiring(RecallWiring):
    """The index of one work tree, and the vectors of its clone."""

    @property
    def meant(self) -> bool:
        """Return whether nearness in meaning is switched on."""
        return is_on(self._read_settings)

    def contents(self) -> Contents:
        """Return what the index holds now, brought up to date."""
        return self.served.ask(contents)

    def unserved(self) -> list[Skipped]:
        """Return what of the store is not in force, and why."""
        return list(self.served.index.skipped())

    def forget(self) -> None:
        """Empty the index: it is made anew by whoever asks next."""
        self.served.database.change(empty)
        self.served.database.close()
        del self.served

    def differences(self) -> list[str]:
        """Return what the index has otherwise than a fresh one, which is made in memory."""
        from gitexp.adapters.derived_sqlite import DerivedDatabase
        from gitexp.adapters.index_compared import differences
        from gitexp.adapters.index_tables import FORM, TABLES

        fresh = IndexWiring(self._asking.cwd).served
        fresh.database = DerivedDatabase(None, FORM, TABLES)
        return fresh.ask(lambda wanted: self.served.ask(lambda found: differences(found, wanted)))

    @property
    def index_file(self) -> Kept:
        """Return where the index lies."""
        path = place(self.layout)
        return _kept(path) if self.served.database.kept else Kept("", 0)

    @cached_property
    def endpoint(self) -> EmbeddingsEndpoint:
        """Return the endpoint. Raises RepositoryError where what is configured can't be used."""
        return endpoint_of(embeddings_config(self._read_settings, os.environ))

    @cached_property
    def kept_vectors(self) -> KeptVectors:
        return vectors_of(self.layout.common_dir, self.endpoint)

    def vectors(self) -> Vectors:
        """Return how many experiences have a vector. Raises RepositoryError as `endpoint` does."""
        kept = self.kept_vectors
        blobs = set(served(self.served))
        have = len(blobs & kept.blobs()) if kept.there else 0
        file = _kept(kept.path or "") if kept.there else Kept("", 0)
        return Vectors(self.endpoint.model, self.endpoint.shown, file, have, len(blobs))

    @cached_property
    def builder(self) -> EmbeddingsBuilder:
        """Return what makes vectors. Raises RepositoryError where that can't be done here."""
        if find_spec("numpy") is None:
            mend = "pip install 'git-exp[embeddings]' (or pipx inject git-exp numpy)"
            raise RepositoryError(SETTING, "needs the package numpy, which is not installed", mend)
        from gitexp.adapters.embeddings_build import EmbeddingsBuilder

        if not self.kept_vectors.kept:
            raise RepositoryError(self.kept_vectors.path or "", "can't be written: no vector could be kept")
        return EmbeddingsBuilder(self.kept_vectors, self.endpoint, redacted, time.sleep)

    def plan(self, *, anew: bool) -> Plan:
        """Return which vectors are to be made: those that are missing, or all of them."""
        blobs = served(self.served)
        index = self.served.index
        numbers = index.by_blobs(blobs if anew else self.builder.missing(blobs))
        return self.builder.plan(index.cards(list(numbers.values())), anew=anew)

    def make(self, plan: Plan, tell: Callable[[int, int], object]) -> list[Skipped]:
        """Make vectors, and return what could not be made. Raises OutsideError."""
        today = time.strftime("%Y-%m-%d", time.gmtime())
        left_out = self.builder.build(plan, today, tell)
        self.builder.tidy(served(self.served), today)
        return left_out


def _kept(path: str) -> Kept:
    files = [Path(path + end) for end in ("", "-wal")]
    return Kept(path, sum(file.stat().st_size for file in files if file.is_file()))
