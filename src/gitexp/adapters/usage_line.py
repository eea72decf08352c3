"""Writes an event of usage as one line of JSON, by hand: recall, which logs after every answer, does without `json`."""

from __future__ import annotations

from gitexp.records.usage import RecallEvent, UsageEvent

MAX_LINE = 4096
"""Bytes of a line: what is longer might not be appended in one piece."""
MOST_GIVEN = 100
"""Ids of one recall that are kept; who asks for more browses."""
MAX_TEXT = 1000
"""Characters of a note, or of a question."""
MAX_NUMBER = 10**9
KEY = 8
"""Hex digits that keep two events apart which are otherwise the same: so many that chance does not meet twice."""
BEGIN = b'{"at":"'
"""How every line begins. No text in it can hold that, since its quotes are escaped: so a broken line's end is known."""
MATCHES = ("good", "poor", "none")
_HEX = frozenset("0123456789abcdef")
_SPARE = 40
"""Bytes of a line beside its members."""


def line_of(event: UsageEvent, clone: str = "") -> bytes:
    """Return the line of an event, with its end; `clone` counts where the event names none.

    What does not fit is cut: of the ids the last ones, of a note or a question its end.
    """
    text: tuple[str, str | None]
    if isinstance(event, RecallEvent):
        parts, text = _recall(event), ("words", event.words)
    else:
        parts, text = [_member("hex", event.hex), _member("outcome", event.outcome)], ("note", event.note)
        parts += [_member("origin", event.origin)]
        parts += [_member("commit", event.commit)] if is_hex(event.commit, 7, 64) else []
    owner = event.clone or clone
    parts = [_member("at", f"{event.at[:19]}Z"), *parts]
    parts += [_member("clone", owner)] if is_hex(owner, 16, 16) else []
    parts += [_member("key", event.key)] if is_hex(event.key, KEY, KEY) else []
    if text[1]:
        room = MAX_LINE - sum(map(len, parts)) - len(parts) - _SPARE
        parts.append(f'"{text[0]}":{_quoted(text[1][:MAX_TEXT], room)}')
    return ("{" + ",".join(parts) + "}\n").encode("utf-8", "replace")


def is_hex(text: str, least: int, most: int) -> bool:
    """Return whether a text is hex digits, so many at least and at most."""
    return least <= len(text) <= most and _HEX.issuperset(text)


def _recall(event: RecallEvent) -> list[str]:
    given = [hex for hex in event.given if is_hex(hex, 10, 10)][:MOST_GIVEN]
    trial = [hex for hex in event.trial if hex in given][:MOST_GIVEN]
    parts = [f'"given":[{_list(given)}]', *([f'"trial":[{_list(trial)}]'] if trial else [])]
    for name, many in (
        ("unknown", event.unknown),
        ("blocked", event.blocked),
        ("tokens", event.tokens),
        ("ms", event.ms),
    ):
        parts += [f'"{name}":{min(many, MAX_NUMBER)}'] if many > 0 else []
    parts += [_member("match", event.match)] if event.match in MATCHES else []
    parts += [_member("head", event.head)] if is_hex(event.head, 40, 64) else []
    by = event.by
    return [*parts, _member("by", by)] if by.isascii() and by.isalpha() and len(by) <= 16 else parts


def _list(hexes: list[str]) -> str:
    return ",".join(f'"{hex}"' for hex in hexes)


def _member(name: str, value: str) -> str:
    """Return a member whose value is a word of our own, without any sign that JSON would have to escape."""
    return f'"{name}":"{value}"'


def _quoted(text: str, room: int) -> str:
    """Return any text as JSON has it, cut to the bytes that there are."""
    import json  # late: most events hold no text

    text = text.encode("utf-8", "replace").decode("utf-8")
    while len(written := json.dumps(text, ensure_ascii=False).encode()) > room and text:
        text = text[: min(len(text) - 1, len(text) * max(room, 0) // len(written))]
    return written.decode()
