"""What a person only repeats: words that a bot, an agent or a tool said before in the same discussion."""

from __future__ import annotations

import re
from collections.abc import Callable

from gitexp.records.discussion import TEACHING_ROLES, Discussion, Turn
from gitexp.records.text import Redacted

LEAST = 24
"""Letters and digits of a sentence that can be told to be repeated; shorter ones are everyone's."""
REVIEW = re.compile(r"^[ \t*_#>]*(?:low|medium|high|critical)[ -]severity[ \t*_]*$", re.I | re.M)
"""A line of a review tool's report: what stands in a turn with one was pasted, not said."""


def repeated(turn: Turn[Redacted], discussion: Discussion[Redacted]) -> Callable[[str], bool]:
    """Return a test whether a sentence of the turn was said before by one who never teaches."""
    if REVIEW.search(turn.text):
        return lambda words: True
    heard = "\n".join(_folded(other.text) for other in _before(turn, discussion))
    return lambda words: bool(heard) and len(_folded(words)) >= LEAST and _folded(words) in heard


def _before(turn: Turn[Redacted], discussion: Discussion[Redacted]) -> list[Turn[Redacted]]:
    before: list[Turn[Redacted]] = []
    for other in discussion.turns:
        if other.id == turn.id:
            break
        if other.speaker.role not in TEACHING_ROLES:
            before.append(other)
    return before


def _folded(text: str) -> str:
    """Return the letters and digits alone: pasted text loses its markup and its line ends."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
