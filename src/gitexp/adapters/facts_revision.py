"""Gathers the facts of the manifests at a revision: laid into a folder of their own, and read as those of a work tree."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from gitexp.adapters.facts_gathering import FRAMEWORK, MAX_MANIFESTS
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.manifests_known import known
from gitexp.records.facts import NOTHING, Facts
from gitexp.records.skipped import Skipped

MAX_MANIFEST = 20_000_000
MAX_DEPTH = 100
_ODD = frozenset({"", ".", ".."})


class RevisionFacts:
    """Answers `ports.FactsSource` for the tree of a commit; what people declared of a clone is not asked."""

    def __init__(self, git: Git, commit: str) -> None:
        self._git = git
        self._commit = commit
        self._known: tuple[Facts, Sequence[Skipped]] | None = None

    def gather(
        self, files: Sequence[str], given: Sequence[str], *, names: Collection[str] | None = None
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts of the tree's manifests, for these files or for all, and what could not be read."""
        if files or given or names is not None:
            return self._gathered(files, given, names)
        if self._known is None:
            self._known = self._gathered((), (), None)
        return self._known

    def _gathered(
        self, files: Sequence[str], given: Sequence[str], names: Collection[str] | None
    ) -> tuple[Facts, Sequence[Skipped]]:
        files_of_tree = self._files()
        tracked = list(files_of_tree)
        with tempfile.TemporaryDirectory(prefix="exp-") as folder:
            root, why = Path(folder), dict[str, str]()
            if names is None or names:
                manifests = [path for path in tracked if known(path)][: 2 * MAX_MANIFESTS]
                why = self._lay(root, {path: files_of_tree[path] for path in manifests})
            facts, skipped = RepositoryFacts(root, lambda: tracked).gather(files, given, names=names)
        # What was not laid is told with its own reason, not with what its place in the folder looks like.
        return _of_manifests(facts), [
            one._replace(where=shown(one.where), what=why.get(one.where, one.what)) for one in skipped
        ]

    def _files(self) -> dict[str, tuple[str, str]]:
        """Return mode and id of each file of the tree, by path."""
        listed = self._git.run("ls-tree", "-r", "-z", "--full-tree", self._commit).split(b"\0")[:-1]
        rows = [row.partition(b"\t") for row in listed]
        return {
            name.decode("utf-8", "surrogateescape"): (told[:6].decode(), told.rpartition(b" ")[2].decode())
            for told, _, name in rows
        }

    def _lay(self, root: Path, manifests: Mapping[str, tuple[str, str]]) -> dict[str, str]:
        """Lay the manifests into a folder, and return why any of them does not lie there."""
        why = {path: reason for path, (mode, _) in manifests.items() if (reason := _unfit(path, mode))}
        fit = {path: id for path, (_, id) in manifests.items() if path not in why}
        with ObjectReader(self._git) as reader:
            found = reader.read_all(list(fit.values()), MAX_MANIFEST)
        for path, stored in zip(fit, found, strict=True):
            if stored is None:
                why[path] = "not in this clone: git fetch --refetch --no-filter brings what it lacks"
            elif stored.data is None:
                why[path] = f"it is larger than {MAX_MANIFEST // 1_000_000} MB"
            else:
                try:
                    _write(root / path, stored.data)
                except OSError as error:
                    why[path] = f"its name fits on no disk here: {error.strerror}"
        return why


def _of_manifests(facts: Facts) -> Facts:
    """Return the facts without those of files that were not laid: nothing is told of CI, tools and imports."""
    shown = {key: fact for key, fact in facts.environment.items() if key == FRAMEWORK}
    told = {key: values for key, values in facts.tellable.items() if key == FRAMEWORK}
    return facts._replace(environment=shown, tellable=told, imports=NOTHING)


def _unfit(path: str, mode: str) -> str:
    """Return why a path is not even tried: a hostile tree can hold names that lead out of the folder, or very deep."""
    if not mode.startswith("100"):
        return "it is a link: not followed"
    folders = path.split("/")[:-1]
    if "\n" in path or _ODD & {*folders, path}:
        return "its name is none that a file can have: not read"
    return f"lies more than {MAX_DEPTH} folders deep: not read" if len(folders) > MAX_DEPTH else ""


def _write(target: Path, data: bytes) -> None:
    """Write a new file. What lies there has a name that this disk takes for the same one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        file.write(data)
