"""An event of usage as one line of JSON, and back, strictly: a line that is odd is left out and named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar, get_args

from gitexp.adapters.usage_line import BEGIN, KEY, MATCHES, MAX_LINE, MAX_NUMBER, MAX_TEXT, MOST_GIVEN, is_hex
from gitexp.adapters.usage_line import line_of as line_of
from gitexp.records.skipped import Skipped
from gitexp.records.usage import Origin, Outcome, OutcomeEvent, RecallEvent, UsageEvent

One = TypeVar("One", bound=str)
MOST_SKIPPED = 20
"""Odd lines of one file that are named one by one."""
_RECALL = frozenset(RecallEvent._fields)
_OUTCOME = frozenset(OutcomeEvent._fields)
_FORM = "%Y-%m-%dT%H:%M:%SZ"


def events_in(data: bytes, where: str) -> tuple[list[UsageEvent], list[Skipped]]:
    """Return the events of a file's lines in their order, and the lines that hold none."""
    events: list[UsageEvent] = []
    skipped: list[Skipped] = []
    odd = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        for piece in pieces(line):
            try:
                events.append(event_of(piece))
            except ValueError as error:
                odd += 1
                if odd <= MOST_SKIPPED:
                    skipped.append(Skipped(f"{where}:{number}", str(error)))
    if odd > MOST_SKIPPED:
        skipped.append(Skipped(where, f"{odd - MOST_SKIPPED} more lines hold no event"))
    return events, skipped


def pieces(line: bytes) -> Iterator[bytes]:
    """Yield what stands on a line: one event, or before it what a writer left that was stopped (a full disk)."""
    start = 0
    while (following := line.find(BEGIN, start + 1)) > 0:
        yield line[start:following]
        start = following
    if line[start:].strip():
        yield line[start:]


def event_of(line: bytes) -> UsageEvent:
    """Return the event of a line. Raises ValueError, which says in words why there is none."""
    if len(line) > MAX_LINE:
        raise ValueError("is longer than a line of usage")
    try:
        found = json.loads(line.decode("utf-8"), object_pairs_hook=_Members)
    except (ValueError, RecursionError):
        raise ValueError("is no whole line of JSON") from None
    if not isinstance(found, _Members):
        raise ValueError("is no event")
    return _outcome(found) if "outcome" in found.values else _recall(found)


class _Members:
    """The members of a line's object. Every reader raises ValueError where one is not as exp writes it."""

    def __init__(self, pairs: Sequence[tuple[str, object]]) -> None:
        self.values: Mapping[str, object] = dict(pairs)
        self._doubled = len(self.values) != len(pairs)

    def known(self, names: frozenset[str]) -> None:
        """Check that there are no others, and none twice."""
        if self._doubled:
            raise ValueError("a member stands twice")
        if not names.issuperset(self.values):
            raise ValueError("has a member that this exp does not know")

    def time(self, name: str) -> str:
        """Return a time in the one form that times have: UTC, seconds."""
        value = self.values.get(name)
        try:
            if isinstance(value, str) and len(value) <= 32:
                moment = datetime.fromisoformat(value)
                moment = moment.astimezone(UTC) if moment.tzinfo else moment
                if moment.year >= 1970:
                    return moment.strftime(_FORM)
        except (ValueError, OverflowError):
            pass
        raise _odd(name)

    def hexes(self, name: str) -> tuple[str, ...]:
        """Return a list of identities, each once."""
        value = self.values.get(name, [])
        if isinstance(value, list) and len(value) <= MOST_GIVEN:
            found = [one for one in value if isinstance(one, str) and is_hex(one, 10, 10)]
            if len(found) == len(value):
                return tuple(dict.fromkeys(found))
        raise _odd(name)

    def hex(self, name: str, least: int, most: int) -> str:
        """Return hex digits, "" where there are none."""
        value = self.values.get(name, "")
        if isinstance(value, str) and (not value or is_hex(value, least, most)):
            return value
        raise _odd(name)

    def number(self, name: str) -> int:
        """Return a whole number from 0, which counts where there is none."""
        value = self.values.get(name, 0)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
            return value
        raise _odd(name)

    def text(self, name: str) -> str:
        """Return any text, "" where there is none."""
        value = self.values.get(name, "")
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            return value.encode("utf-8", "replace").decode("utf-8")
        raise _odd(name)

    def door(self, name: str) -> str:
        """Return the name of a door, `cli` where there is none."""
        value = self.values.get(name, "cli")
        if isinstance(value, str) and value.isascii() and value.isalpha() and len(value) <= 16:
            return value
        raise _odd(name)

    def one_of(self, name: str, allowed: Sequence[One], usual: str = "") -> One:
        """Return a member that is one of these."""
        value = self.values.get(name, usual)
        for one in allowed:
            if isinstance(value, str) and value == one:
                return one
        raise _odd(name)


def _recall(found: _Members) -> RecallEvent:
    found.known(_RECALL)
    given = found.hexes("given")
    return RecallEvent(
        at=found.time("at"),
        given=given,
        trial=tuple(hex for hex in found.hexes("trial") if hex in given),
        unknown=found.number("unknown"),
        blocked=found.number("blocked"),
        match=found.one_of("match", MATCHES, "none"),
        tokens=found.number("tokens"),
        ms=found.number("ms"),
        head=found.hex("head", 40, 64),
        by=found.door("by"),
        words=found.text("words") if "words" in found.values else None,
        clone=found.hex("clone", 16, 16),
        key=found.hex("key", KEY, KEY),
    )


def _outcome(found: _Members) -> OutcomeEvent:
    found.known(_OUTCOME)
    outcomes: tuple[Outcome, ...] = get_args(Outcome)
    origins: tuple[Origin, ...] = get_args(Origin)
    hex = found.hex("hex", 10, 10)
    if not hex:
        raise _odd("hex")
    return OutcomeEvent(
        at=found.time("at"),
        hex=hex,
        outcome=found.one_of("outcome", outcomes),
        origin=found.one_of("origin", origins),
        note=found.text("note"),
        commit=found.hex("commit", 7, 64),
        clone=found.hex("clone", 16, 16),
        key=found.hex("key", KEY, KEY),
    )


def _odd(name: str) -> ValueError:
    return ValueError(f"`{name}` is not as exp writes it")
