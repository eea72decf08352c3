"""Tells again what is kept of a work tree where nothing has changed, and notes what is new.

A file is told to be the same by its size, its times and its inode, and where one of these differs by its content. A
stamp that was taken within two seconds of a change proves nothing, since the next change may leave the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters import facts_kept_text as texts
from gitexp.adapters.facts_gathering import COUNTS, Said
from gitexp.adapters.facts_kept_text import kept, told
from gitexp.adapters.facts_readings import Readings, Surroundings
from gitexp.adapters.manifests_files import ManifestFiles, content_of, inner_of, state_of
from gitexp.records.facts import Dependency

if TYPE_CHECKING:
    import os
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from gitexp.adapters.facts_gathering import Importing
    from gitexp.adapters.manifests_known import Known

SETTLED = 2_000_000_000
"""Nanoseconds after which a further change leaves other times: no file system tells them less exactly."""
_AT_ONCE = 400


class News(NamedTuple):
    """What is not kept yet: stamps by kind and path; what contents say, each with its id and its importers."""

    seen: dict[tuple[str, str], tuple[str, int, str]]
    read: list[tuple[Said, str, str]]


class KeptReadings(Readings):
    """What is kept of one work tree is told again where nothing has changed; what is new is noted in `news`."""

    def __init__(self, files: ManifestFiles, db: sqlite3.Connection, tree: str, begun: int) -> None:
        super().__init__(files)
        self._db = db
        self._tree = tree
        self._begun = begun
        self._held: dict[tuple[str, str], tuple[str, int, str] | None] = {}
        self.news = News({}, [])

    def _listed(self, folder: str) -> tuple[Known, ...]:
        states = self._files.states(inner_of(folder))
        value = self._same("folder", folder, states)
        if value is not None:
            return tuple(texts.places(folder, value))
        troubles = len(self.unread)
        places = super()._listed(folder)
        if states[0] and len(self.unread) == troubles:
            self._note("folder", folder, states, texts.of_places(folder, places))
        return places

    def _unlaid_paths(self) -> Mapping[str, str] | None:
        states = self._unlaid_states()
        value = self._same("unlaid", "", states)
        if value is not None:
            return texts.pairs(value)
        paths = super()._unlaid_paths()
        if paths is not None:
            self._note("unlaid", "", states, texts.of_pairs(paths))
        return paths

    def _unlaid_states(self) -> Sequence[os.stat_result | None]:
        return self._files.unlaid.states() if self._files.unlaid else ()

    def _read(self, place: Known, importing: Sequence[Importing] | None) -> Said:
        importers = "" if importing is None else texts.of_importers(importing)
        looked = self._files.look(place.path)
        if isinstance(looked, str):
            return self._read_unlaid(place, importing, importers, looked)
        real, state = looked
        blob = self._same("file", place.path, [state])
        if blob is not None and (said := self._kept(place, blob, importers)):
            return said
        content = content_of(real)
        if isinstance(content, str):
            return Said(place, "unread", content)
        blob = texts.id_of(content)
        self._note("file", place.path, [state], blob)
        return self._kept(place, blob, importers) or self._new(place, content, importing, blob, importers)

    def _read_unlaid(
        self, place: Known, importing: Sequence[Importing] | None, importers: str, why: str
    ) -> Said:
        blob = f"git {self.unlaid().get(place.path, '')}"
        if said := self._kept(place, blob, importers):
            return said
        content = self._unlaid_content(place, why)
        if isinstance(content, str):
            return Said(place, "unread", content)
        return self._new(place, content, importing, blob, importers)

    def _new(
        self, place: Known, content: bytes, importing: Sequence[Importing] | None, blob: str, importers: str
    ) -> Said:
        said = self._parsed(place, content, importing)
        said = said._replace(digest=texts.digest_of(said.rows or ()))
        self.news.read.append((said, blob, importers))
        return said

    def _kept(self, place: Known, blob: str, importers: str) -> Said | None:
        columns = "counts, note, frameworks, digest, number"
        asked = f"SELECT {columns} FROM facts_readings WHERE path = ? AND blob = ? AND importers = ?"
        row = self._db.execute(asked, (kept(place.path), blob, kept(importers))).fetchone()
        if row is None:
            return None
        counts, note, frameworks, digest = map(told, row[:4])
        if counts not in COUNTS:
            raise ValueError("no count of a reading")
        return Said(place, counts, note, frameworks, digest, row[4])

    def _rows(self, said: Said, wanted: frozenset[str] | None) -> Iterator[Dependency]:
        if said.rows is not None or not said.number:
            yield from super()._rows(said, wanted)
            return
        columns = "SELECT place, ecosystem, spelled, version, declared FROM facts_rows WHERE reading = ?"
        found: dict[int, tuple[str, ...]] = {}
        names = None if wanted is None else sorted(wanted)
        for start in range(0, 1 if names is None else len(names), _AT_ONCE):
            some = [] if names is None else [kept(name) for name in names[start : start + _AT_ONCE]]
            asked = f"{columns} AND name IN ({','.join('?' * len(some))})" if some else columns
            found.update((place, row) for place, *row in self._db.execute(asked, (said.number, *some)))
        for _, (ecosystem, spelled, version, declared) in sorted(found.items()):
            yield Dependency(
                told(ecosystem),
                told(spelled),
                said.place.path,
                version if version is None else told(version),
                declared if declared is None else told(declared),
            )

    def _imported(self, path: str, real: str) -> Mapping[str, str]:
        states = [state_of(real)]
        value = self._same("imports", path, states)
        if value is not None:
            return texts.pairs(value)
        found = super()._imported(path, real)
        self._note("imports", path, states, texts.of_pairs(found))
        return found

    def surroundings(self) -> Surroundings:
        """Return which CI and tools the repository shows."""
        held = self._row("top", "")
        beside = self._unlaid_states()
        folders = texts.looked_into(held[2]) if held else []
        value = self._same("top", "", [*self._files.states(folders), *beside]) if held else None
        if value is not None:
            return texts.surroundings(value)
        from gitexp.adapters.environment_files import looked_into  # late: most calls find nothing new

        folders = ["", *looked_into()]
        states = [*self._files.states(folders), *beside]
        found = super().surroundings()
        if not self._untold:
            self._note("top", "", states, texts.of_surroundings(folders, found))
        return found

    def tellable_frameworks(self, ecosystems: Collection[str]) -> frozenset[str]:
        """Return the frameworks that would have been seen in whole manifests of these ecosystems."""
        named = " ".join(sorted(ecosystems))
        value = self._same("frameworks", named, [])
        if value is None:
            value = " ".join(sorted(super().tellable_frameworks(ecosystems)))
            self._note("frameworks", named, [], value)
        return frozenset(value.split())

    def _same(self, kind: str, path: str, states: Sequence[os.stat_result | None]) -> str | None:
        """Return what was told of a path when it was last looked at, None where it may have changed since."""
        row = self._row(kind, path)
        return row[2] if row and row[1] and row[0] == texts.stamp(states) else None

    def _row(self, kind: str, path: str) -> tuple[str, int, str] | None:
        """Return the stamp that is kept of a path, whether it proves anything, and what the path told then."""
        if (kind, path) not in self._held:
            asked = "SELECT stamp, settled, value FROM facts_seen WHERE tree = ? AND kind = ? AND path = ?"
            row = self._db.execute(asked, (self._tree, kind, kept(path))).fetchone()
            self._held[kind, path] = (row[0], row[1], told(row[2])) if row else None
        return self._held[kind, path]

    def _note(self, kind: str, path: str, states: Sequence[os.stat_result | None], value: str) -> None:
        """Note what a path told, where that is not what is kept."""
        newest = max((max(one.st_mtime_ns, one.st_ctime_ns) for one in states if one), default=0)
        row = texts.stamp(states), int(newest + SETTLED < self._begun), value
        if self._row(kind, path) != row:
            self.news.seen[kind, path] = row
