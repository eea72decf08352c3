"""Reads the fields of one GitHub object: null is normal in any of them, a value of another type is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from gitexp.errors import RecordError
from gitexp.records.discussion import YesNo

_KEY = re.compile(r"[\w=-]{1,100}", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True)
class Item:
    """One object of a document, and where it stands. A field is asked for by its spellings in REST and in GraphQL."""

    where: str
    fields: Mapping[str, object]

    def value(self, *names: str) -> object:
        """Return the first of these fields that is set."""
        return next((self.fields[name] for name in names if self.fields.get(name) is not None), None)

    def text(self, *names: str) -> str | None:
        """Return a text; half of a surrogate pair in it becomes U+FFFD, since UTF-8 can't hold it."""
        value = self.value(*names)
        if value is None or isinstance(value, str):
            return value and value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        raise self._misfit(names, "a text")

    def token(self, shape: re.Pattern[str], *names: str) -> str | None:
        """Return a text of a fixed shape (a login, a link, a commit); anything else is as good as not given."""
        value = self.text(*names)
        return value if value and shape.fullmatch(value) else None

    def time(self, *names: str) -> str | None:
        """Return a time as it is written; a text that is none is as good as not given."""
        value = self.text(*names)
        return value if moment(value) else None

    def number(self, *names: str) -> int | None:
        value = self.value(*names)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self._misfit(names, "a whole number")

    def flag(self, *names: str) -> YesNo:
        value = self.value(*names)
        if value is None or isinstance(value, bool):
            return "unknown" if value is None else "yes" if value else "no"
        raise self._misfit(names, "true or false")

    def part(self, *names: str) -> Item | None:
        value = self.value(*names)
        if value is None or isinstance(value, dict):
            return None if value is None else Item(f"{self.where}.{names[0]}", value)
        raise self._misfit(names, "an object")

    def key(self, name: str) -> str | None:
        """Return an id: a number, or the text that GraphQL has in its place."""
        if isinstance(self.value(name), str):
            return self.token(_KEY, name)
        number = self.number(name)
        return None if number is None else str(number)

    def _misfit(self, names: tuple[str, ...], wanted: str) -> RecordError:
        return RecordError(self.where, f"`{names[0]}` is not {wanted}", "fetch it from GitHub again")


def moment(text: str | None) -> datetime | None:
    """Return a time to sort by; None where the text is no time."""
    if text is None or not _DATE.match(text):
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
