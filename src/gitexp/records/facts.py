"""Env facts: what is known of the environment at hand, and where each fact comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.finding import Finding


@dataclass(frozen=True)
class Fact:
    """One value and where it comes from: `--env`, `exp facts set`, `experiences/facts.yaml`, a file, this machine."""

    value: str
    origin: str


@dataclass(frozen=True)
class Dependency:
    """A dependency that a manifest or lock file names. `version` is exact (locked), `declared` a range."""

    ecosystem: str
    name: str
    origin: str
    version: str | None = None
    declared: str | None = None


@dataclass(frozen=True)
class Manifest:
    """A manifest or lock file that was read whole, and the ecosystem it speaks for."""

    ecosystem: str
    path: str


@dataclass(frozen=True)
class Facts:
    """What is known of the current environment.

    `given` are declared facts by name, the strongest origin already chosen (`--env`, then this clone's,
    then facts.yaml). `files` are the asked files, repository-relative and POSIX; `tracked` all files of
    the tree. `symbols` is filled by recall for the names that its experiences ask about.
    """

    given: Mapping[str, Fact] = field(default_factory=dict)
    dependencies: tuple[Dependency, ...] = ()
    manifests: tuple[Manifest, ...] = ()
    files: tuple[str, ...] = ()
    tracked: tuple[str, ...] = ()
    platform: str | None = None
    symbols: Mapping[str, Finding] = field(default_factory=dict)

    def with_symbols(self, findings: tuple[Finding, ...]) -> Facts:
        """Return the facts with what a look-up found."""
        return replace(self, symbols={**self.symbols, **{finding.name: finding for finding in findings}})
