"""Env facts: what is known of the environment at hand, and where each fact comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.finding import Finding

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""No fact of a kind."""


class Fact(NamedTuple):
    """One value and where it comes from: `--env`, `exp facts set`, `experiences/facts.yaml`, a file, this machine."""

    value: str
    origin: str


class Dependency(NamedTuple):
    """A dependency that a manifest or lock file names. `version` is exact (locked), `declared` a range."""

    ecosystem: str
    name: str
    origin: str
    version: str | None = None
    declared: str | None = None


class Manifest(NamedTuple):
    """A manifest or lock file that was read whole, and the ecosystem it speaks for."""

    ecosystem: str
    path: str


class Facts(NamedTuple):
    """What is known of the current environment.

    `given` are declared facts by name, the strongest origin already chosen (`--env`, then this clone's,
    then facts.yaml). `files` are the asked files, repository-relative and POSIX; `tracked` all files of
    the tree. `symbols` is filled by recall for the names that its experiences ask about. `environment` is what the
    repository itself shows under free keys (`ci`, `tool`, `framework`), several values with commas, and `tellable`
    the values of each that would have been seen. `imports` are the modules that the asked files import from elsewhere,
    each with the file, in whose language it is meant. `partly` are the ecosystems of which not every manifest and lock
    file was read whole.
    """

    given: Mapping[str, Fact] = NOTHING
    dependencies: tuple[Dependency, ...] = ()
    manifests: tuple[Manifest, ...] = ()
    partly: frozenset[str] = frozenset()
    files: tuple[str, ...] = ()
    tracked: tuple[str, ...] = ()
    platform: str | None = None
    symbols: Mapping[str, Finding] = NOTHING
    environment: Mapping[str, Fact] = NOTHING
    tellable: Mapping[str, frozenset[str]] = NOTHING
    imports: Mapping[str, str] = NOTHING

    def with_symbols(self, findings: tuple[Finding, ...]) -> Facts:
        """Return the facts with what a look-up found."""
        return self._replace(symbols={**self.symbols, **{finding.name: finding for finding in findings}})
