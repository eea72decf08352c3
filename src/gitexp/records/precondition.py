"""Preconditions: the conditions under which an experience holds, each with a text and, where possible, a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from gitexp.records.text import Text


@dataclass(frozen=True)
class DependencyCheck:
    """`{dependency: [ecosystem:]name, version: range?}`."""

    name: str
    ecosystem: str | None = None
    version: str | None = None

    @property
    def key(self) -> str:
        """Return the name as it is written in the file: `pypi:httpx` or `httpx`."""
        return f"{self.ecosystem}:{self.name}" if self.ecosystem else self.name


@dataclass(frozen=True)
class LanguageCheck:
    """`{language: python}`."""

    language: str


@dataclass(frozen=True)
class PathCheck:
    """`{path: glob}`, by gitignore's rules."""

    glob: str


@dataclass(frozen=True)
class SymbolCheck:
    """`{symbol: A.b}`."""

    symbol: str


@dataclass(frozen=True)
class PlatformCheck:
    """`{platform: linux}`."""

    platform: str


@dataclass(frozen=True)
class KeyCheck:
    """`{key: rendering, is: canvas}`; `is` may be a list."""

    key: str
    values: tuple[str, ...]


Check = DependencyCheck | LanguageCheck | PathCheck | SymbolCheck | PlatformCheck | KeyCheck


@dataclass(frozen=True)
class Condition(Generic[Text]):
    """One condition: what it says, and the check that decides it where there is one."""

    text: Text
    check: Check | None = None


@dataclass(frozen=True)
class Preconditions(Generic[Text]):
    """`must`, `must_not`, `typical_env`. All empty is written as `preconditions: none`, a normal answer.

    `unread` names keys of the file that this version does not know: they may be conditions, so the
    experience becomes `unknown` (DESIGN.md section 4).
    """

    must: tuple[Condition[Text], ...] = ()
    must_not: tuple[Condition[Text], ...] = ()
    typical_env: tuple[Condition[Text], ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether there is nothing to decide."""
        return not (self.must or self.must_not or self.typical_env or self.unread)

    def checks(self) -> tuple[Check, ...]:
        """Return every check, in the order of the file."""
        conditions = (*self.must, *self.must_not, *self.typical_env)
        return tuple(condition.check for condition in conditions if condition.check is not None)
