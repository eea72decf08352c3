"""Answers comparisons of versions from what was compared before: no library is imported for those."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from gitexp import __version__

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.ports import Versions
    from gitexp.records.applicability import Truth

MAX_TEXT = 500
"""A longer range is none that a person wrote, and comparing it could take long."""
_FORM = f"{__version__} 1"
"""What an answer depends on beside its texts. Raise the number when a library or a rule answers otherwise."""
_WRITTEN: dict[Truth, str] = {True: "1", False: "0", None: "?"}
_READ = {written: truth for truth, written in _WRITTEN.items()}


class Kept(Protocol):
    """Keeps short texts by their keys; may forget any of them."""

    def get(self, key: str) -> str | None:
        """Return what was put, None where nothing was."""
        ...

    def put(self, key: str, value: str) -> None:
        """Keep a value, if that can be."""
        ...


class KeptVersions:
    """Answers `ports.Versions`. `inner` is made when the first question comes that nobody asked before."""

    def __init__(self, inner: Callable[[], Versions], kept: Kept) -> None:
        self._make = inner
        self._inner: Versions | None = None
        self._kept = kept

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> Truth:
        """Return whether an exact version lies in the wanted range; None where it can't be told."""
        return self._asked("satisfies", ecosystem, version, wanted)

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> Truth:
        """Return True if every version of the declared range is wanted, False if none is, None if they only overlap."""
        return self._asked("within", ecosystem, declared, wanted)

    def _asked(
        self, question: Literal["satisfies", "within"], ecosystem: str | None, one: str, wanted: str
    ) -> Truth:
        if max(len(one), len(wanted)) > MAX_TEXT:
            return None
        # The form of a tuple keeps the texts apart, and a half letter of a file that is no UTF-8 can be stored.
        key = ascii((_FORM, question, ecosystem, one, wanted))
        known = self._kept.get(key) or ""
        if known in _READ:
            return _READ[known]
        if self._inner is None:
            self._inner = self._make()
        ask = self._inner.satisfies if question == "satisfies" else self._inner.within
        truth = ask(ecosystem, one, wanted)
        self._kept.put(key, _WRITTEN[truth])
        return truth
