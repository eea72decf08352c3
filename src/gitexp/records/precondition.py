"""Preconditions: the conditions under which an experience holds, each with a text and, where possible, a check.

Named tuples, since recall makes them many times an hour and each dataclass would cost it half a millisecond; `kind` keeps
a check from being equal to one of another kind.
"""

from __future__ import annotations

from typing import Generic, Literal, NamedTuple

from gitexp.records.text import Text


class DependencyCheck(NamedTuple):
    """`{dependency: [ecosystem:]name, version: range?}`."""

    name: str
    ecosystem: str | None = None
    version: str | None = None
    kind: Literal["dependency"] = "dependency"

    @property
    def key(self) -> str:
        """Return the name as it is written in the file: `pypi:httpx` or `httpx`."""
        return f"{self.ecosystem}:{self.name}" if self.ecosystem else self.name


class LanguageCheck(NamedTuple):
    """`{language: python}`."""

    language: str
    kind: Literal["language"] = "language"


class PathCheck(NamedTuple):
    """`{path: glob}`, by gitignore's rules."""

    glob: str
    kind: Literal["path"] = "path"


class SymbolCheck(NamedTuple):
    """`{symbol: A.b}`."""

    symbol: str
    kind: Literal["symbol"] = "symbol"


class PlatformCheck(NamedTuple):
    """`{platform: linux}`."""

    platform: str
    kind: Literal["platform"] = "platform"


class KeyCheck(NamedTuple):
    """`{key: rendering, is: canvas}`; `is` may be a list."""

    key: str
    values: tuple[str, ...]
    kind: Literal["key"] = "key"


Check = DependencyCheck | LanguageCheck | PathCheck | SymbolCheck | PlatformCheck | KeyCheck


class Condition(NamedTuple, Generic[Text]):
    """One condition: what it says, and the check that decides it where there is one."""

    text: Text
    check: Check | None = None


class Preconditions(NamedTuple, Generic[Text]):
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
