"""Reads what the manifests, the files asked about and the top folders of one work tree say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters.facts_gathering import Said
from gitexp.adapters.manifests_files import content_of, decoded
from gitexp.adapters.manifests_known import known, read_lock, read_manifest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from gitexp.adapters.facts_gathering import Importing
    from gitexp.adapters.manifests_files import ManifestFiles
    from gitexp.adapters.manifests_known import Known
    from gitexp.records.facts import Dependency, Fact

MAX_IMPORTS = 64 << 10
"""Bytes of a file in which its imports are looked for."""


class Surroundings(NamedTuple):
    """What the top folders show under free keys, and the values of each that would have been seen."""

    shown: dict[str, Fact]
    tellable: dict[str, frozenset[str]]


class Readings:
    """Everything is read when it is asked for; a folder is looked into once."""

    def __init__(self, files: ManifestFiles) -> None:
        self._files = files
        self._places: dict[str, tuple[Known, ...]] = {}

    @property
    def unread(self) -> Mapping[str, str]:
        """Return the folders that could not be looked into, and why."""
        return self._files.unread

    def places_in(self, folder: str) -> tuple[Known, ...]:
        """Return the manifests and lock files that speak for a folder (`` is the root)."""
        if folder not in self._places:
            self._places[folder] = self._listed(folder)
        return self._places[folder]

    def _listed(self, folder: str) -> tuple[Known, ...]:
        return self._files.known_in(folder)

    def places_of(self, paths: Sequence[str]) -> list[Known]:
        """Return those of the paths that are manifests or lock files by their names."""
        return [one for path in paths if (one := known(path))]

    def manifest(self, place: Known) -> Said:
        """Return what a manifest says."""
        return self._read(place, None)

    def lock(self, place: Known, importing: Sequence[Importing]) -> Said:
        """Return what a lock file says for these projects."""
        return self._read(place, importing)

    def _read(self, place: Known, importing: Sequence[Importing] | None) -> Said:
        looked = self._files.look(place.path)
        content = looked if isinstance(looked, str) else content_of(looked[0])
        if isinstance(content, str):
            return Said(place, "unread", content)
        return self._parsed(place, content, importing)

    def _parsed(self, place: Known, content: bytes, importing: Sequence[Importing] | None) -> Said:
        """Return what a content says; without `importing` it is that of a manifest."""
        from gitexp.adapters.manifests_reading import Importer, Unreadable

        try:
            text = decoded(content)
            if importing is None:
                reading = read_manifest(place, text)
            else:
                importers = [Importer(each.folder, tuple(self._all(each.said))) for each in importing]
                found = read_lock(place, text, importers)
                if found is None:
                    return Said(place, "foreign")
                reading = found
        except Unreadable as error:
            return Said(place, "unread", str(error))
        more = f" and {len(reading.unread) - 3} more" if len(reading.unread) > 3 else ""
        note = "; ".join(reading.unread[:3]) + more
        frameworks = "" if place.lock else _frameworks(reading.dependencies)
        return Said(place, reading.counts, note, frameworks, rows=reading.dependencies)

    def _all(self, said: Sequence[Said]) -> Iterator[Dependency]:
        for one in said:
            yield from self._rows(one, None)

    def dependencies(self, said: Sequence[Said], names: Collection[str] | None) -> Iterator[Dependency]:
        """Yield the dependencies of these names, all where `names` is None, in the order of what says so."""
        from gitexp.records.packages import normal

        wanted = None if names is None else frozenset(map(normal, names))
        for one in said:
            yield from self._rows(one, wanted)

    def _rows(self, said: Said, wanted: frozenset[str] | None) -> Iterator[Dependency]:
        from gitexp.records.packages import keys_of

        for row in said.rows or ():
            if wanted is None or not wanted.isdisjoint(keys_of(row.ecosystem, row.name)):
                yield row

    def imports(self, path: str) -> tuple[str, ...]:
        """Return the modules that a file imports; none where it is no file of the repository that can be read."""
        looked = self._files.look(path)
        return () if isinstance(looked, str) else self._imported(path, looked[0])

    def _imported(self, path: str, real: str) -> tuple[str, ...]:
        from gitexp.adapters.imports_of import imports_of

        content = content_of(real, MAX_IMPORTS)
        return () if isinstance(content, str) else imports_of(path, content.decode("utf-8", "replace"))

    def surroundings(self) -> Surroundings:
        """Return which CI and tools the repository shows."""
        from gitexp.adapters.environment_files import KNOWN, environment

        told = {key: KNOWN[key] for key in ("ci", "tool")}
        return Surroundings(environment(self._files.root), told)

    def tellable_frameworks(self, ecosystems: Collection[str]) -> frozenset[str]:
        """Return the frameworks that would have been seen in whole manifests of these ecosystems."""
        from gitexp.adapters.environment_files import tellable_frameworks

        return tellable_frameworks(ecosystems)


def _frameworks(dependencies: Iterable[Dependency]) -> str:
    from gitexp.adapters.environment_files import frameworks

    return ", ".join(fact.value for fact in frameworks(dependencies).values())
