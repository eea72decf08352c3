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
_UPWARDS = frozenset({"npm"})
"""Ecosystems in which the code of a project finds what the projects above it in the same workspace ask for."""
_LEFT_OPEN = frozenset({"cargo", "maven"})
"""Ecosystems in which a manifest may leave a version to one above."""
_Imported = tuple[dict[str, str], dict[str, str], set[str]]
"""Modules and frameworks, each with the first file that imports it, and the frameworks of modules that may be one's own."""
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
    above = gathering.above(locks)
    said = [*gathering.said, *above, *locks]
    speaking = list(gathering.speaking())
    manifests = [*speaking, *(one.place for one in locks if one.counts == "whole")]
    modules, imported, doubtful = _imported(facts.files, readings, names)
    shown, tellable = readings.surroundings()
    partly = gathering.partly(said)
    ecosystems = {one.ecosystem for one in speaking} - partly
    told = readings.tellable_frameworks(ecosystems) if ecosystems else frozenset[str]()
    given = facts.given if names is None or FRAMEWORK in names else {}
    doubtful.update(value for one in above for value in one.frameworks.split(", ") if value)
    framework, doubted = _framework([*gathering.said, *locks], imported, doubtful, given, readings)
    known = facts._replace(
        dependencies=_dependencies(said, above, readings, names),
        manifests=tuple(Manifest(one.ecosystem, one.path) for one in manifests),
        partly=partly,
        environment={**shown, FRAMEWORK: framework} if framework else shown,
        tellable={**tellable, FRAMEWORK: told - doubted},
        imports=modules,
    )
    return known, gathering.unread(said)


class _Gathering:
    """One gathering: which manifests and locks count, and what each of them says."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._said: dict[Known, Said] = {}
        self._above: dict[Known, Said] = {}
        self._locks: dict[Known, None] = {}
        self._silent: set[str] = set()
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
            here = self._readable(self._readings.places_in(folder))
            said = [self._manifest(one) for one in here if not one.lock and one.ecosystem not in spoken]
            locks = [one for one in here if one.lock and one.ecosystem not in locked]
            # A manifest that can't be read is this folder's all the same: one further up is another project's.
            spoken.update(one.place.ecosystem for one in said if one.counts != "nothing")
            locked.update(one.ecosystem for one in locks)
            self._locks.update(dict.fromkeys(locks))

    def _all(self, tracked: Sequence[str]) -> None:
        """Take every tracked manifest, and those of the root that are not tracked yet; the topmost first."""
        listed = [one for one in self._readings.places_of(tracked) if not _FOREIGN & set(one.path.split("/"))]
        found = list(dict.fromkeys(sorted((*listed, *self._readings.places_in("")), key=_depth)))
        found = self._readable(found)
        chosen = found[:MAX_MANIFESTS]
        if len(found) > len(chosen):
            self._silent.update(one.ecosystem for one in found[MAX_MANIFESTS:])
            left = f"{len(found) - len(chosen)} of {len(found)} manifests were not read"
            self._left = f"{left}; name a file with --file to read those of its project"
        for one in chosen:
            if one.lock:
                self._locks[one] = None
            else:
                self._manifest(one)

    def _readable(self, places: Sequence[Known]) -> list[Known]:
        """Return what exp reads of these, and note the ecosystems of what it does not."""
        self._silent.update(one.ecosystem for one in places if not one.read)
        return [one for one in places if one.read]

    def _manifest(self, one: Known) -> Said:
        if one not in self._said:
            self._said[one] = self._readings.manifest(one)
        return self._said[one]

    def locks(self) -> list[Said]:
        """Return what the lock files say, each for its importers."""
        return [self._readings.lock(one, self._importing(one)) for one in self._locks]

    def above(self, locks: Sequence[Said]) -> list[Said]:
        """Return what the manifests between a project and the lock file of its workspace say, the nearest first."""
        for lock in (one.place for one in locks if one.counts == "whole" and one.place.ecosystem in _UPWARDS):
            folders = (above for one in self._projects(lock) for above in _upwards(one, lock.folder))
            for one in (place for folder in folders for place in self._readings.places_in(folder)):
                if one.read and not one.lock and one.ecosystem == lock.ecosystem and one not in self._said:
                    self._above[one] = self._readings.manifest(one)
        return list(self._above.values())

    def speaking(self) -> Iterator[Known]:
        """Yield the manifests whose silence counts: not beside one that was not read, or not whole."""
        all_said = {**self._said, **self._above}
        partial = {
            (one.ecosystem, one.folder) for one, said in all_said.items() if said.counts in ("unread", "part")
        }
        for one, said in all_said.items():
            if said.counts == "whole" and (one.ecosystem, one.folder) not in partial:
                yield one

    def partly(self, said: Sequence[Said]) -> frozenset[str]:
        """Return the ecosystems of which something that may name a package was not read, or not whole."""
        if self._readings.unread:
            from gitexp.records.languages import ECOSYSTEMS

            return ECOSYSTEMS  # in a folder that can't be looked into there may be any manifest
        found = (one.place.ecosystem for one in said if one.counts in ("part", "unread"))
        return frozenset((*self._silent, *found))

    def _importing(self, lock: Known) -> list[Importing]:
        """Return the projects that the lock file may be for, by their folders as it names them."""
        return [
            Importing(folder[len(lock.folder) :].strip("/") or ".", tuple(said))
            for folder, said in self._projects(lock).items()
        ]

    def _projects(self, lock: Known) -> dict[str, list[Said]]:
        """Return the folders below a lock file with no other lock file nearer, each with what its manifests say."""
        folders: dict[str, list[Said]] = {}
        for one, said in self._said.items():
            if one.ecosystem == lock.ecosystem and said.counts != "nothing":
                folders.setdefault(one.folder, []).append(said)
        locked = {one.folder for one in self._locks if one.ecosystem == lock.ecosystem}
        return {
            folder: said
            for folder, said in folders.items()
            if next((above for above in _upwards(folder) if above in locked), None) == lock.folder
        }

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


def _dependencies(
    said: Sequence[Said], above: Sequence[Said], readings: Readings, names: Collection[str] | None
) -> tuple[Dependency, ...]:
    rows = list(readings.dependencies(said, names))
    if above or any(row.ecosystem in _LEFT_OPEN and not row.version and not row.declared for row in rows):
        from gitexp.adapters.facts_above import nearest_first, settled_above  # late: few projects need it

        rows = list(settled_above(nearest_first(rows, above), said, readings))
    return tuple(dict.fromkeys(rows))


def _framework(
    said: Sequence[Said],
    imported: dict[str, str],
    doubtful: set[str],
    given: Mapping[str, Fact],
    readings: Readings,
) -> tuple[Fact | None, frozenset[str]]:
    """Return the frameworks that are here, and those that may be: of them the manifests' silence proves nothing."""
    found: dict[str, str] = {}
    for one in said:
        named = one.frameworks.split(", ") if one.frameworks else ()
        if one.place.lock:
            doubtful.update(named)  # it may be there for the sake of another package
        else:
            found.update((value, one.place.path) for value in named if value not in found)
    found = {**imported, **found}
    if given:
        from gitexp.records.packages import prefixed
    for key, fact in reversed(list(given.items())):  # what people declared comes first, and of that the first
        for value in readings.frameworks(*prefixed(key)):
            if fact.value.strip().lower() == "no":
                found.pop(value, None)
                doubtful.add(value)
            else:
                found[value] = fact.origin
    return joined(found) if found else None, frozenset(doubtful)


