"""Gathers the env facts: what people declared, and what the manifests of the work tree say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gitexp.adapters.facts_given import given_facts
from gitexp.adapters.manifests_files import ManifestFiles
from gitexp.adapters.manifests_known import ECOSYSTEMS, Known, known, read_lock, read_manifest
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable
from gitexp.records.facts import Dependency, Fact, Facts, Manifest
from gitexp.records.skipped import Skipped

MAX_MANIFESTS = 500
MAX_SKIPPED = 20
_FOREIGN = frozenset({"node_modules", "site-packages", ".venv", "venv"})
"""Folders that hold other people's projects."""


class RepositoryFacts:
    """Answers `ports.FactsSource` for one repository.

    `root` is its work tree, None where it has none; `tracked` lists its files and is called only where no file
    is asked about. `layers` are the declared facts, the strongest first: this clone's, then facts.yaml's; `unread`
    says which of them could not be read.
    """

    def __init__(
        self,
        root: Path | None,
        tracked: Callable[[], Sequence[str]],
        layers: Sequence[Mapping[str, Fact]] = (),
        platform: str | None = None,
        unread: Sequence[Skipped] = (),
    ) -> None:
        self._root = root
        self._tracked = tracked
        self._layers = layers
        self._platform = platform
        self._unread = unread

    def gather(
        self, files: Sequence[str], given: Sequence[str], *, dependencies: bool = True
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts for these files, and what could not be read.

        Raises UsageError for a thing given that is neither NAME=VALUE nor a file.
        """
        said, skipped = given_facts(given)
        skipped = [*self._unread, *skipped]
        declared: dict[str, Fact] = {}
        for layer in (said, *self._layers):
            declared.update((name, fact) for name, fact in layer.items() if name not in declared)
        tracked = () if files else tuple(self._tracked())
        gathering = _Gathering(ManifestFiles(self._root)) if self._root and dependencies else None
        if gathering and files:
            gathering.for_files(files)
        elif gathering:
            gathering.for_all(tracked)
        facts = Facts(given=declared, files=tuple(files), tracked=tracked, platform=self._platform)
        return gathering.add_to(facts, skipped) if gathering else (facts, skipped)


class _Gathering:
    """One gathering: which manifests and locks count, and what each of them says."""

    def __init__(self, tree: ManifestFiles) -> None:
        self._tree = tree
        self._readings: dict[Known, Reading | None] = {}
        self._locks: dict[Known, None] = {}
        self._skipped: list[Skipped] = []

    def for_files(self, files: Sequence[str]) -> None:
        """Take for each ecosystem the nearest folder upwards with a manifest, and the nearest with a lock file."""
        for folder in dict.fromkeys(_folder(path) for path in files):
            for ecosystem in ECOSYSTEMS:
                self._nearest_manifests(ecosystem, folder)
                self._nearest_locks(ecosystem, folder)

    def _nearest_manifests(self, ecosystem: str, start: str) -> None:
        for folder in _upwards(start):
            here = [one for one in self._tree.known_in(folder) if one.ecosystem == ecosystem and not one.lock]
            readings = [self._read(one) for one in here]
            # A manifest that can't be read is this folder's all the same: one further up is another project's.
            if any(reading is None or reading.counts != "nothing" for reading in readings):
                return

    def _nearest_locks(self, ecosystem: str, start: str) -> None:
        for folder in _upwards(start):
            here = [one for one in self._tree.known_in(folder) if one.ecosystem == ecosystem and one.lock]
            self._locks.update(dict.fromkeys(here))
            if here:
                return

    def for_all(self, tracked: Sequence[str]) -> None:
        """Take every tracked manifest, and those of the root that are not tracked yet; the topmost first."""
        listed = [one for path in tracked if (one := known(path)) and not _FOREIGN & set(path.split("/"))]
        found = dict.fromkeys(sorted((*listed, *self._tree.known_in("")), key=_depth))
        chosen = list(found)[:MAX_MANIFESTS]
        if len(found) > len(chosen):
            left = f"{len(found) - len(chosen)} of {len(found)} manifests were not read"
            self._skipped.append(
                Skipped(".", f"{left}; name a file with --file to read those of its project")
            )
        for one in chosen:
            if one.lock:
                self._locks[one] = None
            else:
                self._read(one)

    def _read(self, one: Known) -> Reading | None:
        if one not in self._readings:
            self._readings[one] = self._try(one, lambda text: read_manifest(one, text))
        return self._readings[one]

    def _try(self, one: Known, read: Callable[[str], Reading | None]) -> Reading | None:
        try:
            reading = read(self._tree.text(one.path))
        except Unreadable as error:
            self._skipped.append(Skipped(one.path, str(error)))
            return None
        if reading and reading.unread:
            more = f" and {len(reading.unread) - 3} more" if len(reading.unread) > 3 else ""
            self._skipped.append(Skipped(one.path, "; ".join(reading.unread[:3]) + more))
        return reading

    def add_to(self, facts: Facts, skipped: Sequence[Skipped]) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts with what the manifests say, and all that could not be read."""
        locks = {
            one: self._try(one, lambda text, one=one: read_lock(one, text, self._importers(one)))  # type: ignore[misc]
            for one in self._locks
        }
        read = [reading for reading in (*self._readings.values(), *locks.values()) if reading]
        counted = [*self._speaking(), *(one for one, reading in locks.items() if reading)]
        known = replace(
            facts,
            dependencies=tuple(dict.fromkeys(row for reading in read for row in reading.dependencies)),
            manifests=tuple(Manifest(one.ecosystem, one.path) for one in counted),
        )
        return known, [*skipped, *self._unread()]

    def _unread(self) -> list[Skipped]:
        """Return what could not be read; in a tree full of broken samples the first ones will do."""
        unread = [*self._skipped, *(Skipped(folder, why) for folder, why in self._tree.unread.items())]
        more = len(unread) - MAX_SKIPPED
        return [
            *unread[:MAX_SKIPPED],
            *([Skipped(".", f"{more} more manifests could not be read")] if more > 0 else []),
        ]

    def _speaking(self) -> Iterator[Known]:
        """Yield the manifests whose silence counts: not beside one that was not read, or not whole."""
        partial = {
            (one.ecosystem, one.folder)
            for one, reading in self._readings.items()
            if reading is None or reading.counts == "part"
        }
        for one, reading in self._readings.items():
            if reading and reading.counts == "whole" and (one.ecosystem, one.folder) not in partial:
                yield one

    def _importers(self, lock: Known) -> list[Importer]:
        """Return the projects that the lock file may be for: those below it with no other lock file nearer."""
        folders: dict[str, list[Reading | None]] = {}
        for one, reading in self._readings.items():
            if one.ecosystem == lock.ecosystem and (reading is None or reading.counts != "nothing"):
                folders.setdefault(one.folder, []).append(reading)
        locked = {one.folder for one in self._locks if one.ecosystem == lock.ecosystem}
        return [
            Importer(folder[len(lock.folder) :].strip("/") or ".", tuple(_rows(readings)))
            for folder, readings in folders.items()
            if next((above for above in _upwards(folder) if above in locked), None) == lock.folder
        ]


def _rows(readings: Iterable[Reading | None]) -> Iterator[Dependency]:
    for reading in readings:
        yield from reading.dependencies if reading else ()


def _folder(path: str) -> str:
    """Return the folder of an asked file; one outside of the repository is asked about at its root."""
    return "" if path.startswith(("/", "../")) else path.rpartition("/")[0]


def _upwards(folder: str) -> Iterator[str]:
    """Yield the folder and each one above it, the root (``) last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _depth(one: Known) -> tuple[int, str]:
    return one.path.count("/"), one.path
