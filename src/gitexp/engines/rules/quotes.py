"""Quotes: the sentences of a statement as verbatim pieces of their turn."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.sentences import Sentence
from gitexp.records.discussion import Turn
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted


def quotes(turn: Turn[Redacted], chosen: Sequence[Sentence]) -> list[Evidence[Redacted]]:
    """Return the sentences as quotes of the turn; neighbours in one paragraph become one quote."""
    spans: list[tuple[int, int, int]] = []
    for sentence in chosen:
        if (
            spans
            and spans[-1][2] == sentence.paragraph
            and not turn.text[spans[-1][1] : sentence.start].strip()
        ):
            spans[-1] = (spans[-1][0], sentence.end, sentence.paragraph)
        else:
            spans.append((sentence.start, sentence.end, sentence.paragraph))
    return [evidence_of(turn, turn.text.cut(first, last)) for first, last, _ in spans]


def evidence_of(turn: Turn[Redacted], quote: Redacted) -> Evidence[Redacted]:
    """Return a quote with where it stands."""
    return Evidence(turn.id, quote, turn.url, turn.speaker.name, turn.at[:10] if turn.at else None)
