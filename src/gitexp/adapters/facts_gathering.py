"""Says which manifests and lock files count for the files asked about, and joins what they say to the facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.facts import Fact, Facts, Manifest
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from gitexp.adapters.facts_readings import Readings
    from gitexp.adapters.manifests_known import Known
    from gitexp.records.facts import Dependency

FRAMEWORK = "framework"
"""The free key that manifests show."""
MAX_MANIFESTS = 500
MAX_SKIPPED = 20
MAX_IMPORTING = 100
"""Files whose imports are told."""
_MOST_ORIGINS = 3
_FOREIGN = frozenset({"node_modules", "site-packages", ".venv", "venv"})
"""Folders that hold other people's projects."""
COUNTS = ("whole", "part", "nothing", "unread", "foreign")
"""What a file may count for: as a Reading has it, or it could not be read, or it is a lock file of other projects."""


class Said(NamedTuple):
    """What a manifest or lock file says, its dependencies apart.

    `counts` is one of COUNTS, `note` says in words what could not be read. `digest` tells its dependencies apart where
    they are kept; `number` is where that is, 0 where it is nowhere; `rows` are they where they were just read.
    """

    place: Known
    counts: str
    note: str = ""
    frameworks: str = ""
    digest: str = ""
    number: int = 0
    rows: tuple[Dependency, ...] | None = None


class Importing(NamedTuple):
    """A project that a lock file may be for: its folder as the lock names it, and what its manifests say."""

    folder: str
    said: tuple[Said, ...]


def gathered(
    facts: Facts, readings: Readings, names: Collection[str] | None
) -> tuple[Facts, Sequence[Skipped]]:
    """Return the facts with what the work tree says of their files, and what could not be read."""
    gathering = _Gathering(readings)
    if names is None or names:
        gathering.take(facts.files, facts.tracked)
    locks = gathering.locks()
    said = [*gathering.said, *locks]
    speaking = list(gathering.speaking())
    manifests = [*speaking, *(one.place for one in locks if one.counts == "whole")]
    environment, tellable = _environment(readings, gathering.said, {one.ecosystem for one in speaking})
    known = facts._replace(
        dependencies=tuple(dict.fromkeys(readings.dependencies(said, names))),
        manifests=tuple(Manifest(one.ecosystem, one.path) for one in manifests),
        partly=frozenset(one.place.ecosystem for one in gathering.said if one.counts in ("part", "unread")),
        environment=environment,
        tellable=tellable,
        imports=_imports(facts.files, readings),
    )
    return known, gathering.unread(said)


