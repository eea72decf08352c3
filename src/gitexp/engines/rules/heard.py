"""What a person only repeats: words that a bot, an agent or a tool said before in the same discussion."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from gitexp.records.discussion import TEACHING_ROLES, Topic, Turn
from gitexp.records.text import Redacted

LEAST = 24
"""Letters and digits of a sentence that can be told to be repeated; shorter ones are everyone's."""
RECENT = 200
"""Turns of bots, agents and tools that are looked at: people repeat what they have just read."""
REVIEW = re.compile(r"^[ \t*_#>]*(?:low|medium|high|critical)[ -]severity[ \t*_]*$", re.I | re.M)
"""A line of a review tool's report: what stands in a turn with one was pasted, not said."""


class Heard:
    """What bots, agents and tools had said before each turn of a topic."""

    def __init__(self, topic: Topic[Redacted]) -> None:
        self._turns = topic.turns
        self.of_a_change = topic.discussion.kind == "commit"
        first = topic.turns[0].id if topic.turns else ""
        ids = [turn.id for turn in topic.discussion.turns]
        start = ids.index(first) if first in ids else 0
        earlier = topic.discussion.turns[max(0, start - RECENT) : start]
        self._earlier = [turn for turn in earlier if turn.speaker.role not in TEACHING_ROLES]

    def repeats(self, turn: Turn[Redacted]) -> Callable[[str], bool]:
        """Return a test whether a sentence of the turn was said before by one who never teaches."""
        if REVIEW.search(turn.text):
            return lambda words: True
        heard = "\n".join(_folded(str(other.text)) for other in self._before(turn))
        return lambda words: bool(heard) and len(_folded(words)) >= LEAST and _folded(words) in heard

    def _before(self, turn: Turn[Redacted]) -> list[Turn[Redacted]]:
        before = list(self._earlier)
        for other in self._turns:
            if other.id == turn.id:
                break
            if other.speaker.role not in TEACHING_ROLES:
                before.append(other)
        return before[-RECENT:]


@lru_cache(maxsize=2 * RECENT)
def _folded(text: str) -> str:
    """Return the letters and digits alone: pasted text loses its markup and its line ends."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
