"""Tells what is known already: what the project's documents say, and what exp itself told from experiences/."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.candidate import Candidate
from gitexp.records.discussion import Topic
from gitexp.records.evidence import quotable
from gitexp.records.experience import Experience, Standing
from gitexp.records.text import Redacted

MIN_WORDS = 3
"""Fewer words are no repetition."""
_LABEL = re.compile(r"(?:when|do|why|here|not|from|in this project:|because:|\d+\.|[-*>#]+)\s+")
"""What `exp recall` and Markdown put before such words."""


class Known:
    """What every reader is told: the words of the documents, and the experiences that stand or wait."""

    def __init__(self, documents: str, standing: Sequence[Standing[Redacted]]) -> None:
        self._documents = folded(documents)
        self._standing = [one.experience for one in standing]

    def says(self, candidate: Candidate, topic: Topic[Redacted]) -> str | None:
        """Return who says already what the candidate says, None where nobody does.

        Elsewhere merge settles what is like an experience. Of a session, in which exp may have been asked, what
        repeats one word for word is held to be told by exp: else exp would learn from its own words.
        """
        if self._documents and folded(candidate.what) in self._documents:
            return "the project's own documents say it"
        if topic.discussion.kind != "session":
            return None
        cited = {item.turn for item in candidate.evidence}
        said = " ".join(folded(turn.text) for turn in topic.turns if turn.id in cited)
        return next(
            (
                f"{one.id} says it"
                for one in self._standing
                # Its own source says it first, and merge knows that.
                if not cited & {item.turn for item in one.evidence} and _repeats(candidate, one, said)
            ),
            None,
        )


def _repeats(candidate: Candidate, one: Experience[Redacted], said: str) -> bool:
    """Return whether a candidate repeats an experience: its words, or words that exp printed with them."""
    new = folded(candidate.what)
    what, why = folded(one.what), folded(one.why or "")
    if one.id in new:
        return True
    plain = _unlabelled(new)
    if len(plain.split()) >= MIN_WORDS and any(plain in words for words in (what, why)):
        return True
    printed = one.id in said or f"do {what}" in said or f'"{what}' in said
    return printed and any(words in new for words in (what, why) if words)


def _unlabelled(words: str) -> str:
    while label := _LABEL.match(words):
        words = words[label.end() :]
    return words.strip("\"'`“” ")


def folded(text: str) -> str:
    """Return a text as it is compared: lower case, one blank between words."""
    return " ".join(quotable(text).lower().split())
