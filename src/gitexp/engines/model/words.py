"""Words of a reply: outside data like any other, made safe before they become part of a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitexp.records.text import Redacted

Redacting = Callable[[str], Redacted]
"""The redact step on one text. A language model repeats what it was shown, and may invent what looks like a secret."""


@dataclass(frozen=True)
class Safe:
    """Makes a reply's value a text on one line, redacted; empty where it is no text."""

    redact: Redacting

    def __call__(self, value: object) -> Redacted:
        """Return the text."""
        return self.redact(" ".join(value.split()) if isinstance(value, str) else "")
