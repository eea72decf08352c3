"""Tells when recall was last asked on the command line, from the end of the newest files of usage."""

from __future__ import annotations

import os

from gitexp.adapters.usage_json import events_in
from gitexp.records.door import CLI, Door, Firing
from gitexp.records.usage import RecallEvent

MOST_BYTES = 1 << 18
"""Bytes of the end of a day that are read."""
MOST_DAYS = 7
"""Days with events that are looked at for a recall that gave something."""


def last_recall(common_dir: str) -> Door | None:
    """Return when recall was last asked by hand, and when it last gave something; None where no day tells."""
    folder = f"{common_dir}/exp/usage"
    try:
        days = sorted((name for name in os.listdir(folder) if name.endswith(".jsonl")), reverse=True)  # noqa: PTH208
    except OSError:
        return None
    last: Firing | None = None
    for day in days[:MOST_DAYS]:
        for event in reversed(events_in(_end(f"{folder}/{day}"), day)[0]):
            if isinstance(event, RecallEvent) and event.by == CLI:
                firing = Firing(CLI, event.at, given=event.given)
                last = last or firing
                if firing.given:
                    return Door(CLI, last, firing)
    return Door(CLI, last) if last else None


def _end(path: str) -> bytes:
    """Return the end of a file from the beginning of a line on, nothing where it can't be read."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(file, "rb") as stream:  # noqa: PTH123
            before = max(0, os.fstat(file).st_size - MOST_BYTES)
            stream.seek(before)
            data = stream.read(MOST_BYTES)
    except OSError:
        return b""
    return data.partition(b"\n")[2] if before else data
