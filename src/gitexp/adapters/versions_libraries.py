"""Compares versions by each ecosystem's rules: PyPI's by `packaging`, all others between the cuts of a range."""

from __future__ import annotations

import re
from collections.abc import Callable

from gitexp.adapters import versions_cuts, versions_pypi
from gitexp.adapters.versions_cuts import Line, agreed
from gitexp.adapters.versions_dialects import PLAIN, dialect
from gitexp.adapters.versions_kept import MAX_TEXT
from gitexp.adapters.versions_ranges import Dialect, Reader
from gitexp.records.applicability import Truth

_PARTIAL = re.compile(r"\s*v?[0-9]+(?:\.[0-9]+)?\s*")


class LibraryVersions:
    """Answers `ports.Versions`. A text that its ecosystem refuses is read as dotted numbers."""

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> Truth:
        """Return whether an exact version lies in the wanted range; None where it can't be told."""
        if max(len(version), len(wanted)) > MAX_TEXT:
            return None
        if ecosystem == "pypi":
            try:
                return versions_pypi.satisfies(version, wanted)
            except ValueError:
                pass
        meant = dialect(ecosystem)
        if meant.partial != (False,) and _PARTIAL.fullmatch(version):
            # Where all versions have three numbers, `18` stands for all that begin so.
            return self.within(ecosystem, f"{version.strip()}.x", wanted)
        told = _told(meant, lambda reader, line: _satisfies(reader, line, meant, version, wanted))
        return True if told is None and version.strip() and version.strip() == wanted.strip() else told

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> Truth:
        """Return True if every version of the declared range is wanted, False if none is, None if they only overlap."""
        if max(len(declared), len(wanted)) > MAX_TEXT:
            return None
        if ecosystem == "pypi":
            try:
                return versions_pypi.within(declared, wanted)
            except ValueError:
                pass
        meant = dialect(ecosystem)
        return _told(meant, lambda reader, line: _within(reader, line, meant, declared, wanted))


def _told(meant: Dialect, ask: Callable[[Reader, Line], Truth]) -> Truth:
    """Ask in the ecosystem's own order of versions, and where that has no place for one in the plain one."""
    for lines in (meant.lines, PLAIN):
        try:
            return agreed([ask(Reader(meant, line), line) for line in lines])
        except ValueError:
            continue
    return None


def _satisfies(reader: Reader, line: Line, meant: Dialect, version: str, wanted: str) -> Truth:
    return versions_cuts.satisfies(line.place(version), reader.range(wanted), meant.early)


def _within(reader: Reader, line: Line, meant: Dialect, declared: str, wanted: str) -> Truth:
    return versions_cuts.within(reader.range(declared), reader.range(wanted), line, meant.early)