class _Gathering:
    """One gathering: which manifests and locks count, and what each of them says."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._said: dict[Known, Said] = {}
        self._locks: dict[Known, None] = {}
        self._left = ""

    @property
    def said(self) -> list[Said]:
        """Return what the manifests say, in the order in which they were met: for a file the nearest first."""
        return list(self._said.values())

    def take(self, files: Sequence[str], tracked: Sequence[str]) -> None:
        """Take the nearest manifests and locks of each file; without one those of the whole tree."""
        for folder in dict.fromkeys(_folder(path) for path in files):
            self._nearest(folder)
        if not files:
            self._all(tracked)

    def _nearest(self, start: str) -> None:
        """Take for each ecosystem the nearest folder upwards with a manifest, and the nearest with a lock file."""
        spoken: set[str] = set()
        locked: set[str] = set()
        for folder in _upwards(start):
            here = self._readings.places_in(folder)
            said = [self._manifest(one) for one in here if not one.lock and one.ecosystem not in spoken]
            locks = [one for one in here if one.lock and one.ecosystem not in locked]
            # A manifest that can't be read is this folder's all the same: one further up is another project's.
            spoken.update(one.place.ecosystem for one in said if one.counts != "nothing")
            locked.update(one.ecosystem for one in locks)
            self._locks.update(dict.fromkeys(locks))

    def _all(self, tracked: Sequence[str]) -> None:
        """Take every tracked manifest, and those of the root that are not tracked yet; the topmost first."""
        listed = [one for one in self._readings.places_of(tracked) if not _FOREIGN & set(one.path.split("/"))]
        found = dict.fromkeys(sorted((*listed, *self._readings.places_in("")), key=_depth))
        chosen = list(found)[:MAX_MANIFESTS]
        if len(found) > len(chosen):
            left = f"{len(found) - len(chosen)} of {len(found)} manifests were not read"
            self._left = f"{left}; name a file with --file to read those of its project"
        for one in chosen:
            if one.lock:
                self._locks[one] = None
            else:
                self._manifest(one)

    def _manifest(self, one: Known) -> Said:
        if one not in self._said:
            self._said[one] = self._readings.manifest(one)
        return self._said[one]

    def locks(self) -> list[Said]:
        """Return what the lock files say, each for its importers."""
        return [self._readings.lock(one, self._importing(one)) for one in self._locks]

    def speaking(self) -> Iterator[Known]:
        """Yield the manifests whose silence counts: not beside one that was not read, or not whole."""
        partial = {
            (one.ecosystem, one.folder)
            for one, said in self._said.items()
            if said.counts in ("unread", "part")
        }
        for one, said in self._said.items():
            if said.counts == "whole" and (one.ecosystem, one.folder) not in partial:
                yield one

    def _importing(self, lock: Known) -> list[Importing]:
        """Return the projects that the lock file may be for: those below it with no other lock file nearer."""
        folders: dict[str, list[Said]] = {}
        for one, said in self._said.items():
            if one.ecosystem == lock.ecosystem and said.counts != "nothing":
                folders.setdefault(one.folder, []).append(said)
        locked = {one.folder for one in self._locks if one.ecosystem == lock.ecosystem}
        return [
            Importing(folder[len(lock.folder) :].strip("/") or ".", tuple(said))
            for folder, said in folders.items()
            if next((above for above in _upwards(folder) if above in locked), None) == lock.folder
        ]

    def unread(self, said: Sequence[Said]) -> list[Skipped]:
        """Return what could not be read; in a tree full of broken samples the first ones will do."""
        unread = [Skipped(".", self._left)] if self._left else []
        unread += [Skipped(one.place.path, one.note) for one in said if one.note]
        unread += [Skipped(folder, why) for folder, why in self._readings.unread.items()]
        more = len(unread) - MAX_SKIPPED
        return [
            *unread[:MAX_SKIPPED],
            *([Skipped(".", f"{more} more manifests could not be read")] if more > 0 else []),
        ]


def _environment(
    readings: Readings, said: Sequence[Said], ecosystems: Collection[str]
) -> tuple[dict[str, Fact], dict[str, frozenset[str]]]:
    """Return what the repository shows under free keys, and what it would have shown."""
    shown, tellable = readings.surroundings()
    found: dict[str, str] = {}
    for one in said:
        for framework in one.frameworks.split(", ") if one.frameworks else ():
            found.setdefault(framework, one.place.path)
    if found:
        shown = {**shown, FRAMEWORK: joined(found)}
    frameworks = readings.tellable_frameworks(ecosystems) if ecosystems else frozenset[str]()
    return shown, {**tellable, FRAMEWORK: frameworks}


def joined(values: Mapping[str, str]) -> Fact:
    """Return several values as one fact, with the files that say so."""
    names = sorted(values)
    origins = list(dict.fromkeys(values[name] for name in names))
    more = f" and {len(origins) - _MOST_ORIGINS} more" if len(origins) > _MOST_ORIGINS else ""
    return Fact(", ".join(names), ", ".join(origins[:_MOST_ORIGINS]) + more)


def _imports(files: Sequence[str], readings: Readings) -> dict[str, str]:
    """Return the modules that the files import, each with the first file that does."""
    found: dict[str, str] = {}
    for path in [path for path in files if not _is_outside(path)][:MAX_IMPORTING]:
        for module in readings.imports(path):
            found.setdefault(module, path)
    return found


def _is_outside(path: str) -> bool:
    return path.startswith(("/", "../"))


def _folder(path: str) -> str:
    """Return the folder of an asked file; one outside of the repository is asked about at its root."""
    return "" if _is_outside(path) else path.rpartition("/")[0]


def _upwards(folder: str) -> Iterator[str]:
    """Yield the folder and each one above it, the root (``) last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _depth(one: Known) -> tuple[int, str]:
    return one.path.count("/"), one.path