def joined(values: Mapping[str, str]) -> Fact:
    """Return several values as one fact, with the files that say so."""
    names = sorted(values)
    origins = list(dict.fromkeys(values[name] for name in names))
    more = f" and {len(origins) - _MOST_ORIGINS} more" if len(origins) > _MOST_ORIGINS else ""
    return Fact(", ".join(names), ", ".join(origins[:_MOST_ORIGINS]) + more)


def _imported(files: Sequence[str], readings: Readings, names: Collection[str] | None) -> _Imported:
    """Return what the files import of these names, all where it is None."""
    modules, shown, doubtful = dict[str, str](), dict[str, str](), set[str]()
    if names is not None and not names:
        return modules, shown, doubtful
    from gitexp.records.packages import keys_of, normal

    wanted = None if names is None else frozenset(map(normal, names))
    for path in [path for path in files if not _is_outside(path)][:MAX_IMPORTING]:
        for module, told in readings.imports(path).items():
            asked = wanted is None or not wanted.isdisjoint((normal(module), *keys_of("go", module)))
            frameworks = told.split() if names is None or FRAMEWORK in names else []
            own = readings.is_own(module, path) if asked or frameworks else True
            if own is None:
                doubtful.update(frameworks)
            elif not own:
                shown.update((one, path) for one in frameworks if one not in shown)
                modules.update({module: path} if asked and module not in modules else {})
    return modules, shown, doubtful


def _is_outside(path: str) -> bool:
    return path.startswith(("/", "../"))


def _folder(path: str) -> str:
    """Return the folder of an asked file; one outside of the repository is asked about at its root."""
    return "" if _is_outside(path) else path.rpartition("/")[0]


def _upwards(folder: str, top: str = "") -> Iterator[str]:
    """Yield the folder and each one above it, the top last; without one it is the root (``)."""
    while folder != top:
        yield folder
        folder = folder.rpartition("/")[0]
    yield top


def _depth(one: Known) -> tuple[int, str]:
    return one.path.count("/"), one.path
