"""Reads what the manifests, the files asked about and the top folders of one work tree say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters.facts_gathering import Said
from gitexp.adapters.manifests_files import by_folder, content_of, decoded
from gitexp.adapters.manifests_known import places_at, read_lock, read_manifest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from gitexp.adapters.facts_gathering import Importing
    from gitexp.adapters.manifests_files import ManifestFiles
    from gitexp.adapters.manifests_known import Known
    from gitexp.records.facts import Dependency, Fact

MAX_IMPORTS = 64 << 10
"""Bytes of a file in which its imports are looked for."""
_UNTOLD = "git does not tell what this sparse checkout leaves out"


class Surroundings(NamedTuple):
    """What the top folders show under free keys, and the values of each that would have been seen."""

    shown: dict[str, Fact]
    tellable: dict[str, frozenset[str]]


class Readings:
    """Everything is read when it is asked for; a folder is looked into once."""

    def __init__(self, files: ManifestFiles) -> None:
        self._files = files
        self._places: dict[str, tuple[Known, ...]] = {}
        self._unlaid: Mapping[str, str] | None = None
        self._unlaid_places: dict[str, tuple[Known, ...]] = {}
        self._untold = False

    @property
    def unread(self) -> Mapping[str, str]:
        """Return the folders that could not be looked into, and why."""
        return self._files.unread

    def places_in(self, folder: str) -> tuple[Known, ...]:
        """Return the manifests and lock files that speak for a folder (`` is the root)."""
        if folder not in self._places:
            laid = self._listed(folder)
            more = self._unlaid_places.get(folder) if self.unlaid() else None
            self._places[folder] = tuple(sorted({*laid, *more})) if more else laid
        return self._places[folder]

    def _listed(self, folder: str) -> tuple[Known, ...]:
        return self._files.known_in(folder)

    def unlaid(self) -> Mapping[str, str]:
        """Return the paths that are there without lying in the work tree, each with its id."""
        if self._unlaid is None:
            paths = self._unlaid_paths() if self._files.unlaid else {}
            self._untold = paths is None
            if self._untold:
                self._files.unread["."] = _UNTOLD
            self._unlaid = paths or {}
            self._unlaid_places = by_folder(self._unlaid)
        return self._unlaid

    def _unlaid_paths(self) -> Mapping[str, str] | None:
        return self._files.unlaid.paths() if self._files.unlaid else {}

    def places_of(self, paths: Sequence[str]) -> list[Known]:
        """Return those of the paths that are manifests or lock files by their names."""
        return [one for path in paths for one in places_at(path)]

    def manifest(self, place: Known) -> Said:
        """Return what a manifest says."""
        return self._read(place, None)

    def lock(self, place: Known, importing: Sequence[Importing]) -> Said:
        """Return what a lock file says for these projects."""
        return self._read(place, importing)

    def _read(self, place: Known, importing: Sequence[Importing] | None) -> Said:
        looked = self._files.look(place.path)
        content = self._unlaid_content(place, looked) if isinstance(looked, str) else content_of(looked[0])
        if isinstance(content, str):
            return Said(place, "unread", content)
        return self._parsed(place, content, importing)

    def _unlaid_content(self, place: Known, why: str) -> bytes | str:
        """Return the content of what does not lie in the work tree, or why there is none."""
        id = self.unlaid().get(place.path)
        return self._files.unlaid.read(id) if self._files.unlaid and id is not None else why

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
        # What could not be read in it may be the very name that somebody asks for.
        counts = "part" if reading.unread and reading.counts == "whole" else reading.counts
        return Said(place, counts, note, _frameworks(reading.dependencies), rows=reading.dependencies)

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

    def imports(self, path: str) -> Mapping[str, str]:
        """Return the modules that a file imports from elsewhere, each with the frameworks that it shows, blanks between.

        None where it is no file of the repository that can be read.
        """
        looked = self._files.look(path)
        return {} if isinstance(looked, str) else self._imported(path, looked[0])

    def _imported(self, path: str, real: str) -> Mapping[str, str]:
        from gitexp.adapters.environment_files import frameworks_of_import
        from gitexp.adapters.imports_of import imports_of

        content = content_of(real, MAX_IMPORTS)
        modules = () if isinstance(content, str) else imports_of(path, content.decode("utf-8", "replace"))
        return {module: " ".join(frameworks_of_import(path, module)) for module in modules}

    def is_own(self, module: str, path: str) -> bool | None:
        """Return whether a module that a file imports lies in the work tree, None where that can't be told."""
        if self.unlaid() or self._untold:
            return None
        from gitexp.adapters.imports_own import is_own  # late: few recalls ask for what a file imports

        return is_own(self._files.root, path, module)

    def surroundings(self) -> Surroundings:
        """Return which CI and tools the repository shows."""
        from gitexp.adapters.environment_files import KNOWN, all_seen, environment

        unlaid = self.unlaid()
        seen = not self._untold and all_seen(self._files.root, unlaid)
        told = {key: KNOWN[key] if seen else frozenset[str]() for key in ("ci", "tool")}
        return Surroundings(environment(self._files.root, unlaid), told)

    def frameworks(self, ecosystem: str | None, name: str) -> tuple[str, ...]:
        """Return the frameworks that a package of this name is of."""
        from gitexp.adapters.environment_files import frameworks_of

        return frameworks_of(ecosystem, name)

    def tellable_frameworks(self, ecosystems: Collection[str]) -> frozenset[str]:
        """Return the frameworks that would have been seen in whole manifests of these ecosystems."""
        from gitexp.adapters.environment_files import tellable_frameworks

        return tellable_frameworks(ecosystems)


def _frameworks(dependencies: Iterable[Dependency]) -> str:
    from gitexp.adapters.environment_files import frameworks

    return ", ".join(fact.value for fact in frameworks(dependencies).values())
