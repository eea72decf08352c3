"""Reads one JSON text strictly and within bounds: nothing twice, no NaN, no half characters, never deep or endless."""

from __future__ import annotations

import json
from typing import NoReturn

from gitexp.adapters.candidate_json_values import bounded
from gitexp.errors import RecordError

MAX_BYTES = 20_000_000
MOST_BRACKETS = 1_000_000
"""Signs that open something, those in texts counted too: looked at before anything is built."""
MOST_COMMAS = 2_000_000
MOST_VALUES = 2_000_000
DEEPEST = 20
MAX_DIGITS = 20


def strict(data: bytes, where: str) -> object:
    """Return what a JSON text holds. Raises RecordError where it is none, or more than anyone writes."""
    if len(data) > MAX_BYTES:
        raise RecordError(
            where, f"is larger than {MAX_BYTES // 1_000_000} MB", "read fewer discussions at once"
        )
    if data.count(b"{") + data.count(b"[") > MOST_BRACKETS or data.count(b",") > MOST_COMMAS:
        raise RecordError(where, "holds more values than anyone writes")
    try:
        document: object = json.loads(
            data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number, parse_int=_integer
        )
    except RecursionError:
        raise RecordError(where, "is nested too deeply to be read") from None
    except UnicodeDecodeError:
        raise RecordError(where, "is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise RecordError(where, f"is no JSON: {error.msg} (line {error.lineno})") from None
    except ValueError as error:
        raise RecordError(where, f"is no JSON: {error}") from None
    bounded(document, where, MOST_VALUES, DEEPEST)
    return document


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)
