"""Compares versions: PyPI's and npm's by their libraries, all others as dotted numbers."""

from __future__ import annotations

from collections.abc import Callable

from gitexp.adapters import versions_dotted, versions_npm, versions_pypi
from gitexp.records.applicability import Truth

_MAX_TEXT = 500
"""A longer range is none that a person wrote, and comparing it could take long."""


class LibraryVersions:
    """Answers `ports.Versions`. A text that its ecosystem's library refuses is read as dotted numbers."""

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> Truth:
        """Return whether an exact version lies in the wanted range; None where it can't be told."""
        asked = {"pypi": versions_pypi.satisfies, "npm": versions_npm.satisfies}.get(ecosystem or "")
        return _asked(asked, versions_dotted.satisfies, ecosystem, version, wanted)

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> Truth:
        """Return True if every version of the declared range is wanted, False if none is, None if they only overlap."""
        asked = {"pypi": versions_pypi.within, "npm": versions_npm.within}.get(ecosystem or "")
        return _asked(asked, versions_dotted.within, ecosystem, declared, wanted)


def _asked(
    library: Callable[[str, str], Truth] | None,
    dotted: Callable[[str, str, str | None], Truth],
    ecosystem: str | None,
    one: str,
    wanted: str,
) -> Truth:
    if max(len(one), len(wanted)) > _MAX_TEXT:
        return None
    if library is not None:
        try:
            return library(one, wanted)
        except ValueError:
            return dotted(one, wanted, ecosystem)
    return dotted(one, wanted, ecosystem)
