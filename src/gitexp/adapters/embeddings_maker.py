"""Says of which texts vectors are made, and by what they can be compared."""

from __future__ import annotations

from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
from gitexp.adapters.meaning_ground import FORM as GROUND
from gitexp.records.card import Card

FORM = "1"
"""Whatever changes which text of an experience is sent changes it."""
MAX_TEXT = 4000
"""Characters of an experience that are sent; one that a person can read has a thousand."""


def maker(endpoint: EmbeddingsEndpoint) -> str:
    """Return what made vectors: only those of one maker can be compared."""
    return f"{endpoint.shown} {endpoint.model} text {FORM} ground {GROUND}"


def text_of(card: Card) -> str:
    """Return the text of an experience that is sent, not yet redacted."""
    return "\n".join(part for part in (card.title, card.when, card.what, card.why) if part)
