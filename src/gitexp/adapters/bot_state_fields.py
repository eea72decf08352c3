"""Reads the fields of one JSON file of the bot's memory: each of the form that exp writes, or the file counts as unread."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from gitexp.adapters.candidate_json_values import To, bounded
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.ids import ID

VERSION = 1
MAX_FILE = 1 << 18
"""Bytes of one file of the memory."""
MAX_NUMBER = 1 << 53
MOST = 10_000
"""Items of one list."""
HEX = re.compile(r"[0-9a-f]{10}")
COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:=+/-]{0,199}")

One = TypeVar("One")


class Members:
    """One JSON object. Every method raises RecordError where the member is not of the form asked for."""

    def __init__(self, members: dict[str, Any], where: str, text: To) -> None:
        self._members = members
        self._where = where
        self._text = text

    @classmethod
    def of(cls, data: bytes, where: str, text: To) -> Members:
        """Return the object of a file, whose form is the one that this exp knows."""
        if len(data) > MAX_FILE:
            raise RecordError(where, f"is larger than {MAX_FILE >> 10} KiB")
        try:
            found = json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_never)
        except (ValueError, RecursionError) as error:
            raise RecordError(where, "is no JSON as exp writes it") from error
        bounded(found, where)
        if not isinstance(found, dict) or found.get("v") != VERSION:
            raise RecordError(where, "is of a form that this exp does not know")
        return cls(found, where, text)

    def known(self, *names: str) -> Members:
        """Return this object, which has no other members."""
        for name in self._members:
            if name not in names:
                raise RecordError(self._where, f"`{shown(name, 60)}` is not known")
        return self

    def raw(self, name: str) -> object:
        """Return a member as it stands: what reads it checks it."""
        return self._members.get(name)

    def words(self, name: str, most: int = 4000) -> str:
        """Return a text that people read, redacted; "" where there is none."""
        found = self._members.get(name, "")
        if not isinstance(found, str) or len(found) > most:
            raise self._no(name, f"no text of at most {most} characters")
        return self._text(found)

    def name(self, name: str, form: re.Pattern[str] = _NAME) -> str:
        """Return a name: it stays as it is, so it must look like one."""
        return self._named(name, self._members.get(name), form)

    def id(self, name: str) -> str:
        """Return the id of an experience or change record."""
        return self.name(name, ID)

    def time(self, name: str) -> str:
        """Return an ISO time."""
        found = self.name(name, _TIME)
        try:
            datetime.fromisoformat(found)
        except ValueError as error:
            raise self._no(name, "no time") from error
        return found

    def maybe(self, name: str, read: Callable[[str], One]) -> One | None:
        """Return a member where there is one."""
        return read(name) if self._members.get(name) is not None else None

    def number(self, name: str) -> int:
        """Return a whole number from 1."""
        return self._number(name, self._members.get(name))

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers from 1."""
        return tuple(self._number(name, one) for one in self._list(name))

    def pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        """Return a list of pairs of whole numbers from 1."""
        pairs = self._list(name)
        if not all(isinstance(one, list) and len(one) == 2 for one in pairs):
            raise self._no(name, "no list of pairs")
        return tuple((self._number(name, one[0]), self._number(name, one[1])) for one in pairs)

    def names(self, name: str, form: re.Pattern[str] = _NAME) -> tuple[str, ...]:
        """Return a list of names."""
        return tuple(self._named(name, one, form) for one in self._list(name))

    def one_of(self, name: str, allowed: Sequence[One]) -> One:
        """Return a member that is one of these."""
        found = self._members.get(name)
        for one in allowed:
            if isinstance(found, str) and found == one:
                return one
        raise self._no(name, "not known")

    def within(self, name: str) -> Members:
        """Return the object that a member is."""
        found = self._members.get(name)
        if not isinstance(found, dict):
            raise self._no(name, "no object")
        return Members(found, self._where, self._text)

    def each(self, name: str) -> tuple[Members, ...]:
        """Return the objects of a list."""
        found = self._list(name)
        if not all(isinstance(one, dict) for one in found):
            raise self._no(name, "no list of objects")
        return tuple(Members(one, self._where, self._text) for one in found)

    def _list(self, name: str) -> list[Any]:
        found = self._members.get(name, [])
        if not isinstance(found, list) or len(found) > MOST:
            raise self._no(name, f"no list of at most {MOST} items")
        return found

    def _named(self, name: str, found: object, form: re.Pattern[str]) -> str:
        if not isinstance(found, str) or not form.fullmatch(found):
            raise self._no(name, "not of the form that exp writes")
        return found

    def _number(self, name: str, found: object) -> int:
        if not isinstance(found, int) or isinstance(found, bool) or not 0 < found <= MAX_NUMBER:
            raise self._no(name, "no whole number from 1")
        return found

    def _no(self, name: str, what: str) -> RecordError:
        return RecordError(self._where, f"`{name}` is {what}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, each member of which is named once. Raises ValueError else."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _never(constant: str) -> object:
    raise ValueError(constant)
