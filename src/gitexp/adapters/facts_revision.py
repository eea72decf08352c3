"""Gathers the facts of the manifests at a revision: laid into a folder of their own, and read as those of a work tree."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from gitexp.adapters.facts_gathering import FRAMEWORK, MAX_MANIFESTS
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.adapters.facts_unlaid import Unlaid
from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.manifests_known import places_at
from gitexp.records.facts import NOTHING, Facts
from gitexp.records.skipped import Skipped

MAX_MANIFEST = 20_000_000
MAX_DEPTH = 100
_NOT_READ = "exp does not read such files"
_ODD = frozenset({"", ".", ".."})


class RevisionFacts:
    """Answers `ports.FactsSource` for the tree of a commit; what people declared of a clone is not asked."""

    def __init__(self, git: Git, commit: str) -> None:
        self._git = git
        self._commit = commit
        self._known: tuple[Facts, Sequence[Skipped]] | None = None

    def gather(
        self,
        files: Sequence[str],
        given: Sequence[str],
        *,
        names: Collection[str] | None = None,
        tree: bool = True,
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
        tree = self._files()
        tracked = list(tree)
        with tempfile.TemporaryDirectory(prefix="exp-") as folder:
            root, why = Path(folder), dict[str, str]()
            if names is None or names:
                readable, others = _manifests(tracked, files)
                why = self._lay(root, {path: tree[path] for path in readable})
                why.update(dict.fromkeys(others, _NOT_READ))
            facts, skipped = _Laid(root, tracked, why).gather(files, given, names=names)
        return _of_manifests(facts), [one._replace(where=shown(one.where)) for one in skipped]

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


class _Laid(RepositoryFacts):
    """The facts of what was laid into a folder; of the rest only why it was not."""

    def __init__(self, root: Path, tracked: Sequence[str], why: Mapping[str, str]) -> None:
        super().__init__(root, lambda: tracked)
        self._why = why

    def _unlaid(self, root: str) -> Unlaid:
        return Unlaid(self._why)


def _manifests(tracked: Sequence[str], files: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the manifests that may count for these files, those that exp reads and the others; without one of all.

    Of too many the topmost are taken.
    """
    above = {folder for path in files for folder in _upwards(path)}
    places = [one for path in tracked for one in places_at(path) if not files or one.folder in above]
    readable = dict.fromkeys(sorted((one.path for one in places if one.read), key=_depth))
    others = dict.fromkeys(one.path for one in places if not one.read)
    return list(readable)[: 2 * MAX_MANIFESTS], list(others)


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _upwards(path: str) -> Iterator[str]:
    while path:
        path = path.rpartition("/")[0]
        yield path


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
