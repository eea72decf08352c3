"""Takes the fields of a record out of a strictly read YAML mapping; what does not fit is said with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gitexp.adapters.yaml_strict import Document, Place, Value, as_integer, is_null, shown
from gitexp.errors import RecordError

Choice = TypeVar("Choice", bound=str)

_DATE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")


@dataclass(frozen=True)
class Fields:
    """One mapping of a document, and the keys it may have. Absent and unquoted null are the same: nothing."""

    document: Document
    place: Place
    mapping: Mapping[str, Value]
    known: tuple[str, ...]

    @classmethod
    def root(cls, document: Document, known: tuple[str, ...]) -> Fields:
        """Return the whole document, which must be a mapping with something in it."""
        if not isinstance(document.data, dict):
            raise RecordError(document.at(), f"{_kind(document.data)} where `key: value` lines are wanted")
        if not document.data:
            raise RecordError(document.where, "is empty", "write the record into it, or take the file out")
        return cls(document, (), document.data, known)

    def fault(self, step: str | int, what: str, mend: str = "") -> RecordError:
        """Return an error about a field or item; `what` follows its name."""
        place = (*self.place, step)
        return RecordError(self.document.at(place), f"`{spelled(place)}` {what}", mend)

    def get(self, key: str) -> Value | None:
        """Return the value, or None where nothing was written."""
        value = self.mapping.get(key)
        return None if value is None or is_null(value) else value

    def unknown(self) -> tuple[str, ...]:
        """Return the keys that are not known, as people write them: `scope.pathz`."""
        return tuple(spelled((*self.place, key)) for key in self.mapping if key not in self.known)

    def text(self, key: str) -> str | None:
        """Return the text, or None where there is none."""
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.fault(
                key, f"is {_kind(value)}, not text", f"write `{key}: …` on one line, or in quotes"
            )
        return str(value)

    def needed(self, key: str) -> str:
        """Return the text of a required field."""
        value = self.text(key)
        if value is None or not value.strip():
            raise self.missing(key)
        return value

    def missing(self, key: str) -> RecordError:
        """Return the error that a required field is missing or empty; an unknown key may be meant to be it."""
        if key in self.mapping:
            return self.fault(key, "is empty", f"write `{key}: …`")
        for other in self.mapping:
            if other not in self.known and nearest(other, self.known) == key:
                return unknown_key(self.document.at((*self.place, other)), (*self.place, other), self.known)
        where, name = self.document.at(self.place), spelled((*self.place, key))
        return RecordError(where, f"`{name}` is missing", f"write `{key}: …`")

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        items = Fields(self.document, (*self.place, key), {}, ())
        for number, value in enumerate(self.items(key)):
            if not isinstance(value, str):
                raise items.fault(number, f"is {_kind(value)}, not text", "put the text in quotes")
            if is_null(value):
                raise items.fault(number, "is empty", "put the text in quotes, or take the item out")
        return tuple(str(value) for value in self.items(key))

    def items(self, key: str) -> Sequence[Value]:
        """Return a list as it is."""
        value = self.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.fault(key, f"is {_kind(value)}, not a list", f"write `{key}: [...]`")
        return value

    def within(self, key: str, known: tuple[str, ...] = ()) -> Fields:
        """Return the fields of a mapping; of none where there is none."""
        value = self.get(key)
        if value is not None and not isinstance(value, dict):
            raise self.fault(key, f"is {_kind(value)}, not a mapping", f"write `{key}: {{...}}`")
        return Fields(self.document, (*self.place, key), value or {}, known)

    def each(self, key: str, known: tuple[str, ...], form: str) -> tuple[Fields, ...]:
        """Return the fields of each mapping of a list; `form` shows what one looks like."""
        items = Fields(self.document, (*self.place, key), {}, ())
        found: list[Fields] = []
        for number, value in enumerate(self.items(key)):
            if not isinstance(value, dict):
                raise items.fault(number, f"is {_kind(value)}, not a mapping", f"write `{form}`")
            found.append(Fields(self.document, (*items.place, number), value, known))
        return tuple(found)

    def choice(self, key: str, choices: Sequence[Choice]) -> Choice | None:
        """Return one of the choices, or None where nothing was written."""
        return None if self.text(key) is None else self.needed_choice(key, choices)

    def needed_choice(self, key: str, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices of a required field."""
        value = self.needed(key)
        for one in choices:
            if value == one:
                return one
        raise self.fault(key, f"can't be `{shown(value)}`", instead(value, choices))

    def integer(self, key: str, least: int, most: int | None = None) -> int | None:
        """Return a whole number that stands unquoted."""
        value = self.get(key)
        if value is None:
            return None
        number = as_integer(value)
        if number is None or number < least or (most is not None and number > most):
            wanted = f"a whole number from {least}" + (f" to {most}" if most is not None else "")
            raise self.fault(key, f"is not {wanted}", f"write it in digits, without quotes: `{key}: {least}`")
        return number

    def date(self, key: str) -> str | None:
        """Return a date as YYYY-MM-DD."""
        value = self.text(key)
        if value is not None and not _DATE.fullmatch(value):
            raise self.fault(key, f"is no date: `{shown(value)}`", "write YYYY-MM-DD")
        return value


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that the given one was probably meant to be."""
    from difflib import get_close_matches

    bare = {_bare(one): one for one in known}
    close = get_close_matches(_bare(name[:80]), bare, n=1)
    return bare[close[0]] if close else None


def instead(value: str, choices: Sequence[str]) -> str:
    """Return what to write in place of a value that is none of the choices."""
    near = nearest(value, choices)
    return f"write `{near}`" if near else f"write one of {', '.join(choices)}"


def spelled(place: Place) -> str:
    """Return a place as people write it: `preconditions.must[0].check`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{shown(step)}" for step in place)
    return "".join(steps).removeprefix(".")


def unknown_key(where: str, place: Place, known: Iterable[str]) -> RecordError:
    """Return what to say of a key that nobody knows: the nearest known one, or how to keep it."""
    near = nearest(str(place[-1]), known)
    otherwise = "take it out" if len(place) > 1 else "take it out, or begin its name with `x-`"
    return RecordError(where, f"unknown key `{spelled(place)}`", f"write `{near}`" if near else otherwise)


def _bare(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()


def _kind(value: Value) -> str:
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "a mapping"
