"""The usage trailers step: reads from commits what their authors say of experiences (`Experience: ID adopted`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from gitexp.records.adoption import SeenCommit
from gitexp.records.experience import Experience
from gitexp.records.ids import ID
from gitexp.records.skipped import Skipped
from gitexp.records.usage import Outcome, OutcomeEvent

MAX_VALUE = 1000
MOST_SKIPPED = 20
SHORTEST = 3
"""Characters of a beginning: less of an id than that is rather a word of a sentence."""
_OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_APART = re.compile(r"[\s,;]+")
_HEX = re.compile(r"[0-9a-f]{10}")
_SHORT = 12


def said_in_commits(
    commits: Sequence[SeenCommit], experiences: Sequence[Experience[str]]
) -> tuple[list[OutcomeEvent], list[Skipped]]:
    """Return what the commits' trailers say, and the trailers that can't be read.

    A trailer names one or several experiences, each by any unique beginning of its slug or hex digits; a word behind
    them says what became of them, `adopted` where there is none. One that holds anything else says nothing. A commit
    that was picked or rebased keeps its author's time, and counts once.
    """
    known = _Known(experiences)
    found: dict[tuple[str, ...], OutcomeEvent] = {}
    odd: list[Skipped] = []
    for commit in commits:
        for value in commit.named:
            try:
                for hex, outcome in _read(value[:MAX_VALUE], known):
                    key = (hex, outcome, commit.at, commit.email)
                    event = OutcomeEvent(commit.at, hex, outcome, "trailer", commit=commit.id)
                    found.setdefault(key, event)
            except ValueError as error:
                odd.append(Skipped(f"commit {commit.id[:_SHORT]}", f"`Experience:` {error}", bad=False))
    if len(odd) > MOST_SKIPPED:
        odd[MOST_SKIPPED:] = [
            Skipped("commits", f"{len(odd) - MOST_SKIPPED} more `Experience:` trailers", bad=False)
        ]
    return sorted(found.values(), key=lambda one: (one.at, one.hex)), odd


class _Known:
    """The experiences by the beginnings of their ids; each beginning is looked up once."""

    def __init__(self, experiences: Sequence[Experience[str]]) -> None:
        self._ids = {one.id: one.hex for one in experiences}
        self._answers: dict[str, str] = {}

    def hex_of(self, word: str) -> str:
        """Return the digits of the one experience that a word means. Raises ValueError where none or several are."""
        if word not in self._answers:
            self._answers[word] = self._looked_up(word)
        return self._answers[word]

    def _looked_up(self, word: str) -> str:
        if ID.fullmatch(word) or _HEX.fullmatch(word):
            return word[-10:]  # whole: it stays what it was, also where none of that name stands any more
        if len(word) >= SHORTEST:
            found = {hex for id, hex in self._ids.items() if id.startswith(word) or hex.startswith(word)}
            if len(found) == 1:
                return found.pop()
            if found:
                raise ValueError(f"means {len(found)} experiences by `{word[:40]}`")
        raise ValueError(f"names no experience by `{word[:40]}`")


def _read(value: str, known: _Known) -> Iterator[tuple[str, Outcome]]:
    """Yield what a trailer says. Raises ValueError before anything is said where a word of it is neither."""
    waiting: list[str] = []
    said: list[tuple[str, Outcome]] = []
    for word in filter(None, _APART.split(value.lower())):
        plain = word.strip("[]().:")
        outcome = next((one for one in _OUTCOMES if one == plain), None)
        if outcome is None:
            waiting.append(known.hex_of(plain))
        elif not waiting:
            raise ValueError(f"says `{outcome}` of nothing")
        else:
            said += [(hex, outcome) for hex in waiting]
            waiting = []
    said += [(hex, "adopted") for hex in waiting]
    yield from dict.fromkeys(said)
