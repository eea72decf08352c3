"""Cleans the texts of one discussion together, so that the same secret gets the same placeholder in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gitexp.steps.redact_addresses import found_in_addresses
from gitexp.steps.redact_found import Found, FoundKind, without_overlaps
from gitexp.steps.redact_headers import found_in_headers
from gitexp.steps.redact_homes import found_homes
from gitexp.steps.redact_invisible import visible
from gitexp.steps.redact_judge import PLACEHOLDER, looks_random
from gitexp.steps.redact_keys import found_keys
from gitexp.steps.redact_named import found_named
from gitexp.steps.redact_people import found_people
from gitexp.steps.redact_private_keys import found_private_keys

_FINDERS = (
    found_keys,
    found_private_keys,
    found_in_addresses,
    found_in_headers,
    found_named,
    found_people,
    found_homes,
)
_ROUNDS = 8
"""What is taken out can bring two halves together, so a text is looked at until nothing is found (mostly twice)."""
_SURE_LENGTH = 10
_SURE_COUNT = 200


@dataclass(frozen=True)
class Cleaned:
    """The clean text of each text that came in, and how many things were replaced in all of them."""

    of: dict[str, str]
    replaced: int


def cleaned(texts: Iterable[str]) -> Cleaned:
    """Return the texts without secrets, people's details and invisible characters."""
    given = list(texts)
    clean = {text: visible(text) for text in given}
    replaced = dict.fromkeys(clean, 0)
    placeholders = _Placeholders(clean.values())
    open_texts = list(clean)
    for _ in range(_ROUNDS):
        known = len(placeholders.sure)
        changed = [text for text in open_texts if _look(text, clean, replaced, placeholders)]
        open_texts = list(clean) if len(placeholders.sure) > known else changed
        if not open_texts:
            break
    return Cleaned(clean, sum(replaced[text] for text in given))


def _look(text: str, clean: dict[str, str], replaced: dict[str, int], placeholders: _Placeholders) -> bool:
    """Replace what is found in the clean form of `text` so far, and return whether that was anything."""
    now = clean[text]
    found = without_overlaps(_found(now, placeholders.sure))
    parts: list[str] = []
    at = 0
    for one in found:
        parts += (now[at : one.start], placeholders.name(one.kind, now[one.start : one.end]))
        at = one.end
    if found:
        clean[text] = visible("".join(parts) + now[at:])
        replaced[text] += len(found)
    return bool(found)


def _found(text: str, sure: Iterable[str]) -> Iterator[Found]:
    for finder in _FINDERS:
        yield from finder(text)
    for value in sure:
        at = text.find(value)
        while at != -1:
            yield Found(at, at + len(value), "secret")
            at = text.find(value, at + len(value))


class _Placeholders:
    """Names what was found, in the order it was found; a text that is clean already keeps its own names."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.sure: list[str] = []
        """Secrets that can be known again without their surroundings."""
        self._names: dict[tuple[FoundKind, str], str] = {}
        self._counts: dict[str, int] = {"secret": 0, "email": 0, "person": 0}
        for text in texts:
            for kind, number in PLACEHOLDER.findall(text):
                self._counts[kind] = max(self._counts[kind], int(number))

    def name(self, kind: FoundKind, value: str) -> str:
        """Return the placeholder for a value; the same one for the same value."""
        if kind == "home":
            return "~"
        key = (kind, value if kind == "secret" else " ".join(value.lower().split()))
        if key not in self._names:
            self._counts[kind] += 1
            self._names[key] = f"[{kind}-{self._counts[kind]}]"
            if kind == "secret" and len(self.sure) < _SURE_COUNT and _is_sure(value):
                self.sure.append(value)
        return self._names[key]


def _is_sure(value: str) -> bool:
    return len(value) >= _SURE_LENGTH and "\n" not in value and "[" not in value and looks_random(value)
