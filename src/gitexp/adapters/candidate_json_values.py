"""Values of JSON documents that come from elsewhere: bounded before anything is made of them, each text redacted."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from gitexp.adapters.record_json import Document
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.text import UNSEEN, Redacted

To = Callable[[str], Redacted]
"""The redaction that each text goes through."""

MOST_VALUES = 20_000
"""Values of one document, however deep they lie."""
DEEPEST = 12
LONGEST = 1_000_000
"""Characters of one text."""
LONGEST_KEY = 1_000
_HALF = re.compile("[\ud800-\udfff]")
LARGEST = 1 << 53
"""What every reader of JSON takes as a whole number."""


def bounded(document: object, where: str, most: int = MOST_VALUES, deepest: int = DEEPEST) -> None:
    """Raise RecordError where a document holds more, deeper or longer values than any that exp writes."""
    left: list[tuple[object, int]] = [(document, 0)]
    counted = 0
    while left:
        value, depth = left.pop()
        counted += 1
        if isinstance(value, Mapping | list):
            if depth >= deepest:
                raise RecordError(where, f"is nested deeper than {deepest} levels")
            if counted + len(left) + len(value) > most:
                raise RecordError(where, f"holds more than {most} values")
            if isinstance(value, Mapping):
                for key in value:
                    _check_text(key, where, LONGEST_KEY)
            left += [(one, depth + 1) for one in (value.values() if isinstance(value, Mapping) else value)]
        elif isinstance(value, str):
            _check_text(value, where, LONGEST)
        elif isinstance(value, int | float):
            if abs(value) > LARGEST or not math.isfinite(value):
                raise RecordError(where, "holds a number beyond all bounds")
        elif value is not None:
            raise RecordError(where, "holds what JSON does not know")


def written(**fields: object) -> Document:
    """Return the fields that are not None or false."""
    return {key: value for key, value in fields.items() if value is not None and value is not False}


def told(answer: str, usual: str) -> str | None:
    return None if answer == usual else answer


def name_from(value: str, where: str) -> str:
    """Return a name that other records hold too: it stays as it is, so it may hide nothing."""
    if UNSEEN.search(value) or "\n" in value or "\t" in value:
        raise RecordError(where, f"has characters that nobody sees in a name: `{shown(value, 60)}`")
    return value


def check_time(time: str, where: str) -> str:
    """Return a time or a day. Raises RecordError where it is none of the calendar: a pattern can't tell."""
    try:
        datetime.fromisoformat(time)
    except ValueError:
        raise RecordError(where, f"is no time of the calendar: `{shown(time)}`") from None
    return time


def maybe_name(row: Mapping[str, Any], key: str, where: str) -> str | None:
    return name_from(row[key], where) if key in row else None


def maybe_text(row: Mapping[str, Any], key: str, text: To) -> Redacted | None:
    return text(row[key]) if key in row else None


def maybe_plain(row: Mapping[str, Any], key: str, text: To) -> str | None:
    """Return a login or an address redacted, as the ordinary text that its field holds."""
    return str(text(row[key])) if key in row else None


def maybe_integer(row: Mapping[str, Any], key: str) -> int | None:
    """Return a whole number: JSON may write 7 as 7.0."""
    return int(row[key]) if key in row else None


def texts(row: Mapping[str, Any], key: str, text: To) -> tuple[Redacted, ...]:
    return tuple(text(one) for one in row.get(key, ()))


def plains(row: Mapping[str, Any], key: str, text: To) -> tuple[str, ...]:
    return tuple(str(text(one)) for one in row.get(key, ()))


def _check_text(value: object, where: str, longest: int) -> None:
    if not isinstance(value, str) or len(value) > longest:
        raise RecordError(where, f"holds a text of more than {longest} characters")
    if not value.isascii() and _HALF.search(value):
        raise RecordError(where, "holds half a character")
