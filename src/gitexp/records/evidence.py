"""Evidence: a verbatim quote and where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic

from gitexp.records.text import Text


@dataclass(frozen=True)
class Evidence(Generic[Text]):
    """A quote as someone wrote it, in the turn `turn`; `at` is a date (YYYY-MM-DD) or None where it is not known."""

    turn: str
    quote: Text
    url: str | None = None
    by: str | None = None
    at: str | None = None


def quotable(text: str) -> str:
    """Return the text in the form that "verbatim" is measured in: LF line ends, no blanks at line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip(" \t\u00a0\u3000") for line in lines)


def is_verbatim(quote: str, text: str) -> bool:
    """Return whether the quote stands in the text (DESIGN.md section 2, evidence)."""
    return bool(quote.strip()) and quotable(quote) in quotable(text)


SHORTEST = 8
"""Signs of a quote that says something: less is found by chance. One of Chinese or Japanese counts as two."""
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def says_something(quote: str, text: str) -> bool:
    """Return whether a quote is long enough to be evidence, or all that its turn says ("done")."""
    return (
        len(quote) + len(_DENSE.findall(quote)) >= SHORTEST
        or quotable(quote).strip() == quotable(text).strip()
    )
