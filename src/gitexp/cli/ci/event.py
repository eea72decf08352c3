"""The event that started a workflow, as GitHub's runner left it in a file: outside data, whatever its form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gitexp.errors import RepositoryError

WHERE = "GITHUB_EVENT_PATH"
MAX_BYTES = 25_000_000
"""The most that GitHub sends of one event."""
MAX_DIGITS = 18
"""Digits of a number; GitHub's ids have fewer, and Python refuses to read some thousands."""


@dataclass(frozen=True)
class Event:
    """A value of the event. Nothing in it is believed to be there, or to be of its kind."""

    value: object = field(default=None, repr=False)

    def at(self, *keys: str) -> Event:
        """Return what lies under the keys, one within the other; nothing where one of them is not there."""
        value = self.value
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return Event(value)

    def has(self, *keys: str) -> bool:
        """Return whether something other than null lies there."""
        return self.at(*keys).value is not None

    def text(self, *keys: str) -> str:
        """Return the text that lies there, empty where there is none."""
        value = self.at(*keys).value
        return value if isinstance(value, str) else ""

    def number(self, *keys: str) -> int | None:
        """Return the whole number that lies there, as ids and numbers of pull requests are."""
        value = self.at(*keys).value
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    def flag(self, *keys: str) -> bool:
        """Return whether `true` lies there."""
        return self.at(*keys).value is True

    def each(self, *keys: str) -> tuple[Event, ...]:
        """Return the items of the list that lies there."""
        value = self.at(*keys).value
        return tuple(Event(item) for item in value) if isinstance(value, list) else ()


def read_event(path: str) -> Event:
    """Return the event of a file, an empty one where no file is named. Raises RepositoryError for what is none."""
    if not path:
        return Event()
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else ""
        raise RepositoryError(WHERE, f"the event can't be read: {why or 'no such file'}", _MEND) from None
    if len(data) > MAX_BYTES:
        raise RepositoryError(WHERE, f"the event has more than {MAX_BYTES // 1_000_000} MB", _MEND)
    try:
        value = json.loads(data.decode("utf-8-sig", "replace"), parse_int=_number)
    except (json.JSONDecodeError, RecursionError):
        raise RepositoryError(WHERE, "the event is no JSON", _MEND) from None
    if not isinstance(value, dict):
        raise RepositoryError(WHERE, "the event is no JSON object", _MEND)
    return Event(value)


_MEND = "let GitHub's runner set it, or unset it"


def _number(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_DIGITS else None
