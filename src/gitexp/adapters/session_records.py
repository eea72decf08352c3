"""Reads the lines of a session that is kept as JSONL, and knows such a session by how it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value, decoded, json_values
from gitexp.records.skipped import Skipped


def begins_with_a_record(
    head: bytes, is_record: Callable[[object], bool], looks_cut: Callable[[str], bool]
) -> bool:
    """Return whether one of the first lines can only be a record of the format; the last one may be cut off."""
    lines = decoded(head).split("\n")
    whole = (value for line in lines for value in json_values(line))
    return any(isinstance(value, Value) and is_record(value.content) for value in whole) or looks_cut(
        lines[-1]
    )


def records(stream: BinaryIO, where: str) -> Iterator[Record | Skipped]:
    """Yield the records with their lines, and what can't be read."""
    for one in json_lines(stream, where):
        if isinstance(one, Skipped):
            yield one
        elif isinstance(one.content, dict):
            yield Record(one.line, one.content)
        else:
            yield Skipped(f"{where}:{one.line}", "is no object, as each line of a session is")
