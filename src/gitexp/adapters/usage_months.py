"""The files in which usage is shared, one a month: what may stand in them, and how much of them is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gitexp.adapters.git_objects import Entry, ObjectReader
from gitexp.adapters.usage_json import events_in
from gitexp.adapters.usage_line import line_of
from gitexp.records.skipped import Skipped
from gitexp.records.usage import RecallEvent, UsageEvent
from gitexp.records.words import counted

Redact = Callable[[str], str]

MAX_MONTH = 8 << 20
"""Bytes of one month: some fifty thousand events."""
MOST_MONTHS = 240
_NAME = re.compile(rb"([0-9]{4}-(?:0[1-9]|1[0-2]))\.jsonl")


@dataclass(frozen=True)
class Read:
    """What was read of a month's file: its bytes, and the events in them."""

    size: int
    events: tuple[UsageEvent, ...]
    skipped: tuple[Skipped, ...]


def file_of(month: str) -> bytes:
    """Return the name of a month's file."""
    return f"{month}.jsonl".encode()


def months_in(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the blobs of the newest months (YYYY-MM) among the entries of a tree; what else lies there is not ours."""
    found = ((_NAME.fullmatch(entry.name), entry.id) for entry in entries if entry.is_file)
    named = {match[1].decode(): blob for match, blob in found if match}
    return dict(sorted(named.items())[-MOST_MONTHS:])


def bare(event: UsageEvent, redact: Redact) -> UsageEvent:
    """Return the event as it may be shared: never the words that were asked, a note redacted once more."""
    if isinstance(event, RecallEvent):
        return event._replace(words=None, clone="")
    return event._replace(note=str(redact(event.note)) if event.note else "", clone="")


def lines_by_month(events: Iterable[UsageEvent], redact: Redact) -> dict[str, set[bytes]]:
    """Return the lines of the events as they may be shared, each once, by their month."""
    found: dict[str, set[bytes]] = {}
    for event in events:
        found.setdefault(event.at[:7], set()).add(line_of(bare(event, redact)))
    return {month: lines for month, lines in found.items() if _NAME.fullmatch(file_of(month))}


def read_month(reader: ObjectReader, month: str, blob: str, where: str, room: int = MAX_MONTH) -> Read:
    """Return the events of a month's file, each once, and what of it can't be read or is of another month."""
    found = reader.read(blob, min(room, MAX_MONTH))
    if found is None or found.kind != "blob":
        return Read(0, (), (Skipped(where, "is not in this clone", bad=False),))
    if found.data is None:
        return Read(0, (), (Skipped(where, "was not read: there is too much of it"),))
    events, skipped = events_in(found.data, where)
    own = [event for event in events if event.at[:7] == month]
    if len(own) < len(events):
        skipped.append(
            Skipped(where, f"{counted(len(events) - len(own), 'event')} of another month: left out")
        )
    return Read(found.size, tuple(dict.fromkeys(own)), tuple(skipped))


def fitting(standing: Iterable[bytes], new: Iterable[bytes]) -> Iterator[bytes]:
    """Yield of the new lines, the oldest first, those for which a month has room beside what stands in it."""
    size = sum(map(len, standing))
    for line in sorted(new):
        size += len(line)
        if size > MAX_MONTH:
            return
        yield line
