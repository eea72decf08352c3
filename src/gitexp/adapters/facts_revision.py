"""Gathers the facts of the manifests at a revision: laid into a folder of their own, and read as those of a work tree."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from gitexp.adapters.facts_repository import MAX_MANIFESTS, RepositoryFacts
from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.manifests_known import known
from gitexp.records.facts import Facts
from gitexp.records.skipped import Skipped

MAX_MANIFEST = 20_000_000
_ODD = frozenset({"", ".", ".."})


class RevisionFacts:
    """Answers `ports.FactsSource` for the tree of a commit; what people declared of a clone is not asked."""

    def __init__(self, git: Git, commit: str) -> None:
        self._git = git
        self._commit = commit
        self._known: tuple[Facts, Sequence[Skipped]] | None = None

    def gather(
        self, files: Sequence[str], given: Sequence[str], *, dependencies: bool = True
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts of the tree's manifests, for these files or for all, and what could not be read."""
        if files or given or not dependencies:
            return self._gathered(files, given, dependencies=dependencies)
        if self._known is None:
            self._known = self._gathered((), (), dependencies=True)
        return self._known

    def _gathered(
        self, files: Sequence[str], given: Sequence[str], *, dependencies: bool
    ) -> tuple[Facts, Sequence[Skipped]]:
        tracked = self._tracked()
        with tempfile.TemporaryDirectory(prefix="exp-") as folder:
            root = Path(folder)
            if dependencies:
                self._lay(root, [path for path in tracked if known(path)][: 2 * MAX_MANIFESTS])
            return RepositoryFacts(root, lambda: tracked).gather(files, given, dependencies=dependencies)

    def _tracked(self) -> list[str]:
        listed = self._git.run("ls-tree", "-r", "-z", "--full-tree", "--name-only", self._commit)
        return [name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0")[:-1]]

    def _lay(self, root: Path, paths: Sequence[str]) -> None:
        # A hostile tree can hold names that lead out of the folder.
        safe = [path for path in paths if "\n" not in path and not _ODD & set(path.split("/"))]
        with ObjectReader(self._git) as reader:
            found = reader.read_all([f"{self._commit}:{path}" for path in safe], MAX_MANIFEST)
        for path, stored in zip(safe, found, strict=True):
            if stored is not None and stored.kind == "blob" and stored.data is not None:
                target = root / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(stored.data)
