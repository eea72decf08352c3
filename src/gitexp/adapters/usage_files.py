"""Keeps the events of usage in the git common dir, a file a day; derived, private, and silent where nothing can be kept.

It may be deleted at any time. Recall comes by after every answer, so little is imported and little is asked of the disk.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gitexp.adapters.usage_line import BEGIN, KEY, is_hex, line_of
from gitexp.records.usage import OutcomeEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gitexp.records.skipped import Skipped
    from gitexp.records.usage import UsageEvent

    Events = tuple[Sequence[UsageEvent], Sequence[Skipped]]

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
"""In one write at the end, whoever else writes; a pipe that somebody laid there holds nobody up."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
MAX_FILE = 256 << 20
"""Bytes of a day that are read."""
_GIVEN = b'"given":['


class UsageFiles:
    """Implements `Usage`: what this clone did in `exp/usage/YYYY-MM-DD.jsonl`, its name in `exp/clone`.

    `shared` gives what was fetched of all clones; with `keep` off nothing is written.
    """

    def __init__(
        self, common_dir: str, shared: Callable[[], Events] | None = None, keep: bool = True
    ) -> None:
        self._own = f"{common_dir}/exp"
        self._usage = f"{common_dir}/exp/usage"
        self._common = common_dir
        self._shared = shared
        self.keep = keep
        self._clone = ""

    @property
    def clone(self) -> str:
        """Return this clone's name: 16 hex digits made once, which move with it; a sum of its place where they can't be."""
        if not self._clone:
            path = f"{self._own}/clone"
            self._clone = _named_in(path) or (self.keep and self._made(path)) or _sum(self._common)
        return self._clone

    def log(self, event: UsageEvent) -> None:
        """Append an event to the file of its day; where that can't be nothing happens."""
        self.kept(event)

    def kept(self, event: UsageEvent) -> str | None:
        """Log an event under a key of its own, and return the file that holds it now; None where it could not be."""
        if not self.keep or not _is_day(event.at[:10]):
            return None
        path = f"{self._usage}/{event.at[:10]}.jsonl"
        line = line_of(event if event.key else event._replace(key=os.urandom(KEY // 2).hex()), self.clone)
        try:
            return path if self._append(path, line) == len(line) else None
        except OSError:
            return None

    def given_on(self, day: str) -> Mapping[str, int]:
        """Return how often this clone was handed each experience (its hex) on a day (YYYY-MM-DD)."""
        counts: dict[str, int] = {}
        if not _is_day(day):
            return counts
        for line in _content(f"{self._usage}/{day}.jsonl").split(BEGIN)[1:]:
            if not line.startswith(day.encode()) or not line.rstrip().endswith(b"}"):
                continue  # of another day, or cut off
            given = line.partition(_GIVEN)[2].partition(b"]")[0]
            for hex in given.decode("ascii", "replace").replace('"', "").split(",") if given else ():
                counts[hex] = counts.get(hex, 0) + 1
        return counts

    def events(self) -> Events:
        """Return the events of this clone and all that were fetched, oldest first, and what is unreadable.

        What this clone has shared comes back with the rest, without its words: it counts once, by its key. Of those
        that older versions logged without a key the same answer may have been given twice within a second; there
        the place counts that has it most often.
        """
        own, skipped = self._logged()
        shared, unread = self._shared() if self._shared else ((), ())
        found = _each(own)
        for same, event in _each(shared).items():
            found.setdefault(same, event)
        events = sorted(found.values(), key=lambda event: (event.at, event.clone))
        return events, (*skipped, *unread)

    def _logged(self) -> tuple[list[UsageEvent], list[Skipped]]:
        """Return the events of this clone's files."""
        from gitexp.adapters.usage_json import events_in

        events: list[UsageEvent] = []
        skipped: list[Skipped] = []
        for day in _days(self._usage):
            some, odd = events_in(_content(f"{self._usage}/{day}"), f"exp/usage/{day}")
            events += some
            skipped += odd
        return events, skipped

    def _append(self, path: str, line: bytes) -> int:
        try:
            file = os.open(path, _APPEND, 0o666)
        except FileNotFoundError:
            from pathlib import Path  # late: this happens once in a clone

            Path(path).parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, _APPEND, 0o666)
        try:
            return os.write(file, line)
        finally:
            os.close(file)

    def _made(self, path: str) -> str:
        """Lay a name down, whole and for good: of many processes at once the first one's counts. "" where it can't be."""
        beside = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.part"
        try:
            self._append(beside, _own_name(self._common).encode() + b"\n")
        except OSError:
            return ""
        try:
            os.link(beside, path)
        except FileExistsError:
            if not _named_in(path):  # damaged: there is nothing to keep
                _quietly(os.replace, beside, path)
        except OSError:  # a file system without links
            _quietly(os.replace, beside, path)
        _quietly(os.unlink, beside)
        return _named_in(path)


def _each(events: Iterable[UsageEvent]) -> dict[tuple[UsageEvent, int], UsageEvent]:
    """Return the events by what they are: each with a key once, each without as often as it comes, numbered."""
    found: dict[tuple[UsageEvent, int], UsageEvent] = {}
    times: dict[UsageEvent, int] = {}
    for event in events:
        same = _without_words(event)
        number = 0 if event.key else times.get(same, 0)
        times[same] = number + 1
        found.setdefault((same, number), event)
    return found


def _without_words(event: UsageEvent) -> UsageEvent:
    """Return an event without what is not shared of it, or not as it was said.

    With a key it is the same whatever its clone was called then: a clone whose name was damaged has a new one.
    """
    clone = "" if event.key else event.clone
    if isinstance(event, OutcomeEvent):
        return event._replace(note="", clone=clone)
    return event._replace(words=None, clone=clone)


def _named_in(path: str) -> str:
    name = _content(path, 64).strip().decode("ascii", "replace")
    return name if is_hex(name, 16, 16) else ""


def _content(path: str, most: int = MAX_FILE) -> bytes:
    """Return what a file holds, nothing where it is not there or can't be read."""
    try:
        file = os.open(path, _READ)
    except OSError:
        return b""
    parts: list[bytes] = []
    try:
        while most > 0 and (part := os.read(file, min(most, 1 << 20))):
            parts.append(part)
            most -= len(part)
    except OSError:
        return b""
    finally:
        os.close(file)
    return b"".join(parts)


def _days(folder: str) -> list[str]:
    from pathlib import Path

    try:
        names = [file.name for file in Path(folder).iterdir()]
    except OSError:
        return []
    return sorted(name for name in names if name.endswith(".jsonl") and _is_day(name[:-6]))


def _is_day(text: str) -> bool:
    return (
        len(text) == 10 and text[4] == text[7] == "-" and text.replace("-", "").isdecimal() and text.isascii()
    )


def _sum(place: str) -> str:
    """Return digits that stand for a place, the same each time."""
    import hashlib

    return hashlib.sha256(os.fsencode(os.path.realpath(place))).hexdigest()[:16]


def _quietly(work: Callable[..., None], *paths: str) -> None:
    try:
        work(*paths)
    except OSError:
        return


def _own_name(folder: str) -> str:
    """Return a name for a clone: the same again where all that is derived was deleted, and another on another machine."""
    import hashlib  # late: this happens once in a clone

    try:
        told = f"{os.uname().nodename} {os.stat(folder).st_ino}"  # noqa: PTH116  pathlib costs recall 3 ms
    except OSError:
        return os.urandom(8).hex()
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:16]
